import Testing

@testable import LinkPolicy

/// Each value of each fact that the engine computes, by a hand-written situation.
@Suite struct FactReaderTests {
  private typealias World = FactWorld

  /// A situation, and some facts that it comes to.
  private struct Case {
    var attempt: Attempt
    var situation = Situation()
    var expected: [String: String]
  }

  private func check(_ cases: [Case]) throws {
    let policy = try World.policy.get()
    let schema = policy.vocabulary.schema
    for (number, test) in cases.enumerated() {
      let decision = try policy.decide(test.attempt, in: test.situation)
      for (name, value) in test.expected.sorted(by: { $0.key < $1.key }) {
        let index = try #require(schema.index(of: Name(name)), "\(name)")
        let actual = schema.facts[index].values[decision.facts[index]].text
        #expect(actual == value, "case \(number), \(name)")
      }
      #expect(decision.source != .cannotOccur, "case \(number)")
    }
  }

  private func with(_ attempt: Attempt, _ change: (inout Attempt) -> Void) -> Attempt {
    var attempt = attempt
    change(&attempt)
    return attempt
  }

  private func situation(
    holder: Account? = nil, addresses: [Account] = [], _ base: Situation = Situation()
  ) -> Situation {
    var situation = base
    situation.credentialHolder = holder.map { .account($0) } ?? .nobody
    situation.addressHolders = addresses
    return situation
  }

  @Test func whoAsserts() throws {
    try check([
      Case(attempt: World.attempt(), expected: ["provider": "plain", "kind": "federated"]),
      Case(attempt: World.attempt(.signIn, "saml.x"), expected: ["provider": "saml.*"]),
      Case(attempt: World.attempt(.signIn, "saml.big.x"), expected: ["provider": "saml.big.*"]),
      Case(attempt: World.mail(), expected: ["provider": "mail", "kind": "password"]),
      Case(
        attempt: World.attempt(.signIn, "mail", subject: nil, email: "one@a.example"),
        expected: ["kind": "password"]),
      Case(attempt: World.mail(.signIn, .emailLink), expected: ["kind": "email-link"]),
      Case(attempt: World.attempt(.signIn, "phone"), expected: ["kind": "phone"]),
      Case(attempt: World.attempt(.signIn, "custom"), expected: ["kind": "custom"]),
      Case(
        attempt: World.attempt(.signIn, "anonymous", subject: nil),
        expected: ["kind": "anonymous"]),
      Case(
        attempt: Attempt(.delete),
        expected: ["kind": "none", "provider": "none", "action": "delete"]),
    ])
  }

  @Test func domains() throws {
    let values = [
      "x@a.example": "a", "x@A.EXAMPLE": "a", "x@b.a.example": "a", "x@deep.a.example": "a",
      "x@y.deep.a.example": "deep", "x@z.y.deep.a.example": "deep", "x@relay.example": "relay",
      "x@sub.relay.example": "other", "x@aa.example": "other", "x@a.example.com": "other",
    ]
    try check(
      values.map { Case(attempt: World.attempt(email: $0.key), expected: ["domain": $0.value]) }
        + [Case(attempt: World.attempt(), expected: ["domain": "absent", "address": "absent"])])
  }

  @Test func claims() throws {
    let values: [(ClaimValue?, String)] = [
      (.boolean(true), "yes"), (.string("true"), "yes"), (.boolean(false), "no"),
      (.string("false"), "other"), (.number("1"), "one"), (.string("1"), "other"),
      (.number("1.0"), "other"), (.null, "other"), (nil, "absent"),
    ]
    try check(
      values.map { value, word in
        let claims = value.map { [AddressRecord.Claim("verified", $0)] } ?? []
        return Case(
          attempt: World.attempt(email: "x@a.example", claims: claims),
          expected: ["claim.verified": word])
      } + [Case(attempt: World.attempt(), expected: ["claim.verified": "absent"])])
  }

