/// An option that a command knows.
struct Option {
  /// The name, with its dashes.
  let name: String
  /// What its value is called in help; nil for an option without one.
  let value: String?
  /// The words its value can be; empty where it can be anything.
  let choices: [String]
  /// One line about it.
  let summary: String
  /// Whether it can be given more than once.
  var isRepeatable = false
  /// A shorter name for it, with its dash.
  var short: String?
  /// Whether the command does nothing without it.
  var isRequired = false

  /// An option that is there or not.
  static func flag(_ name: String, _ summary: String) -> Option {
    Option(name: name, value: nil, choices: [], summary: summary)
  }

  /// An option with a value.
  static func value(_ name: String, _ value: String, _ summary: String) -> Option {
    Option(name: name, value: value, choices: [], summary: summary)
  }

  /// An option whose value is one of a few words; the first is the default.
  static func choice(_ name: String, _ choices: [String], _ summary: String) -> Option {
    Option(
      name: name, value: choices.joined(separator: "|"), choices: choices, summary: summary)
  }

  /// The option with a short word for its value in help.
  func named(_ value: String) -> Option {
    Option(
      name: name, value: value, choices: choices, summary: summary, isRepeatable: isRepeatable)
  }

  /// The option, which has to be given.
  var required: Option {
    var option = self
    option.isRequired = true
    return option
  }

  /// The option, to be given as often as is wanted.
  var repeatable: Option {
    var option = self
    option.isRepeatable = true
    return option
  }

  /// The option with a shorter name beside its own.
  func or(_ short: String) -> Option {
    var option = self
    option.short = short
    return option
  }

  /// The names as help lists them.
  var names: String {
    (short.map { $0 + ", " } ?? "") + name
  }

  /// The option as a usage line shows it.
  var usage: String {
    let words = name + (value.map { " " + $0 } ?? "")
    return (isRequired ? words : "[" + words + "]") + (isRepeatable ? "..." : "")
  }
}
