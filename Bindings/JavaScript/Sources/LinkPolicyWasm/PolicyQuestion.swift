internal import LinkPolicy
internal import LinkPolicyAuthoring
package import LinkPolicyDiagnostics
internal import LinkPolicyExploration
package import LinkPolicyJSON
internal import LinkPolicyPresets
internal import LinkPolicyRendering
internal import LinkPolicyTesting
internal import LinkPolicyYAML

/// The findings about a text or a question, for a caller in another language.
package struct RejectedQuestion: Error {
  /// The findings as a JSON array, in the format of `linkpolicy check --format json`.
  package let json: [UInt8]

  package init(_ input: InvalidInput) {
    var writer = JSONWriter()
    writer.findings(input.diagnostics, in: input.sources)
    json = writer.take()
  }
}

/// A question about the texts of policies.
package struct PolicyQuestion {
  enum Content {
    case check(PolicyFile)
    case play(PolicyFile, vectors: [UInt8], VectorReader.Format)
    case matrix(PolicyFile)
    case diff(Sides<PolicyFile>, stores: Int, isText: Bool)
    case format(PolicyFile)
    case source(String)
  }

  let content: Content

  /// Reads a question: an object with one key, which names the kind of question.
  init(json: [UInt8]) throws(RejectedQuestion) {
    do throws(InvalidInput) {
      let sources = SourceMap(files: [SourceMap.File(name: "question", bytes: json)])
      // The limit has room for two policies of 8 MiB with escapes.
      let limits = JSONLimits(documentBytes: 64 << 20)
      let document = try JSONDocument(file: 0, of: sources, limits: limits)
      var findings = JSONFindings(document)
      let question = Self.read(document.root, &findings)
      try findings.check(in: sources)
      guard let question else { preconditionFailure("a question is nil only if there is a finding") }
      content = question
    } catch {
      throw RejectedQuestion(error)
    }
  }

  private static func read(
    _ root: JSONValue, _ findings: inout JSONFindings
  ) -> Content? {
    guard var reader = JSONObjectReader(root, in: nil, &findings) else { return nil }
    let verbs = ["check", "play", "matrix", "diff", "format", "source"]
    guard let asked = reader.required("ask", &findings),
      let verb = findings.choice(asked, of: verbs, in: "ask").map({ verbs[$0] })
    else { return nil }
    var content: Content?
    switch verb {
    case "check": content = PolicyFile(&reader, &findings).map { .check($0) }
    case "matrix": content = PolicyFile(&reader, &findings).map { .matrix($0) }
    case "format": content = PolicyFile(&reader, &findings).map { .format($0) }
    case "source": content = reader.requiredText("name", &findings).map { .source($0) }
    case "play":
      let policy = PolicyFile(&reader, &findings)
      let vectors = reader.requiredText("vectors", &findings)
      let format = reader.flag("json", &findings) ?? false
      if let policy, let vectors {
        content = .play(policy, vectors: Array(vectors.utf8), format ? .json : .yaml)
      }
    case "diff":
      let old = reader.requiredText("old", &findings)
      let oldName = reader.text("oldName", &findings) ?? "old.yaml"
      let new = reader.requiredText("new", &findings)
      let newName = reader.text("newName", &findings) ?? "new.yaml"
      let isText = Self.isText(&reader, &findings)
      let stores = reader.number("stores", in: 0...1_000_000, &findings) ?? 400
      let files = PolicyFile.others(&reader, &findings)
      if let old, let new {
        content = .diff(
          Sides(
            old: PolicyFile(old, name: oldName, beside: files),
            new: PolicyFile(new, name: newName, beside: files)),
          stores: stores, isText: isText)
      }
    default: break
    }
    reader.finish(&findings)
    return content
  }

  /// Reads the key `format`, and returns whether it requests text for people instead of JSON.
  package static func isText(
    _ reader: inout JSONObjectReader, _ findings: inout JSONFindings
  ) -> Bool {
    guard let value = reader.given("format") else { return false }
    return findings.choice(value, of: ["json", "pretty"], in: "format") == 1
  }
}
