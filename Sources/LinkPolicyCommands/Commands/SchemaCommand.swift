internal import CLinkPolicyResources
internal import LinkPolicy
internal import LinkPolicyJSON
internal import LinkPolicyPresets
internal import LinkPolicyProof
internal import LinkPolicySystem
internal import LinkPolicyTesting

/// `schema`: prints the JSON Schemas of this tool's files, for editors and other programs.
struct SchemaCommand: Command {
  /// The files that have a schema.
  enum SchemaSubject: String, CaseIterable {
    case policy
    case vector
    case suite
    case request
    case answer
    case record
    case runner
    case assumptions
    case map

    /// The text of the schema.
    var text: [UInt8] {
      switch self {
      case .policy: template(.policy)
      case .vector: template(.vector)
      case .request: template(.request)
      case .answer: template(.answer)
      case .record: template(.record)
      case .assumptions: template(.assumptions)
      case .map: template(.map)
      case .suite: text("LinkPolicy suite: the manifest suite.json", SuiteManifest.schema)
      case .runner:
        text("LinkPolicy runner protocol: one line, in either direction", RunnerLine.schema)
      }
    }

    /// Returns the text of a schema that is written by hand, with placeholders for words.
    private func template(_ file: LinkPolicySchemaFile) -> [UInt8] {
      SchemaTemplate(unsafe [UInt8](linkpolicy_schema(file)), with: SchemaCommand.sets).bytes
    }

    /// Returns the text of a schema that a shape generates.
    private func text(_ title: String, _ keywords: [JSONMember]) -> [UInt8] {
      let head = JSONValue.members([
        "$schema": .string("https://json-schema.org/draft/2020-12/schema"),
        "$id": .string("\(ProjectAddress.home)schemas/\(rawValue).json"), "title": .string(title),
      ])
      var writer = JSONWriter(.pretty)
      writer.value(JSONValue(.object(head + keywords)))
      writer.endLine()
      return writer.take()
    }
  }

  static var help: CommandHelp {
    CommandHelp(
      name: "schema", operands: SchemaSubject.allCases.map { $0.rawValue }.joined(separator: "|"),
      summary:
        "Prints the JSON Schema of a kind of file or line, such as policies or requests.",
      options: [],
      details: """
        The schema follows draft 2020-12. `policy` describes a policy file, `suite` a suite.json,
        `assumptions` a file for prove --assume, and `map` a file for compare --map. `vector`
        describes a file of cases, or one line of JSON Lines. `request` describes one line for
        decide, lookup and explain, `answer` one line of their output, and `record` one line of an
        audit log. `runner` describes one line between test and another implementation, in either
        direction. With a schema, an editor checks the shape of a file and completes its keys. A
        schema cannot verify that names are declared, that tables have no gaps, or that shards match
        the manifest: run check, test or vectors lint.
        """,
      examples: ["linkpolicy schema policy", "linkpolicy schema suite"])
  }

  /// The words of each closed set in vectors, suites, runner lines and assumptions, keyed by the set's name in
  /// templates.
  static let sets: [String: [String]] = [
    "listener-notices": ExpectedNotice.words.words,
    "obtainers": Assumptions.Obtainer.allCases.map { $0.rawValue },
    "actors": Actor.allCases.map { $0.word },
    "ignored-of-addresses": SharedMailbox.Ignored.allCases.map { $0.rawValue },
    "switches": ProofSwitch.all.map { $0.name }, "switch-words": ProofSwitch.words,
  ]

  private let subject: SchemaSubject

  init(_ arguments: Arguments) throws(UsageError) {
    let word = try arguments.operands(1...1)[0]
    guard let subject = SchemaSubject(rawValue: word) else {
      throw .unknown(
        "schema", word, among: SchemaSubject.allCases.map { $0.rawValue }, usage: Self.help.usage)
    }
    self.subject = subject
  }

  func run(_ terminal: inout Terminal) -> ExitCode {
    terminal.output.write(subject.text)
    return .clean
  }
}
