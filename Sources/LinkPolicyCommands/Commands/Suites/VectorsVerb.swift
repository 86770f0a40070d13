/// The verbs of `linkpolicy vectors`, such as `lint`, which work on suites.
enum VectorsVerb: String, VerbGroup {
  case lint
  case stats
  case add
  case copy

  static var verb: Verb { .vectors }
  static var summary: String { "Maintains suites of vectors: lint, stats, add, copy." }
  static var examples: [String] {
    ["linkpolicy vectors lint suite", "linkpolicy vectors stats suite"]
  }

  var help: CommandHelp {
    switch self {
    case .lint: LintCommand.help
    case .stats: StatsCommand.help
    case .add: AddCommand.help
    case .copy: CopyCommand.help
    }
  }

  func run(_ words: [String], _ terminal: inout Terminal) throws(UsageError) -> ExitCode {
    switch self {
    case .lint: try Dispatch.run(LintCommand.self, with: words, &terminal)
    case .stats: try Dispatch.run(StatsCommand.self, with: words, &terminal)
    case .add: try Dispatch.run(AddCommand.self, with: words, &terminal)
    case .copy: try Dispatch.run(CopyCommand.self, with: words, &terminal)
    }
  }
}
