import Foundation
import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyClaims
import LinkPolicyPresets
import LinkPolicyTestSupport
import LinkPolicyYAML
import Testing

@Suite("claims become an assertion")
struct ClaimsAssertionTests {
  @Test("documented payloads and their malformed kin", arguments: ClaimsCase.names)
  func payloads(_ file: String) throws {
    let cases = try ClaimsCase.cases(of: file)
    #expect(!cases.isEmpty)
    for one in cases {
      let (outcome, expected) = (try one.outcome(), try one.expected())
      #expect(outcome == expected, "\(one.id)")
    }
  }

  @Test("every file of cases is played, and every mapping that ships has one")
  func files() throws {
    let cases = try FileManager.default.contentsOfDirectory(
      atPath: Project.file("Tests/LinkPolicyClaimsTests/Cases").path)
    let mappings = try FileManager.default.contentsOfDirectory(
      atPath: Project.file("Sources/LinkPolicyClaims/Mappings").path)
    #expect(cases.sorted() == ClaimsCase.names.map { $0 + ".json" })
    #expect(mappings.sorted() == cases.sorted())
  }

  @Test("a subject has at most 255 bytes of UTF-8, and a longer one is not repeated")
  func subjectLength() throws {
    func subject(_ text: String) throws(ClaimsError) -> String? {
      let payload = """
        {"iss": "https://accounts.google.com", "aud": "app", "exp": 2000000000, "sub": "\(text)"}
        """
      return try ClaimsMapping.google.assertion(
        from: Array(payload.utf8),
        expecting: .idToken(audiences: ["app"], at: 1_700_000_000, nonce: .notSent),
        for: Presets.firebase
      ).assertion.subject
    }
    let longest = "x" + String(repeating: "é", count: 127)
    #expect(try subject(longest) == longest)
    for count in [256, 500_000] {
      let error = try #require(throws: ClaimsError.self) {
        try subject(String(repeating: "x", count: count))
      }
      #expect(error.reason == .claim)
      #expect(error.message == "`sub` has \(count) bytes, and a subject has at most 255")
    }
  }

  @Test("whoever has an account gets in although the address is unusable")
  func unusableAddress() throws {
    for email in [#""no address""#, "7", "null", #""""#, #"["a@b.example"]"#, #""a@b@c""#] {
      let payload = """
        {"iss": "https://accounts.google.com", "aud": "app", "exp": 2000000000, "sub": "g1",
         "email": \(email), "email_verified": true}
        """
      let mapped = try ClaimsMapping.google.assertion(
        from: Array(payload.utf8),
        expecting: .idToken(audiences: ["app"], at: 1_700_000_000, nonce: .notSent),
        for: Presets.firebase)
      let lookup = try Presets.firebase.lookup(
        for: Attempt(.signIn, with: mapped.assertion), by: .nobody, under: [:])
      let ada = Account(
        id: "u1", version: 3, tenant: nil, email: "ada@example.com", isEmailVerified: true,
        state: .active, epoch: 0,
        methods: [Method("google.com", .federated, subject: "g1")], labels: [])
      let found = try lookup.answered(
        credential: .account(ada), addresses: lookup.addresses.map { _ in [] },
        session: .notAsked, target: .notAsked, code: .notAsked,
        method: lookup.asksMethod ? .enabled : .notAsked)
      let decision = try Presets.firebase.decide(found)
      #expect(decision.row?.id == "returning", "\(email)")
    }
  }

  @Test("whoever has an account gets in where the policy takes no address of the provider")
  func addressThatIsNotTaken() throws {
    let text =
      "linkpolicy: 1\nextends: firebase\nname: names\nproviders: {google.com: {kind: federated, gives: [name]}}\n"
    let policy = try CompiledPolicy(
      PolicyText(Array(text.utf8), name: "names.yaml", finder: Presets.finder).document
    ).policy
    let payload = """
      {"iss": "https://accounts.google.com", "aud": "app", "exp": 2000000000, "sub": "g1",
       "email": "ada@example.com", "email_verified": true, "name": "Ada"}
      """
    let mapped = try ClaimsMapping.google.assertion(
      from: Array(payload.utf8),
      expecting: .idToken(audiences: ["app"], at: 1_700_000_000, nonce: .notSent), for: policy)
    #expect(mapped.assertion.addresses.isEmpty)
    #expect(mapped.assertion.profile.name == "Ada")
    #expect(mapped.notes.map(\.claim) == ["email"])
    #expect(mapped.notes.first?.reason == "the policy says that the provider gives no address")
    #expect(throws: Never.self) {
      try policy.lookup(for: Attempt(.signIn, with: mapped.assertion), by: .nobody, under: [:])
    }
  }

  @Test("no message repeats what a payload holds")
  func messages() throws {
    let secret = "sECRETaddress"
    let payloads = [
      #"{"iss": "\#(secret)", "aud": "app", "exp": 2000000000, "sub": "g1"}"#,
      #"{"iss": "accounts.google.com", "aud": "\#(secret)", "exp": 2000000000, "sub": "g1"}"#,
      #"{"\#(secret)": 1, "\#(secret)": 2}"#, secret, #"{"iss": ["\#(secret)"]}"#,
    ]
    for payload in payloads {
      let error = #expect(throws: ClaimsError.self) {
        try ClaimsMapping.google.assertion(
          from: Array(payload.utf8),
          expecting: .idToken(audiences: ["app"], at: nil, nonce: .notSent),
          for: Presets.firebase)
      }
      #expect(error?.message.isEmpty == false)
      #expect(error?.message.contains(secret) == false)
    }
  }

  @Test("bytes of any kind end in an error or an assertion")
  func garbage() {
    var generator = SeededGenerator(seed: 15)
    let whole = Array(
      #"{"iss":"accounts.google.com","aud":"app","exp":2000000000,"sub":"g1","email":"a@b.example"}"#
        .utf8)
    var made = 0
    for _ in 0..<4000 {
      var bytes = whole
      for _ in 0...generator.below(3) {
        let place = generator.below(bytes.count)
        switch generator.below(3) {
        case 0: bytes[place] = UInt8(truncatingIfNeeded: generator.below(256))
        case 1: bytes.remove(at: place)
        default: bytes.insert(UInt8(truncatingIfNeeded: generator.below(256)), at: place)
        }
      }
      let mapped = try? ClaimsMapping.google.assertion(
        from: bytes, expecting: .idToken(audiences: ["app"], at: 1_700_000_000, nonce: .notSent),
        for: Presets.firebase)
      made += mapped == nil ? 0 : 1
    }
    #expect(made > 100 && made < 3900)
  }
}
