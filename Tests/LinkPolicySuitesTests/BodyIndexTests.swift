import LinkPolicy
import LinkPolicyDiagnostics
import Testing

@testable import LinkPolicyTesting

@Suite("Indexes are read strictly")
struct BodyIndexTests {
  @Test("an index is hashes by id")
  func index() throws {
    let text = "{\"b\": \"0123456789abcdef\", \"a\": \"fedcba9876543210\"}"
    let index = try BodyIndex(Array(text.utf8), name: "index.json")
    #expect(
      String(decoding: index.bytes, as: UTF8.self)
        == "{\n  \"a\": \"fedcba9876543210\",\n  \"b\": \"0123456789abcdef\"\n}\n")
    for text in ["[]", "{\"a\": 1}", "{\"a\": \"0\"}", "{\"a\": \"0123456789abcdeG\"}"] {
      #expect(throws: InvalidInput.self, "\(text)") {
        try BodyIndex(Array(text.utf8), name: "index.json")
      }
    }
  }
}
