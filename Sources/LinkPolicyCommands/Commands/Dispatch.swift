internal import LinkPolicyDiagnostics

/// Finds the command that the arguments name, and runs it.
enum Dispatch {
  /// The command line as a whole, in one line.
  static var usage: String { "linkpolicy VERB ARGUMENT... | linkpolicy help VERB" }

  static func run(
    _ arguments: [String], _ terminal: inout Terminal
  ) throws(UsageError) -> ExitCode {
    guard let first = arguments.first else {
      throw UsageError(
        "no verb; there are " + verbs.joined(separator: ", "), usage: usage)
    }
    let rest = Array(arguments.dropFirst())
    switch first {
    case "--help", "-h", "help": return try help(rest, &terminal)
    case "--version":
      terminal.print("linkpolicy \(CommandLineTool.version)")
      return .clean
    default: return try verb(first).run(rest, &terminal)
    }
  }

  /// Runs one command, and reports what keeps it from running.
  static func run<C: Command>(
    _ command: C.Type, _ words: [String], _ terminal: inout Terminal
  ) throws(UsageError) -> ExitCode {
    if words.prefix(while: { $0 != "--" }).contains(where: { $0 == "--help" || $0 == "-h" }) {
      terminal.write(C.help.text)
      return .clean
    }
    let command = try C(Arguments(words, of: C.help))
    do throws(InvalidInput) {
      return try command.run(&terminal)
    } catch {
      terminal.say(error)
      return .invalidInput
    }
  }

  private static var verbs: [String] { Verb.allCases.map { $0.rawValue } }

  private static func verb(_ word: String) throws(UsageError) -> Verb {
    guard let verb = Verb(rawValue: word) else {
      let what = word.hasPrefix("-") ? "option" : "verb"
      throw .unknown(
        what, word, among: verbs + ["help", "--help", "--version"], usage: usage)
    }
    return verb
  }

  private static func help(
    _ words: [String], _ terminal: inout Terminal
  ) throws(UsageError) -> ExitCode {
    if words.count > 1, words[0] == Verb.vectors.rawValue {
      terminal.write(try VectorsVerb.named(words[1]).help.text)
    } else if let word = words.first {
      terminal.write(try verb(word).help.text)
    } else {
      terminal.write(Overview.text)
    }
    return .clean
  }
}
