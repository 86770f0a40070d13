import LinkPolicy
import LinkPolicyClaims
import LinkPolicyJSON
import Testing

@Suite("mappings of claims are read strictly")
struct ClaimsMappingTests {
  private static let head = #""linkpolicy-claims": 1, "source": "id-token", "subject": ["sub"], "#

  @Test("a mapping of the caller's own")
  func own() throws {
    let mapping = try ClaimsMapping(
      json: Array(("{" + Self.head + #""email": ["mail"], "about-email": [], "name": []}"#).utf8),
      file: "own.json")
    #expect(mapping.provider == nil)
    #expect(mapping.source == .idToken)
    #expect(mapping.issuers.isEmpty)
  }

  @Test("what is wrong is said with its place")
  func wrong() {
    let wanted: [(text: String, code: DiagnosticCode)] = [
      (
        "{" + Self.head + #""email": ["mail"], "about-email": [], "name": [], "nam": []}"#,
        .jsonUnknownKey
      ),
      ("{" + Self.head + #""email": ["mail"], "name": []}"#, .jsonMissingKey),
      ("{" + Self.head + #""name": []}"#, .jsonConflict),
      ("{" + Self.head + #""email": [], "about-email": [], "name": []}"#, .jsonUnknownValue),
      ("{" + Self.head + #""email": "mail", "about-email": [], "name": []}"#, .jsonWrongType),
      (
        "{" + Self.head + #""email": ["a"], "about-email": [], "name": [], "nonce": "md5"}"#,
        .jsonUnknownValue
      ),
      (
        #"{"linkpolicy-claims": 2, "source": "user-info", "subject": ["id"], "email": ["a"], "about-email": [], "name": []}"#,
        .jsonUnknownValue
      ),
      (
        #"{"linkpolicy-claims": 1, "source": "user-info", "subject": ["id"], "email": ["a"], "about-email": [], "name": [], "nonce": "plain"}"#,
        .jsonConflict
      ),
      (
        #"{"linkpolicy-claims": 1, "source": "token", "subject": ["id"], "email": ["a"], "about-email": [], "name": []}"#,
        .jsonUnknownValue
      ),
      ("[]", .jsonWrongType), ("", .jsonEmpty),
      (#"{"linkpolicy-claims": 1, "linkpolicy-claims": 1}"#, .jsonDuplicateKey),
    ]
    for (text, code) in wanted {
      let error = #expect(throws: InvalidInput.self, "\(text)") {
        try ClaimsMapping(json: Array(text.utf8), file: "own.json")
      }
      #expect(
        error?.diagnostics.contains { $0.code == code } == true,
        "\(text) \(String(describing: error))")
    }
  }
}
