import LinkPolicy
import LinkPolicyClaims
import LinkPolicyDiagnostics
import LinkPolicyJSON
import LinkPolicyPresets
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

  @Test(
    "what is said about an address is read where the address is",
    arguments: [
      (#"["false"]"#, "false"), (#""false""#, "false"), (#"["true", "false"]"#, nil), ("[]", nil),
      ("{}", nil),
    ])
  func besideTheAddress(_ said: String, _ claim: String?) throws {
    let mapping = try ClaimsMapping(
      json: Array(
        """
        {"linkpolicy-claims": 1, "provider": "saml.corp", "source": "attributes", "subject": ["nameID"],
         "email": ["attributes", "mail"], "about-email": ["email_verified"], "name": []}
        """.utf8), file: "own.json")
    let payload = """
      {"issuer": "idp", "audience": "sp", "notOnOrAfter": 1700000300, "nameID": "_ada",
       "attributes": {"mail": ["ada@corp.example"], "email_verified": \(said)}}
      """
    let mapped = try mapping.assertion(
      from: Array(payload.utf8),
      expecting: .attributes(audiences: ["sp"], at: 1_700_000_000, issuers: ["idp"]),
      for: Presets.firebase)
    let record = mapped.assertion.addresses.first
    #expect((record == nil) == (claim == nil))
    #expect(record?.claims.map { $0.value } ?? [] == (claim.map { [.string($0)] } ?? []))
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
      (
        "{" + Self.head + #""email": ["mail"], "about-email": ["v", "w", "v"], "name": []}"#,
        .jsonConflict
      ),
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
      (
        #"{"linkpolicy-claims": 1, "source": "user-info", "subject": ["id"], "email": ["a"], "about-email": [], "name": [], "issuers": ["x"]}"#,
        .jsonConflict
      ),
      (
        #"{"linkpolicy-claims": 1, "source": "user-info", "subject": [""], "email": ["a"], "about-email": [], "name": []}"#,
        .jsonUnknownValue
      ),
      (
        #"{"linkpolicy-claims": 1, "source": "user-info", "subject": ["id"], "address-list": {"email": "", "primary": "p", "about-email": {}}, "name": []}"#,
        .jsonUnknownValue
      ),
      ("\u{0}\u{1}", .jsonSyntax),
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