  @Test func whatTheAssertionCarries() throws {
    func changed(_ change: (inout Assertion) -> Void) -> Attempt {
      with(World.attempt()) { attempt in
        if var assertion = attempt.assertion {
          change(&assertion)
          attempt.assertion = assertion
        }
      }
    }
    try check([
      Case(
        attempt: World.attempt(),
        expected: [
          "nonce": "not-sent", "origin": "fresh", "connection": "none", "consent": "absent",
          "method": "enabled", "secret": "absent", "code": "absent",
        ]),
      Case(attempt: changed { $0.nonce = .absent }, expected: ["nonce": "not-sent"]),
      Case(attempt: changed { $0.nonce = .notSent }, expected: ["nonce": "not-sent"]),
      Case(attempt: changed { $0.nonce = .missing }, expected: ["nonce": "missing"]),
      Case(attempt: World.mail(), expected: ["nonce": "absent"]),
      Case(attempt: changed { $0.nonce = .matched }, expected: ["nonce": "matched"]),
      Case(attempt: changed { $0.nonce = .mismatched }, expected: ["nonce": "mismatched"]),
      Case(attempt: changed { $0.origin = .returned }, expected: ["origin": "returned"]),
      Case(attempt: changed { $0.connection = .bound }, expected: ["connection": "bound"]),
      Case(attempt: changed { $0.connection = .unbound }, expected: ["connection": "unbound"]),
      Case(attempt: with(World.attempt()) { $0.hasConsent = true }, expected: ["consent": "given"]),
      Case(
        attempt: World.attempt(), situation: Situation(isMethodEnabled: false),
        expected: ["method": "disabled"]),
      Case(
        attempt: World.attempt(), situation: Situation(settings: ["mode": "shut"]),
        expected: ["setting.mode": "shut"]),
      Case(attempt: World.attempt(), expected: ["setting.mode": "open"]),
    ])
  }

  @Test func linksThatAreRequested() throws {
    let attempt = Attempt(Action("send-link"), address: "one@a.example")
    func requested(_ domain: Bool, _ inApp: Bool) -> Attempt {
      with(attempt) { $0.link = .init(isDomainAllowed: domain, isHandledInApp: inApp) }
    }
    try check([
      Case(attempt: attempt, expected: ["link-domain": "absent", "link-in-app": "absent"]),
      Case(
        attempt: requested(true, true),
        expected: ["link-domain": "allowed", "link-in-app": "on"]),
      Case(
        attempt: requested(false, false),
        expected: ["link-domain": "refused", "link-in-app": "off"]),
    ])
  }

  @Test func sessions() throws {
    let account = World.account()
    let states: [(Session.SessionState, String)] = [
      (.recent, "recent"), (.old, "old"), (.revoked, "revoked"),
    ]
    try check(
      states.map { state, word in
        Case(
          attempt: Attempt(.delete), situation: World.session(account, state),
          expected: ["session": word, "account": "unverified"])
      } + [
        Case(attempt: Attempt(.delete), expected: ["session": "none", "account": "none"]),
        Case(
          attempt: Attempt(.delete), situation: World.session(nil, .gone),
          expected: ["session": "gone", "account": "none"]),
      ])
  }

  @Test func codes() throws {
    let attempt = Attempt(Action("confirm-email"))
    func code(_ state: Code.CodeState, _ requester: Code.Requester = .absent) -> Situation {
      var situation = World.session(World.account("u9", nil))
      situation.code = Code(
        id: "c", state, for: .change, address: "new@a.example", account: World.account(),
        requester: requester)
      return situation
    }
    var cases = [
      (Code.CodeState.valid, "valid"), (.expired, "expired"), (.used, "used"), (.stale, "stale"),
    ]
    .map { state, word in
      Case(
        attempt: attempt, situation: code(state),
        expected: ["code": word, "account": "unverified", "address": "free", "domain": "a"])
    }
    cases += [
      Case(
        attempt: attempt, situation: Situation(code: .unknown()),
        expected: ["code": "unknown", "account": "none", "address": "absent"]),
      Case(attempt: attempt, expected: ["code": "absent", "requested-by": "absent"]),
      Case(
        attempt: attempt, situation: code(.valid, .thisSession),
        expected: ["requested-by": "this-session"]),
      Case(
        attempt: attempt, situation: code(.valid, .sameAccount),
        expected: ["requested-by": "same-account", "code-credential": "absent"]),
      Case(
        attempt: attempt, situation: code(.valid, .otherAccount),
        expected: ["requested-by": "other-account"]),
      Case(
        attempt: World.mail(.signIn, .emailLink),
        situation: Situation(code: Code(id: "c", .valid, for: .signIn, address: "ONE@A.example")),
        expected: ["link-address": "same", "code": "valid"]),
      Case(
        attempt: World.mail(.signIn, .emailLink),
        situation: Situation(code: Code(id: "c", .valid, for: .signIn, address: "two@a.example")),
        expected: ["link-address": "different"]),
    ]
    try check(cases)
  }
}
