internal import LinkPolicyDiagnostics
internal import LinkPolicyPresets

/// The help about all verbs.
enum Overview {
  static var text: TerminalText { TerminalText(ownLines: lines) }

  private static var lines: String {
    let width = Verb.allCases.reduce(0) { max($0, $1.rawValue.count) }
    var text = """
      Decides by a policy what happens when sign-ins claim e-mail addresses, and checks policies.

      usage: \(Dispatch.usage)

      verbs:

      """
    for verb in Verb.allCases {
      text += "  " + Columns.pad(verb.rawValue, to: width) + "  " + verb.help.summary + "\n"
    }
    text += """

      A POLICY is a path, or the name of a policy that is shipped: \
      \(Presets.names.joined(separator: ", ")).
      decide, lookup, explain and play take an image in its place, which compile makes.
      Where a file is read, `-` is standard input. `--` ends the options.

      exit codes:
        0   clean; for decide, lookup, explain and play, whatever was decided
        1   findings of level error or warning, changes, failed vectors, files fmt would change
        2   the command line is wrong
        3   an input file cannot be read, or is not what it should be
        4   something could not be decided or compared
        70  an output cannot be written, or an internal error

      example:
        linkpolicy check firebase

      """
    return text
  }
}
