import LinkPolicy
import LinkPolicyDiagnostics
import LinkPolicyJSON
import LinkPolicyProof
import LinkPolicyReview

@testable import LinkPolicyTesting
@testable import LinkPolicyYAML

/// The reader of what a schema describes.
enum SchemaReader: String, CaseIterable {
  case policy, vector, suite, request, runner, assumptions, map

  /// What the reader finds in a document.
  func findings(_ document: JSONValue) -> [Diagnostic] {
    var writer = JSONWriter(.pretty)
    writer.value(document)
    let bytes = writer.take()
    do throws(InvalidInput) {
      switch self {
      case .policy: _ = try PolicyText(bytes, name: "policy", finder: Self.base(of: document))
      case .vector:
        if document["cases"] != nil {
          _ = try VectorReader.read(bytes, name: "cases.json", format: .json)
        } else {
          var writer = JSONWriter()
          writer.value(document)
          _ = try VectorReader.read(writer.take(), name: "cases.jsonl", format: .jsonLines)
        }
      case .suite: _ = try SuiteManifest(bytes, name: "suite.json")
      case .request:
        _ = try RequestLine(bytes, name: "requests", line: 1).request.get()
      case .runner: return try Self.answer(bytes)
      case .assumptions: _ = try Assumptions(bytes, name: "assume.json", isStrict: true)
      case .map: _ = try SystemMap(bytes, name: "map.json")
      }
      return []
    } catch {
      return error.diagnostics
    }
  }

  /// What is found in the answer of an implementation.
  private static func answer(_ bytes: [UInt8]) throws(InvalidInput) -> [Diagnostic] {
    let document = try JSONDocument(bytes, name: "answer")
    var findings = JSONFindings(document)
    if document.root["implementation"] != nil {
      _ = HelloAnswer(document.root, &findings)
    } else if document.root["seq"] != nil {
      let results = RunAnswer(document.root, &findings)?.results ?? []
      return results.reduce(findings.diagnostics) { found, result in
        var findings = JSONFindings(document)
        _ = RunnerAnswers.result(result, &findings)
        return found + findings.diagnostics
      }
    } else {
      _ = PolicyAnswer(document.root, &findings)
    }
    return findings.diagnostics
  }

  /// Finds a policy with a table and a fact, and with guards where it is not the document that lists them.
  private static func base(of document: JSONValue) -> PolicyFinder {
    let guards =
      document["guards"]?.isArray ?? false
      ? "" : "guards: [{id: u1, refuse: no}, {id: reset, refuse: no}]"
    let text = """
      linkpolicy: 1
      name: base
      facts: {reset: {values: [a], rows: [{id: u1, is: a}, {id: reset, is: a}]}}
      decisions: {reset: {rows: [{id: u1, do: []}, {id: reset, do: []}]}}
      \(guards)
      """
    return PolicyFinder { _, _ in .found(name: "base", bytes: Array(text.utf8)) }
  }

  /// The keys beside conditions that a row, an impossible combination and an invariant are asked for.
  static let keysBesideConditions:
    (row: Set<String>, impossible: Set<String>, invariant: Set<String>) = {
      let text = Array("{id: u1, because: why, never: allowed, address: free}".utf8)
      var findings: [Diagnostic] = []
      guard let node = YAMLReader.read(text, file: 0, into: &findings).root else {
        return ([], [], [])
      }
      var decoder = DocumentDecoder()
      func known(_ read: (inout DocumentDecoder, inout MapReader) -> Bool) -> Set<String> {
        guard var map = MapReader(node, as: "a map", &decoder.findings), read(&decoder, &map) else {
          return []
        }
        return Set(map.known.map { $0.text })
      }
      return (
        known { $0.row(&$1, []) != nil }, known { $0.impossible(&$1) != nil },
        known { $0.invariant(&$1) != nil }
      )
    }()
}
