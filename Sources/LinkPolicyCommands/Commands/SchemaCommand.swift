internal import LinkPolicy
internal import LinkPolicyJSON

/// `schema`: what the files of this tool look like, for editors and other programs.
struct SchemaCommand: Command {
  /// What there is a schema of.
  private enum Subject: String, CaseIterable {
    case policy
    case vector
    case suite
    case request
    case answer
    case runner

    var bytes: [UInt8] {
      switch self {
      case .policy: PackageResources.policy_json
      case .vector: PackageResources.vector_json
      case .suite: PackageResources.suite_json
      case .request: PackageResources.request_json
      case .answer: PackageResources.answer_json
      case .runner: PackageResources.runner_json
      }
    }
  }

  static var help: CommandHelp {
    CommandHelp(
      name: "schema", operands: Subject.allCases.map { $0.rawValue }.joined(separator: "|"),
      summary: "Prints the JSON Schema of policies, vectors, suites, requests, answers or runners.",
      options: [],
      details: """
        The schema is that of draft 2020-12. `policy` is a policy file, `vector` a file of cases or
        one line of JSON Lines, `suite` a suite.json, `request` one line for decide, lookup and
        explain, `answer` one line of what they print, `runner` one line between test and another
        implementation, in either direction. A schema sees the shape, and that is what editors
        check and complete; whether names are declared, tables have gaps and shards are what the
        manifest says is for check, test and vectors lint.
        """,
      examples: ["linkpolicy schema policy", "linkpolicy schema suite"])
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
    terminal.output.write(SchemaTemplate(subject.bytes).bytes)
    return .clean
  }
}
