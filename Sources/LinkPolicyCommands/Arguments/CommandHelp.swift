internal import LinkPolicyDiagnostics

/// The help text of a command.
struct CommandHelp {
  /// The verb of the command, such as `check`.
  let name: String
  /// The operands in a usage line, such as `POLICY [FILE]`.
  let operands: String
  /// A one-line summary of the command.
  let summary: String
  /// The options of the command.
  let options: [Option]
  /// The details, in lines that fit a terminal.
  let details: String
  /// Example commands; run each in the folder that contains its files.
  let examples: [String]

  // The maximum width of the usage line, without the seven columns of the prefix `usage: `.
  private static var usageLength: Int { 93 }

  /// The usage line; `[OPTION]...` replaces the optional options if the line would be too long.
  var usage: String {
    let line =
      "linkpolicy " + name + (operands.isEmpty ? "" : " " + operands)
      + options.filter { $0.isRequired }.map { " " + $0.usage }.joined()
    let full = line + options.filter { !$0.isRequired }.map { " " + $0.usage }.joined()
    return full.utf8.count <= Self.usageLength ? full : line + " [OPTION]..."
  }

  /// The complete help text.
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

/// An option of a command.
struct Option {
  /// The name, including its dashes, such as `--out`.
  let name: String
  /// The placeholder for the value in the help, such as `FILE`; nil for a flag.
  let value: String?
  /// The accepted values, or an empty list if any value is accepted.
  let choices: [String]
  /// A one-line summary of the option.
  let summary: String
  /// Whether the option can be given more than once.
  var isRepeatable = false
  /// The short name, including its dash, such as `-o`; nil for an option without a short name.
  var short: String?
  /// Whether the command requires the option.
  var isRequired = false

  /// Creates an option without a value.
  static func flag(_ name: String, summary: String) -> Option {
    Option(name: name, value: nil, choices: [], summary: summary)
  }

  /// Creates an option with a value.
  static func value(_ name: String, _ value: String, summary: String) -> Option {
    Option(name: name, value: value, choices: [], summary: summary)
  }

  /// Creates an option with a closed set of values, of which the first is the default.
  static func choice(_ name: String, _ choices: [String], summary: String) -> Option {
    Option(
      name: name, value: choices.joined(separator: "|"), choices: choices, summary: summary)
  }

  /// Returns the option with another placeholder for its value, such as `TIER`.
  func named(_ value: String) -> Option {
    Option(
      name: name, value: value, choices: choices, summary: summary, isRepeatable: isRepeatable)
  }

  /// This option, marked as required.
  var required: Option {
    var option = self
    option.isRequired = true
    return option
  }

  /// This option, marked as repeatable.
  var repeatable: Option {
    var option = self
    option.isRepeatable = true
    return option
  }

  /// Returns the option with a short name, such as `-o`, in addition to its name.
  func or(_ short: String) -> Option {
    var option = self
    option.short = short
    return option
  }

  /// The short and long names as the help lists them, such as `-o, --out`.
  var names: String {
    (short.map { $0 + ", " } ?? "") + name
  }

  /// The option in a usage line, such as `[--limit N]`.
  var usage: String {
    let words = name + (value.map { " " + $0 } ?? "")
    return (isRequired ? words : "[" + words + "]") + (isRepeatable ? "..." : "")
  }
}
