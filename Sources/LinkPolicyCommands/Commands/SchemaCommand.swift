internal import CLinkPolicyResources
internal import LinkPolicy
internal import LinkPolicyJSON
internal import LinkPolicyPresets
internal import LinkPolicyProof
internal import LinkPolicyReview
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

    /// The origin of a schema.
    enum SchemaSource {
      /// A text written by hand, with placeholders for words.
      case template([UInt8])
      /// A title, and the keywords that a shape generates.
      case shape(String, [JSONMember])
    }

    /// The origin of the schema of this kind of file.
    var source: SchemaSource {
      switch self {
      case .policy: Self.template(.policy)
      case .vector: Self.template(.vector)
      case .request: Self.template(.request)
      case .answer: Self.template(.answer)
      case .record: Self.template(.record)
      case .suite: .shape("LinkPolicy suite: the manifest suite.json", SuiteManifest.schema)
      case .runner:
        .shape("LinkPolicy runner protocol: one line, in either direction", RunnerLine.schema)
      case .assumptions:
        .shape("LinkPolicy assumptions: the premises of a proof", AssumptionsFile.schema)
      case .map:
        .shape(
          "LinkPolicy map: the names of one system, translated to the names of another system",
          SystemMapFile.schema)
      }
    }

    private static func template(_ file: LinkPolicySchemaFile) -> SchemaSource {
      .template(unsafe [UInt8](linkpolicy_schema(file)))
    }

    /// The text of the schema.
    var text: [UInt8] {
      switch source {
      case .template(let bytes): SchemaTemplate(bytes, with: SchemaCommand.sets).bytes
      case .shape(let title, let keywords): text(title, keywords)
      }
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

  /// The words of each closed set that only vectors use, keyed by the set's name in templates.
  static let sets: [String: [String]] = ["listener-notices": ExpectedNotice.words.words]

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
