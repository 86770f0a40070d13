internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyDiagnostics
internal import LinkPolicyJSON
internal import LinkPolicyPresets
internal import LinkPolicyProof
internal import LinkPolicyRendering
internal import LinkPolicyReview
internal import LinkPolicyTesting
internal import LinkPolicyYAML

/// The findings about a text or a question, for a caller in another language.
struct RejectedQuestion: Error {
  /// An array of findings, as `linkpolicy check --format json` writes them.
  let json: [UInt8]

  init(_ input: InvalidInput) {
    var writer = JSONWriter()
    writer.findings(input.diagnostics, in: input.sources)
    json = writer.take()
  }
}

/// A question about the texts of policies.
struct PolicyQuestion {
  /// The text of a policy, with the other files that it can extend.
  struct PolicyFile {
    let text: [UInt8]
    let name: String
  }

  enum Content {
    case check(PolicyFile)
    case play(PolicyFile, vectors: [UInt8], VectorReader.Format)
    case matrix(PolicyFile)
    case diff(Sides<PolicyFile>, DifferenceReport.DifferenceReportFormat, stores: Int)
    case prove(PolicyFile, Proof.Options, assumptions: [UInt8]?, isText: Bool)
    case format(PolicyFile)
    case source(String)
  }

  let content: Content
  let files: [(name: String, bytes: [UInt8])]

  /// Reads a question: an object with one key, which says what is asked.
  init(json: [UInt8]) throws(RejectedQuestion) {
    do throws(InvalidInput) {
      let sources = SourceMap(files: [SourceMap.File(name: "question", bytes: json)])
      let document = try JSONDocument(file: 0, of: sources)
      var findings = JSONFindings(document)
      let question = Self.read(document.root, &findings)
      try findings.check(in: sources)
      guard let question else { preconditionFailure("a question is nil only beside a finding") }
      (content, files) = question
    } catch {
      throw RejectedQuestion(error)
    }
  }

  private static func read(
    _ root: JSONValue, _ findings: inout JSONFindings
  ) -> (Content, [(name: String, bytes: [UInt8])])? {
    guard var reader = JSONObjectReader(root, in: nil, &findings) else { return nil }
    let verbs = ["check", "play", "matrix", "diff", "prove", "format", "source"]
    guard let verb = reader.required("ask", &findings).flatMap({ value in
      findings.choice(value, of: verbs, in: "ask").map { verbs[$0] }
    }) else { return nil }
    let files = reader.pairs("files", &findings).map { (name: $0.name, bytes: Array($0.value.utf8)) }
    var content: Content?
    switch verb {
    case "check": content = file(&reader, &findings).map { .check($0) }
    case "matrix": content = file(&reader, &findings).map { .matrix($0) }
    case "format": content = file(&reader, &findings).map { .format($0) }
    case "source": content = reader.requiredText("name", &findings).map { .source($0) }
    case "play":
      let policy = file(&reader, &findings)
      let vectors = reader.requiredText("vectors", &findings)
      let format = reader.given("json").flatMap { findings.bool($0, in: "json") } ?? false
      if let policy, let vectors {
        content = .play(policy, vectors: Array(vectors.utf8), format ? .json : .yaml)
      }
    case "diff":
      let old = reader.requiredText("old", &findings)
      let oldName = reader.text("oldName", &findings) ?? "old.yaml"
      let new = reader.requiredText("new", &findings)
      let newName = reader.text("newName", &findings) ?? "new.yaml"
      let format = reader.text("format", &findings) ?? "json"
      let stores = reader.optionalInt("stores", range: 0...1_000_000, &findings) ?? 400
      if let old, let new {
        content = .diff(
          Sides(
            old: PolicyFile(text: Array(old.utf8), name: oldName),
            new: PolicyFile(text: Array(new.utf8), name: newName)),
          DifferenceReport.DifferenceReportFormat(rawValue: format) ?? .json, stores: stores)
      }
    default:
      let policy = file(&reader, &findings)
      var options = Proof.Options()
      options.threads = 0
      options.countsCells = reader.given("cells").flatMap { findings.bool($0, in: "cells") } ?? false
      options.seeksShorter = reader.given("shorter").flatMap { findings.bool($0, in: "shorter") } ?? true
      options.worlds = reader.optionalInt("worlds", range: 1...10_000_000, &findings) ?? options.worlds
      options.attempts =
        reader.optionalInt("attempts", range: 1...1_000_000_000, &findings) ?? options.attempts
      let assumptions = reader.text("assumptions", &findings)
      let isText = reader.text("format", &findings)?.hasSameBytes(as: "pretty") ?? false
      content = policy.map {
        .prove($0, options, assumptions: assumptions.map { Array($0.utf8) }, isText: isText)
      }
    }
    reader.finish(&findings)
    return content.map { ($0, files) }
  }

  private static func file(
    _ reader: inout JSONObjectReader, _ findings: inout JSONFindings
  ) -> PolicyFile? {
    let text = reader.requiredText("text", &findings)
    let name = reader.text("name", &findings) ?? "policy.yaml"
    return text.map { PolicyFile(text: Array($0.utf8), name: name) }
  }
}
