/// The verbs of `linkpolicy vectors`, such as `lint`, which work on suites.
enum VectorsVerb: String, CaseIterable {
  case lint
  case stats
  case add
  case copy

  /// The help of `linkpolicy vectors`, which lists these verbs.
  static var help: CommandHelp {
    let names = allCases.map { $0.rawValue }.joined(separator: "|")
    let width = allCases.reduce(0) { max($0, $1.rawValue.count) }
    let lines = allCases.map { verb in
      "  " + Columns.pad(verb.rawValue, to: width) + "  " + verb.help.summary
    }
    return CommandHelp(
      name: "vectors", operands: names + " ARGUMENT...",
      summary: "Maintains suites of vectors: lint, stats, add, copy.", options: [],
      details: "verbs:\n" + lines.joined(separator: "\n")
        + "\n\n`linkpolicy vectors VERB --help` describes a verb, with an example.",
      examples: ["linkpolicy vectors lint suite", "linkpolicy vectors stats suite"])
  }

  /// Returns the verb with a name.
  static func named(_ name: String) throws(UsageError) -> VectorsVerb {
    guard let verb = VectorsVerb(rawValue: name) else {
      let known = allCases.map { $0.rawValue }
      throw .unknown("verb of vectors", name, among: known, usage: help.usage)
    }
    return verb
  }

  /// Runs the verb that the first word names.
  static func run(_ words: [String], _ terminal: inout Terminal) throws(UsageError) -> ExitCode {
    guard let first = words.first else {
      throw UsageError("`vectors` needs a verb, such as `lint`", usage: help.usage)
    }
    let wantsHelp = words.prefix { $0 != "--" }.contains { $0 == "--help" || $0 == "-h" }
    guard !wantsHelp || !first.hasPrefix("-") else {
      terminal.write(help.text)
      return .clean
    }
    let verb = try named(first)
    let rest = Array(words.dropFirst())
    return switch verb {
    case .lint: try Dispatch.run(LintCommand.self, with: rest, &terminal)
    case .stats: try Dispatch.run(StatsCommand.self, with: rest, &terminal)
    case .add: try Dispatch.run(AddCommand.self, with: rest, &terminal)
    case .copy: try Dispatch.run(CopyCommand.self, with: rest, &terminal)
    }
  }

  /// The help of the verb's command.
  var help: CommandHelp {
    switch self {
    case .lint: LintCommand.help
    case .stats: StatsCommand.help
    case .add: AddCommand.help
    case .copy: CopyCommand.help
    }
  }
}
