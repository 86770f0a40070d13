import Testing

@testable import LinkPolicy

/// What is malformed or contradicts itself is an error of the caller, never decided.
@Suite struct InputErrorTests {
  private typealias World = FactWorld

  private func refuse(
    _ attempt: Attempt, _ situation: Situation, _ reason: InputError.Reason,
    _ phrase: String, line: Int = #line
  ) throws {
    let policy = try World.policy.get()
    do throws(InputError) {
      let decision = try policy.decide(attempt, in: situation)
      Issue.record("line \(line): decided: \(decision.explanation)")
    } catch {
      #expect(error.reason == reason, "line \(line): \(error.message)")
      #expect(error.message.contains(phrase), "line \(line): \(error.message)")
    }
  }

  private func refuse(
    _ attempt: Attempt, _ reason: InputError.Reason, _ phrase: String, line: Int = #line
  ) throws {
    try refuse(attempt, Situation(), reason, phrase, line: line)
  }

  private func with(_ attempt: Attempt, _ change: (inout Attempt) -> Void) -> Attempt {
    var attempt = attempt
    change(&attempt)
    return attempt
  }

  @Test func actionsAndKinds() throws {
    try refuse(Attempt(Action("sign-inn")), .actionNotOffered, "`sign-inn`")
    try refuse(Attempt(Action("refresh")), .actionNotOffered, "`refresh`")
    try refuse(
      World.attempt(.signIn, "plain", kind: .phone), .kindNotOffered, "does not offer kind `phone`")
    try refuse(World.attempt(.signIn, "unheard", kind: .custom), .undeclared, "`unheard`")
    try refuse(
      World.attempt(Action("sign-up")), .kindNotOffered, "`sign-up` does not carry")
    try refuse(World.attempt(.link, "anonymous", subject: nil), .kindNotOffered, "`anonymous`")
    try refuse(Attempt(.signIn), .missing, "no provider is given")
    try refuse(World.attempt(.delete), .unexpected, "carries no method")
  }

  @Test func malformedAddresses() throws {
    let local = String(repeating: "a", count: 65)
    for email in [
      "", "no-at", "two@@a.example", "a@b@a.example", "\(local)@a.example", "x@[127.0.0.1]",
      "x@127.0.0.1", "x@a.example ", "x@\u{FF41}.example", "x\u{FF20}a.example", "x@a",
      ".x@a.example",
      "x@a.example.", "Some One <x@a.example>", "\"x\"@a.example", "x@-a.example",
      "x\u{0}@a.example",
      "x@\u{430}.example",
    ] {
      try refuse(World.attempt(email: email), .malformedAddress, "is not an e-mail address")
      try refuse(
        Attempt(Action("update-email"), address: email), World.session(World.account()),
        .malformedAddress, "is not an e-mail address")
    }
  }

  @Test func settings() throws {
    try refuse(
      World.attempt(), Situation(settings: ["moed": "open"]), .undeclared, "no setting `moed`")
    try refuse(
      World.attempt(), Situation(settings: ["mode": "ajar"]), .undeclared, "no value `ajar`")
  }

  @Test func whatAnAttemptMustCarry() throws {
    try refuse(World.attempt(subject: nil), .missing, "needs a subject")
    try refuse(World.attempt(subject: ""), .missing, "needs a subject")
    try refuse(Attempt(.unlink, naming: "plain", subject: ""), .missing, "needs a subject")
    try refuse(World.attempt(.signIn, "mail", subject: nil), .missing, "needs an address")
    try refuse(Attempt(Action("send-link")), .missing, "needs an address")
    try refuse(
      Attempt(Action("confirm-email")), Situation(code: Code(.valid, for: .change)), .missing,
      "needs its address")
    let holder = World.account("u1", "one@a.example", [World.password])
    try refuse(
      World.mail(), Situation(credentialHolder: .account(holder), addressHolders: [holder]),
      .missing, "has not been checked")
  }

