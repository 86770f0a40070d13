internal import LinkPolicyDiagnostics

/// The verbs of the command line, such as `check`, in the order of the help.
enum Verb: String, CaseIterable {
  case check
  case expand
  case compile
  case image
  case fmt
  case decide
  case lookup
  case explain
  case play
  case test
  case vectors
  case schema
  case diff
  case compare
  case replay
  case coverage
  case generate
  case mutate
  case render
  case prove
  case doctor
  case `import`
  case lsp

  /// The help of the verb's command.
  var help: CommandHelp {
    switch self {
    case .check: CheckCommand.help
    case .expand: ExpandCommand.help
    case .compile: CompileCommand.help
    case .image: ImageVerb.help
    case .fmt: FormatCommand.help
    case .decide: DecideCommand.help
    case .lookup: LookupCommand.help
    case .explain: ExplainCommand.help
    case .play: PlayCommand.help
    case .test: TestCommand.help
    case .vectors: VectorsVerb.help
    case .schema: SchemaCommand.help
    case .diff: DiffCommand.help
    case .compare: CompareCommand.help
    case .replay: ReplayCommand.help
    case .coverage: CoverageCommand.help
    case .generate: GenerateCommand.help
    case .mutate: MutateCommand.help
    case .render: RenderCommand.help
    case .prove: ProveCommand.help
    case .doctor: DoctorCommand.help
    case .import: ImportCommand.help
    case .lsp: EditorCommand.help
    }
  }

  /// Runs the verb's command with the words after the verb.
  func run(_ words: [String], _ terminal: inout Terminal) throws(UsageError) -> ExitCode {
    switch self {
    case .check: try Dispatch.run(CheckCommand.self, with: words, &terminal)
    case .expand: try Dispatch.run(ExpandCommand.self, with: words, &terminal)
    case .compile: try Dispatch.run(CompileCommand.self, with: words, &terminal)
    case .image: try ImageVerb.run(words, &terminal)
    case .fmt: try Dispatch.run(FormatCommand.self, with: words, &terminal)
    case .decide: try Dispatch.run(DecideCommand.self, with: words, &terminal)
    case .lookup: try Dispatch.run(LookupCommand.self, with: words, &terminal)
    case .explain: try Dispatch.run(ExplainCommand.self, with: words, &terminal)
    case .play: try Dispatch.run(PlayCommand.self, with: words, &terminal)
    case .test: try Dispatch.run(TestCommand.self, with: words, &terminal)
    case .vectors: try VectorsVerb.run(words, &terminal)
    case .schema: try Dispatch.run(SchemaCommand.self, with: words, &terminal)
    case .diff: try Dispatch.run(DiffCommand.self, with: words, &terminal)
    case .compare: try Dispatch.run(CompareCommand.self, with: words, &terminal)
    case .replay: try Dispatch.run(ReplayCommand.self, with: words, &terminal)
    case .coverage: try Dispatch.run(CoverageCommand.self, with: words, &terminal)
    case .generate: try Dispatch.run(GenerateCommand.self, with: words, &terminal)
    case .mutate: try Dispatch.run(MutateCommand.self, with: words, &terminal)
    case .render: try Dispatch.run(RenderCommand.self, with: words, &terminal)
    case .prove: try Dispatch.run(ProveCommand.self, with: words, &terminal)
    case .doctor: try Dispatch.run(DoctorCommand.self, with: words, &terminal)
    case .import: try Dispatch.run(ImportCommand.self, with: words, &terminal)
    case .lsp: try Dispatch.run(EditorCommand.self, with: words, &terminal)
    }
  }
}

/// A verb of the command line, such as `check`, with its help and its run.
protocol Command {
  /// The help of the command.
  static var help: CommandHelp { get }

  /// Reads the arguments of the command; throws for a wrong option or operand.
  init(_ arguments: Arguments) throws(UsageError)

  /// Runs the command; the caller reports the thrown problems of input files.
  func run(_ terminal: inout Terminal) throws(InvalidInput) -> ExitCode
}
