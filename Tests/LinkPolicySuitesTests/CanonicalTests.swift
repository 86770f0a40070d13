import LinkPolicy
import LinkPolicyJSON
import LinkPolicyTesting
import Testing

@Suite("Bodies and inputs have one spelling")
struct CanonicalTests {
  private func vector(_ text: String, _ format: VectorReader.Format) throws -> VectorCase {
    var found: VectorCase?
    try VectorReader.read(
      Array(text.utf8), name: "x", format: format, keepsJSON: true
    ) { (vector: VectorCase) in found = vector }
    return try #require(found)
  }

  @Test("values are spelled as Python's json spells them, sorted and without space")
  func spelling() throws {
    let text =
      #" { "b" : [ 1 , -0, 1.50, true, null ] , "a\u00e9" : "\u0001\b\f\n\r\t\"\\\/\u007fé\u2028", "a":{}} "#
    let document = try JSONDocument(Array(text.utf8), name: "x")
    #expect(
      String(decoding: CanonicalJSON.bytes(of: document.root), as: UTF8.self)
        == "{\"a\":{},\"aé\":\"\\u0001\\b\\f\\n\\r\\t\\\"\\\\/\u{7F}é\u{2028}\",\"b\":[1,0,1.50,true,null]}"
    )
  }

  @Test("a case means the same in every format, whatever is said about it")
  func formats() throws {
    let yaml = """
      vectors: 1
      policy: p
      cases:
        - id: a
          title: t
          proves: [L1]
          flags: [F]
          source: s
          comment: c
          known: [{policy: p, weakness: W1, reason: r}]
          steps:
            - attempt: {action: delete}
              expect: {outcome: refused}
          accounts: []

      """
    let line =
      #"{"policy":"p","accounts":[],"steps":[{"expect":{"outcome":"refused"},"#
      + #""attempt":{"action":"delete"}}],"id":"b"}"#
    let a = try vector(yaml, .yaml)
    let b = try vector(line, .jsonLines)
    // Python: sha256(json.dumps(body, sort_keys=True, separators=(",", ":"), ensure_ascii=False))
    #expect(a.bodyHash == "45dd7f39c80ace8f" && b.bodyHash == a.bodyHash)
    #expect(a.inputsHash == "6851165bd3da" && b.inputsHash == a.inputsHash)
    let other = try vector(line.replacing("refused", with: "allowed"), .jsonLines)
    #expect(other.bodyHash != a.bodyHash && other.inputsHash == a.inputsHash)
    let elsewhere = try vector(line.replacing(#""p""#, with: #""q""#), .jsonLines)
    #expect(elsewhere.inputsHash != a.inputsHash)
    #expect(
      try VectorReader.read(Array(line.utf8), name: "x", format: .jsonLines)[0].bodyHash == nil)
  }
}
