/// The arguments of one command, split into operands and options.
///
/// `--option value` and `--option=value` mean the same, `--` ends the options, and `-` is an
/// operand. An option can be given once, unless it says otherwise.
struct Arguments {
  /// What is no option, in order.
  private(set) var operands: [String] = []
  /// The options given, with their values.
  private var given: [(option: Option, value: String?)] = []
  private let help: CommandHelp

  init(_ words: [String], of help: CommandHelp) throws(UsageError) {
    self.help = help
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--" {
        operands += rest
        return
      }
      if word.hasPrefix("-"), word != "-" {
        try take(word, &rest)
      } else {
        operands.append(word)
      }
    }
  }

  private mutating func take(_ word: String, _ rest: inout ArraySlice<String>) throws(UsageError) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let word = String(parts[0])
    guard let option = help.options.first(where: { $0.name == word || $0.short == word }) else {
      throw .unknown("option", word, among: help.options.map { $0.name }, usage: help.usage)
    }
    let name = option.name
    guard option.isRepeatable || !given.contains(where: { $0.option.name == name }) else {
      throw error("`" + name + "` is given twice")
    }
    guard option.value != nil else {
      guard parts.count == 1 else {
        throw error("`" + name + "` takes no value")
      }
      given.append((option, nil))
      return
    }
    var value = parts.count == 2 ? String(parts[1]) : nil
    // A value that looks like an option is more often a forgotten value; `=` lets it through.
    if value == nil, let next = rest.first, !next.hasPrefix("--") {
      value = next
      rest.removeFirst()
    }
    guard let value, !value.isEmpty else {
      throw error("`" + name + "` needs a value")
    }
    if !option.choices.isEmpty, !option.choices.contains(value) {
      throw .unknown("value of " + name, value, among: option.choices, usage: help.usage)
    }
    given.append((option, value))
  }

  /// Whether a flag is given.
  func has(_ name: String) -> Bool {
    given.contains { $0.option.name == name }
  }

  /// The value of an option; nil where it is not given.
  func value(_ name: String) -> String? {
    given.first { $0.option.name == name }?.value
  }

  /// The values of an option that can be given more than once, in order.
  func values(_ name: String) -> [String] {
    given.filter { $0.option.name == name }.compactMap { $0.value }
  }

  /// The operands, of which there must be a number within these bounds.
  func operands(_ counts: ClosedRange<Int>) throws(UsageError) -> [String] {
    if operands.count < counts.lowerBound {
      throw error("`" + help.name + "` needs " + help.operands)
    }
    if operands.count > counts.upperBound {
      throw error("unexpected argument `" + operands[counts.upperBound] + "`")
    }
    return operands
  }

  /// The error of a command line that this command does not accept.
  func error(_ message: String) -> UsageError {
    UsageError(message, usage: help.usage)
  }
}
