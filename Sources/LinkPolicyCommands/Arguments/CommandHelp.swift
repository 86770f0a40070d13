internal import LinkPolicyDiagnostics

/// What a command says about itself.
struct CommandHelp {
  /// The verb.
  let name: String
  /// The operands as a usage line shows them.
  let operands: String
  /// One line about it.
  let summary: String
  /// The options.
  let options: [Option]
  /// What else there is to know, in lines of a terminal's width.
  let details: String
  /// Commands that work where the files they name are.
  let examples: [String]

  // With the word before it, a line of the width that the help keeps to.
  private static var usageLength: Int { 93 }

  /// The command in one line; options that do not fit, and need not be given, are listed below it only.
  var usage: String {
    let line =
      "linkpolicy " + name + (operands.isEmpty ? "" : " " + operands)
      + options.filter { $0.isRequired }.map { " " + $0.usage }.joined()
    let full = line + options.filter { !$0.isRequired }.map { " " + $0.usage }.joined()
    return full.utf8.count <= Self.usageLength ? full : line + " [OPTION]..."
  }

  /// The whole help.
  var text: TerminalText { TerminalText(ownLines: lines) }

  private var lines: String {
    var text = summary + "\n\nusage: " + usage + "\n\n" + details + "\n"
    if !options.isEmpty {
      text += "\noptions:\n"
      let names = options.map { $0.names + ($0.value.map { " " + $0 } ?? "") }
      let width = names.reduce(0) { max($0, $1.count) }
      for (name, option) in zip(names, options) {
        text += "  " + Columns.pad(name, to: width) + "  " + option.summary + "\n"
      }
    }
    text += examples.count == 1 ? "\nexample:\n" : "\nexamples:\n"
    for example in examples {
      text += "  " + example + "\n"
    }
    return text
  }
}
