internal import LinkPolicy

/// `schema`: what the files of this tool look like, for editors and other programs.
struct SchemaCommand: Command {
  /// What there is a schema of.
  private enum Subject: String, CaseIterable {
    case vector
    case suite

    var bytes: [UInt8] {
      switch self {
      case .vector: PackageResources.vector_json
      case .suite: PackageResources.suite_json
      }
    }
  }

  static var help: CommandHelp {
    CommandHelp(
      name: "schema", operands: Subject.allCases.map { $0.rawValue }.joined(separator: "|"),
      summary: "Prints the JSON Schema of vector files or of the manifests of suites.",
      options: [],
      details: """
        The schema is that of draft 2020-12. `vector` is a file of cases or one line of JSON Lines,
        `suite` a suite.json. A schema sees the shape; that ids are unique, steps name what is
        there and shards are what the manifest says is for test and vectors lint.
        """,
      examples: ["linkpolicy schema vector", "linkpolicy schema suite"])
  }

  private let subject: Subject

  init(_ arguments: Arguments) throws(UsageError) {
    let word = try arguments.operands(1...1)[0]
    guard let subject = Subject(rawValue: word) else {
      throw .unknown(
        "schema", word, among: Subject.allCases.map { $0.rawValue }, usage: Self.help.usage)
    }
    self.subject = subject
  }

  func run(_ terminal: inout Terminal) -> ExitCode {
    terminal.output.write(subject.bytes)
    return .clean
  }
}
