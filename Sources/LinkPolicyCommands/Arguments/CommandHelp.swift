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

  /// The command in one line.
  var usage: String {
    var line = "linkpolicy " + name + " " + operands
    for option in options {
      line += " " + option.usage
    }
    return line
  }

  /// The whole help.
  var text: String {
    var text = summary + "\n\nusage: " + usage + "\n\n" + details + "\n"
    if !options.isEmpty {
      text += "\noptions:\n"
      let names = options.map { $0.name + ($0.value.map { " " + $0 } ?? "") }
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