  @Test func whatAnAttemptCannotCarry() throws {
    try refuse(
      World.attempt(.signIn, "mail", subject: "s", email: "x@a.example"), .unexpected,
      "takes no subject")
    try refuse(World.attempt(.signIn, "phone", email: "x@a.example"), .unexpected, "no address")
    try refuse(World.attempt(.signIn, "silent", email: "x@a.example"), .unexpected, "`silent`")
    try refuse(Attempt(.delete, address: "x@a.example"), .unexpected, "no address")
    try refuse(with(World.mail()) { $0.assertion?.nonce = .matched }, .unexpected, "nonce")
    try refuse(with(World.mail()) { $0.assertion?.connection = .bound }, .unexpected, "connection")
    try refuse(with(World.mail()) { $0.assertion?.origin = .returned }, .unexpected, "returned")
    try refuse(with(Attempt(.delete)) { $0.hasConsent = true }, .unexpected, "consent")
    try refuse(
      Attempt(.delete), Situation(isMethodEnabled: false), .unexpected, "could be disabled")
    try refuse(
      with(World.attempt()) { $0.link = .init(isDomainAllowed: true, isHandledInApp: true) },
      .unexpected, "requests no e-mail link")
    try refuse(
      World.attempt(), Situation(code: Code(.valid, for: .change, address: "x@a.example")),
      .unexpected,
      "carries no code")
    try refuse(
      World.attempt(), Situation(target: World.account()), .unexpected, "names no target")
    try refuse(
      with(World.attempt()) { $0.assertion?.secret = .right }, .unexpected, "no stored password")
  }

  @Test func codesThatContradict() throws {
    let confirm = Attempt(Action("confirm-email"))
    var unknown = Code.unknown()
    unknown.address = "x@a.example"
    try refuse(confirm, Situation(code: unknown), .contradiction, "unknown code")
    unknown = .unknown()
    unknown.account = World.account()
    try refuse(confirm, Situation(code: unknown), .contradiction, "unknown code")
    unknown = .unknown()
    unknown.purpose = .change
    try refuse(confirm, Situation(code: unknown), .contradiction, "has no purpose")
    var known = Code(.valid, for: .change, address: "x@a.example")
    known.purpose = nil
    try refuse(confirm, Situation(code: known), .missing, "needs its purpose")
    known.purpose = CodePurpose("chnage")
    try refuse(confirm, Situation(code: known), .undeclared, "did you mean `change`?")
    try refuse(
      with(confirm) { $0.address = "y@a.example" },
      Situation(code: Code(.valid, for: .change, address: "x@a.example")), .contradiction,
      "different addresses")
    try refuse(
      with(confirm) { $0.address = "y@a.example" }, .contradiction, "but its code has none")
    let code = Code(.valid, for: .change, address: "x@a.example", requester: .thisSession)
    try refuse(confirm, Situation(code: code), .contradiction, "needs an open session")
    try refuse(
      confirm, Situation(session: Session(.gone, of: nil), code: code), .contradiction,
      "needs an open session")
  }

  @Test func accountsThatContradict() throws {
    let account = World.account("u1", "one@a.example", [World.plain])
    let twin = World.account("u2", "one@a.example")
    let attempt = World.attempt(email: "one@a.example")
    func refuse(
      _ attempt: Attempt, _ situation: Situation, _ phrase: String, line: Int = #line
    ) throws {
      try self.refuse(attempt, situation, .contradiction, phrase, line: line)
    }
    try refuse(
      attempt, Situation(addressHolders: [account]), "but the answer names no account")
    try refuse(
      World.attempt(), Situation(addressHolders: [twin]), "but the lookup asks for no address")
    try refuse(attempt, Situation(addressHolders: [twin, twin]), "is given twice")
    try refuse(
      attempt, Situation(addressHolders: [twin, World.account("u3")]), "hold one address")
    try refuse(
      World.attempt(email: "two@a.example"), Situation(addressHolders: [twin]), "does not hold")
    try refuse(
      attempt, Situation(credentialHolder: .account(twin)), "does not hold the credential")
    try refuse(
      World.attempt(.signIn, "anonymous", subject: nil),
      Situation(credentialHolder: .account(account)), "no credential")
    try refuse(Attempt(.delete), Situation(credentialHolder: .gone), "no credential")
    try refuse(
      Attempt(.delete), Situation(session: Session(.recent, of: nil)),
      "every other session has an account")
    try refuse(
      Attempt(.delete), World.session(account, .gone), "every other session has an account")
    var empty = World.account("u1", nil)
    empty.isEmailVerified = true
    try refuse(Attempt(.delete), World.session(empty), "verified address, but no address")
    try refuse(World.mail(secret: .right), Situation(), "the account has no password")
    let claims = [
      AddressRecord.Claim("verified", .boolean(true)),
      AddressRecord.Claim("verified", .boolean(false)),
    ]
    try refuse(
      World.attempt(email: "one@a.example", claims: claims), Situation(), "is given twice")
  }
}
