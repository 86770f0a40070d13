internal import LinkPolicy

/// The verbs that follow one verb of the command line, such as `lint` in `linkpolicy vectors lint`.
protocol VerbGroup: CaseIterable, RawRepresentable where RawValue == String {
  /// The verb that precedes the verbs of the group, such as `vectors`.
  static var verb: Verb { get }
  /// A one-line summary of the verbs, such as `Verifies policy images.`
  static var summary: String { get }
  /// Example commands with verbs of the group.
  static var examples: [String] { get }

  /// The help of the verb's command.
  var help: CommandHelp { get }

  /// Runs the verb's command with the words after the verb.
  func run(_ words: [String], _ terminal: inout Terminal) throws(UsageError) -> ExitCode
}

extension VerbGroup {
  /// The help of the group, which lists its verbs.
  static var help: CommandHelp {
    let names = allCases.map { $0.rawValue }.joined(separator: "|")
    let width = allCases.reduce(0) { max($0, $1.rawValue.count) }
    let lines = allCases.map { verb in
      "  " + Columns.pad(verb.rawValue, to: width) + "  " + verb.help.summary
    }
    return CommandHelp(
      name: verb.rawValue, operands: names + " ARGUMENT...", summary: summary, options: [],
      details: "verbs:\n" + lines.joined(separator: "\n")
        + "\n\n`linkpolicy \(verb.rawValue) VERB --help` describes a verb, with an example.",
      examples: examples)
  }

  /// Returns the verb with a name; throws for an unknown name, with a similar name as a suggestion.
  static func named(_ name: String) throws(UsageError) -> Self {
    guard let verb = Self(rawValue: name) else {
      let known = allCases.map { $0.rawValue }
      throw .unknown("verb of \(verb.rawValue)", name, among: known, usage: help.usage)
    }
    return verb
  }

  /// Runs the verb that the first word names, or prints the help of the group for `--help`.
  static func run(_ words: [String], _ terminal: inout Terminal) throws(UsageError) -> ExitCode {
    guard let first = words.first else {
      let known = allCases.map { $0.rawValue }
      throw UsageError(
        "`\(verb.rawValue)` needs a verb, such as `\(known[0])`", usage: help.usage)
    }
    let wantsHelp = words.prefix { $0 != "--" }.contains { $0 == "--help" || $0 == "-h" }
    guard !wantsHelp || !first.hasPrefix("-") else {
      terminal.write(help.text)
      return .clean
    }
    return try named(first).run(Array(words.dropFirst()), &terminal)
  }
}
