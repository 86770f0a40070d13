import LinkPolicy
import LinkPolicyTestSupport
import Testing

@testable import LinkPolicyExploration
@testable import LinkPolicyReview

@Suite("One system in the words of another")
struct SystemTranslationTests {
  private static func translation(_ edits: (old: String, new: String)...) throws
    -> SystemTranslation
  {
    let policies = Sides(old: try Coast.bay(), new: try Coast.cove())
    var text = Coast.map
    for (old, new) in edits { text = text.replacing(old, with: new) }
    let map = try SystemMap(Array(text.utf8), name: "map.yaml")
    try map.check(against: policies)
    return SystemTranslation(map, policies)
  }

  private static func attempt(
    _ provider: String, _ kind: MethodKind = .federated, claims: [AddressRecord.Claim] = [],
    settings: Settings = Settings()
  ) -> StepSequence {
    let assertion = Assertion(
      verified: provider, kind: kind, subject: "s",
      addresses: [AddressRecord("a@x.example", claims: claims)])
    return StepSequence([
      StepSequence.Step(
        content: .attempt(
          ExploredAttempt(
            Attempt(.signIn, with: assertion), by: Accounts.AttemptContext(settings: settings))))
    ])
  }

  /// An attempt in the other's words: its provider, claims and settings; or why there are none.
  private static func words(
    _ sequence: StepSequence, from side: Side, _ translation: SystemTranslation
  ) -> String {
    do throws(SystemTranslation.Obstacle) {
      let translated = try translation.translated(sequence, from: side)
      guard case .attempt(let attempt) = translated.steps[0].content,
        let assertion = attempt.attempt.assertion
      else { return "nothing" }
      let claims = assertion.addresses.flatMap { $0.claims }.map { "\($0.name)=\($0.value)" }
      let settings = attempt.caller.settings.values.map { "\($0.name)=\($0.value)" }
      return ([assertion.provider] + claims + settings).joined(separator: " ")
    } catch {
      return SkipReason(error, under: side.other).reason
    }
  }

  @Test("providers, one by one, by kind and as members of families, both ways")
  func providers() throws {
    let translation = try Self.translation()
    let pairs: [(String, MethodKind, String)] = [
      ("google.example", .federated, "google"), ("token", .federated, "ticket"),
      ("token", .custom, "minted"), ("saml.one", .federated, "sso-one"),
    ]
    for (old, kind, new) in pairs {
      #expect(Self.words(Self.attempt(old, kind), from: .old, translation) == new)
      #expect(Self.words(Self.attempt(new, kind), from: .new, translation) == old)
    }
    let member = try Self.translation(("saml.*: sso-*", "saml.one: sso-two"))
    #expect(Self.words(Self.attempt("saml.one"), from: .old, member) == "sso-two")
    #expect(
      Self.words(Self.attempt("saml.two"), from: .old, member)
        == "has no counterpart of the provider `saml.two`")
    let partly = try Self.translation((", custom: minted", ""))
    #expect(
      Self.words(Self.attempt("token", .custom), from: .old, partly)
        == "has no counterpart of the provider `token` with kind custom")
  }

  @Test("a claim by what its value stands for, and without one that the other does not read")
  func claims() throws {
    let translation = try Self.translation()
    func words(_ name: String, _ value: ClaimValue, _ side: Side) -> String {
      Self.words(
        Self.attempt(side == .old ? "google.example" : "google", claims: [.init(name, value)]),
        from: side, translation)
    }
    #expect(words("email_verified", .boolean(true), .old) == "google verified=string(yes)")
    #expect(words("verified", .number("1"), .new) == "google.example email_verified=boolean(true)")
    #expect(
      words("verified", .string("no"), .new) == "google.example email_verified=boolean(false)")
    #expect(words("email_verified", .null, .old) == "google verified=null")
    #expect(words("hd", .boolean(true), .old) == "google")
  }

  @Test("a member that the other system declares by itself is none of its family")
  func declaredMember() throws {
    let policies = Sides(
      old: try Coast.bay(),
      new: try Coast.cove(
        ("ticket: {kind: federated}", "ticket: {kind: federated}\n  sso-one: {kind: federated}")))
    let translation = SystemTranslation(try Coast.map(), policies)
    #expect(
      Self.words(Self.attempt("saml.one"), from: .old, translation)
        == "has no counterpart of the provider `saml.one`")
    #expect(Self.words(Self.attempt("saml.two"), from: .old, translation) == "sso-two")
  }

  @Test("a setting with its value, and alike where it is not set")
  func settings() throws {
    let translation = try Self.translation()
    func words(_ settings: Settings, _ translation: SystemTranslation) -> String {
      Self.words(Self.attempt("google.example", settings: settings), from: .old, translation)
    }
    #expect(words(["joining": "closed"], translation) == "google admission=shut")
    #expect(words([:], translation) == "google")
    let turned = try Self.translation(("open: free, closed: shut", "open: shut, closed: free"))
    #expect(words([:], turned) == "google admission=shut")
    #expect(words(["joining": "closed"], turned) == "google admission=free")
  }

  @Test("what has no counterpart is told, for each system")
  func alone() throws {
    let translation = try Self.translation(
      ("  google.example: google\n", ""), ("  unknown-person: nobody\n", ""),
      (", custom: minted", ""))
    let parts = Uncompared(translation, of: .old).parts.map { "\($0.sort): \($0.names)" }
    #expect(
      parts == [
        #"providers: ["google.example", "token (custom)"]"#, #"errors: ["unknown-person"]"#,
      ])
    let others = Uncompared(translation, of: .new).parts.map { "\($0.sort): \($0.names)" }
    #expect(others == [#"providers: ["google", "minted"]"#, #"errors: ["nobody"]"#])
    let whole = try Self.translation()
    #expect(Side.allCases.allSatisfy { Uncompared(whole, of: $0).parts.isEmpty })
  }
}
