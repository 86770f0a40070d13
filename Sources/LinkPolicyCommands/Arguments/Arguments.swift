internal import LinkPolicy

/// The arguments of one command, split into operands and options.
///
/// `--option value` and `--option=value` are equivalent. `--` ends the options, and `-` is an
/// operand. Only a repeatable option can be given more than once.
struct Arguments {
  /// The arguments that are not options, in order.
  private(set) var operands: [String] = []
  /// The given options, with their values.
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
    // If the next word starts with `--`, the user probably forgot the value. A value that starts with `--` can be
    // passed as `--option=--value`.
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

  /// Returns whether a flag, such as `--gate`, is given.
  func has(_ name: String) -> Bool {
    given.contains { $0.option.name == name }
  }

  /// Returns the value of an option, or nil if the option is not given.
  func value(_ name: String) -> String? {
    given.first { $0.option.name == name }?.value
  }

  /// Returns the values of a repeatable option, in order.
  func values(_ name: String) -> [String] {
    given.filter { $0.option.name == name }.compactMap { $0.value }
  }

  /// Returns the operands, or throws if there are too few or too many operands.
  func operands(_ counts: ClosedRange<Int>) throws(UsageError) -> [String] {
    if operands.count < counts.lowerBound {
      throw error("`" + help.name + "` needs " + help.operands)
    }
    if operands.count > counts.upperBound {
      throw error("unexpected argument `" + operands[counts.upperBound] + "`")
    }
    return operands
  }

  /// Returns an error that shows the usage line of this command.
  func error(_ message: String) -> UsageError {
    UsageError(message, usage: help.usage)
  }
}

/// Access to the options that name output files.
extension Arguments {
  /// Returns the path of the main output, or nil for standard output, which `-` also selects.
  func output(_ name: String) -> String? {
    value(name).flatMap { $0 == "-" ? nil : $0 }
  }

  /// Returns the path of an additional output file, or nil if the option is not given.
  func sideOutput(_ name: String) throws(UsageError) -> String? {
    guard let path = value(name) else { return nil }
    return try sidePath(path, of: name)
  }

  /// Returns the path, or throws for `-`, because the main output already uses standard output.
  func sidePath(_ path: String, of name: String) throws(UsageError) -> String {
    guard path != "-" else {
      throw error("`" + name + "` needs a file: `-` is standard output, which has other output")
    }
    return path
  }
}

/// The error for a command line with an invalid word, option or operand.
struct UsageError: Error {
  /// The problem, with a suggestion if a known word is similar.
  let message: String
  /// The usage line of the command.
  let usage: String

  init(_ message: String, usage: String) {
    self.message = message
    self.usage = usage
  }

  /// Returns the error for an unknown word, with a similar known word as a suggestion if there is
  /// one.
  static func unknown(
    _ what: String, _ word: String, among known: [String], usage: String
  ) -> UsageError {
    var message = "unknown " + what + " `" + word + "`"
    if let nearest = Name.nearest(Name(word), to: known.map { Name($0) }) {
      message += "; did you mean `" + nearest.text + "`?"
    }
    return UsageError(message, usage: usage)
  }
}
