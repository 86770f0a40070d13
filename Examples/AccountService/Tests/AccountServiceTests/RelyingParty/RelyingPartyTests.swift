internal import LinkPolicy
internal import LinkPolicyPresets
internal import Testing

@testable internal import AccountService

@Suite struct RelyingPartyTests {
  /// A provider on a separate port, and the relying party that uses the provider.
  private struct Both {
    let provider: IdentityProvider
    let party: RelyingParty
    let server: HTTPServer

    init(_ description: ProviderDescription, at clock: Clock) throws {
      let redirect = "http://127.0.0.1:1" + description.path + "/callback"
      let provider = IdentityProvider(
        description, redirectURI: redirect, clientSecret: "secret", clock: clock)
      server = try #require(
        HTTPServer.listening(on: 0) { provider.answer($0) ?? .problem(404, "nothing") })
      self.provider = provider
      party = RelyingParty(
        description: description, providerOrigin: "http://127.0.0.1:\(server.port)",
        providerPort: server.port, redirectURI: redirect, clientSecret: "secret", clock: clock,
        policy: Presets.hardened)
    }

    /// Returns a token for a request with a nonce.
    func token(_ person: Person, nonce: String, _ fault: Fault = .none) throws -> String {
      let place = party.authorization(state: "s", rawNonce: nonce)
      let query = try #require(place.split(separator: "?").last)
      let fields = try #require(FormEncoding.fields(of: Array(query.utf8)))
      let asked = try #require(AuthorizationRequest(fields))
      return provider.token(for: person, asked, with: fault)
    }
  }

  private static let ada = Person(
    subject: "ada-1", email: "ada@gmail.com", isVerified: true, name: "Ada Lovelace")

  @Test func itSaysWhoSomebodyIs() throws {
    for description in ProviderDescription.all {
      let both = try Both(description, at: Clock())
      defer { both.server.stop() }
      let token = try both.token(Self.ada, nonce: "n")
      let assertion = try both.party.assertion(
        by: token, rawNonce: "n", user: #"{"name":{"firstName":"Ada","lastName":"King"}}"#)
      #expect(assertion.provider == description.id)
      #expect(assertion.subject == "ada-1")
      #expect(assertion.addresses.first?.email == "ada@gmail.com")
      #expect(
        assertion.profile.name == (description.id == "apple.com" ? "Ada King" : "Ada Lovelace"))
      #expect(assertion.nonce == .matched)
    }
  }

  @Test func itBelievesNothingElse() throws {
    for description in ProviderDescription.all {
      let clock = Clock()
      let both = try Both(description, at: clock)
      defer { both.server.stop() }
      for fault in Fault.allCases where fault != .none && fault != .state {
        let token = try both.token(Self.ada, nonce: "n", fault)
        #expect(throws: SignInProblem.self, "\(description.id), \(fault.title)") {
          try both.party.assertion(by: token, rawNonce: "n", user: nil)
        }
      }
      let token = try both.token(Self.ada, nonce: "n")
      #expect(throws: SignInProblem.self) {
        try both.party.assertion(by: token, rawNonce: "another", user: nil)
      }
      // An empty nonce must not match.
      #expect(throws: SignInProblem.self) {
        try both.party.assertion(by: token, rawNonce: "", user: nil)
      }
      clock.pass(2 * 3600)
      #expect(throws: SignInProblem.self) {
        try both.party.assertion(by: token, rawNonce: "n", user: nil)
      }
    }
  }

  @Test func oneProvidersTokenIsNotTheOthers() throws {
    let clock = Clock()
    let (google, apple) = (try Both(.google, at: clock), try Both(.apple, at: clock))
    defer {
      google.server.stop()
      apple.server.stop()
    }
    let token = try google.token(Self.ada, nonce: "n")
    #expect(throws: SignInProblem.self) {
      try apple.party.assertion(by: token, rawNonce: "n", user: nil)
    }
    // A restarted provider has new keys.
    let restarted = try Both(.google, at: clock)
    defer { restarted.server.stop() }
    #expect(throws: SignInProblem.self) {
      try restarted.party.assertion(by: token, rawNonce: "n", user: nil)
    }
  }

  @Test func withoutKeysNothingIsBelieved() throws {
    let both = try Both(.google, at: Clock())
    let token = try both.token(Self.ada, nonce: "n")
    both.server.stop()
    #expect(throws: SignInProblem.self) {
      try both.party.assertion(by: token, rawNonce: "n", user: nil)
    }
    #expect(throws: SignInProblem.self) { try both.party.token(for: "code") }
  }
}
