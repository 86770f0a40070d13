import LinkPolicyTestSupport
import Testing

@testable import LinkPolicy

/// Situations whose parts cannot be true at once are errors of the input, never decided.
@Suite struct SituationCheckTests {
  private typealias World = FactWorld

  /// An attempt in a situation, and a part of what is said about it.
  private struct Case {
    var name: String
    var attempt: Attempt
    var situation: Situation
    var message: String
    var reason = InputError.Reason.contradiction
  }

  private static func situation(
    holder: Account? = nil, addresses: [Account] = [], session: Account? = nil,
    target: Account? = nil, unnamed: [Account] = []
  ) -> Situation {
    var situation = Situation(
      credentialHolder: holder.map { .account($0) } ?? .nobody, addressHolders: addresses,
      session: session.map { Session(.recent, of: $0) }, target: target)
    situation.unnamedAccounts = unnamed
    return situation
  }

  private static func inTenant(_ tenant: String?, _ account: Account) -> Account {
    var account = account
    account.tenant = tenant
    return account
  }

  /// Returns the check of a situation for an attempt that looks up nothing.
  private static func check(
    _ situation: Situation, _ vocabulary: Vocabulary
  ) throws(InputError) -> SituationCheck {
    let attempt = Attempt(.delete)
    let named = try NamedAttempt(attempt, in: vocabulary)
    let read = try AttemptReader.read(
      attempt, named, by: vocabulary, under: Settings(), code: .known(nil)
    ) { _ in false }
    return SituationCheck(read: read, situation: situation)
  }

  private static func check(_ cases: [Case], by policy: Policy) {
    for one in cases {
      do throws(InputError) {
        let decision = try policy.decide(one.attempt, in: one.situation)
        Issue.record("\(one.name): decided by \(decision.explanation)")
      } catch {
        #expect(error.reason == one.reason, "\(one.name): \(error.message)")
        #expect(error.message.contains(one.message), "\(one.name): \(error.message)")
      }
    }
  }

  private static let held = World.account("u1", "one@a.example", [World.plain])
  private static let second = World.account("u2", "one@a.example")
  private static let asking = World.attempt(email: "one@a.example")

  @Test("what the look-ups found holds what it is said to hold, and nobody else does")
  func holders() throws {
    let elsewhere = Self.inTenant("t2", Self.held)
    var here = Self.asking
    here.tenant = "t1"
    var gone = Self.situation(addresses: [Self.held])
    gone.credentialHolder = .gone
    Self.check(
      [
        Case(
          name: "an address holder of another tenant", attempt: here,
          situation: Self.situation(addresses: [Self.inTenant("t2", Self.second)]),
          message: "address holder `u2` belongs to another tenant"),
        Case(
          name: "a credential holder of another tenant", attempt: here,
          situation: Self.situation(holder: elsewhere),
          message: "credential holder `u1` belongs to another tenant"),
        Case(
          name: "a holder with a tenant, an attempt without", attempt: Self.asking,
          situation: Self.situation(addresses: [Self.inTenant("t2", Self.second)]),
          message: "belongs to another tenant"),
        Case(
          name: "the session's account has the address", attempt: Self.asking,
          situation: Self.situation(session: Self.second),
          message: "account `u2` holds `one@a.example`, but is not among the address holders"),
        Case(
          name: "a listed account has the address", attempt: Self.asking,
          situation: Self.situation(unnamed: [Self.second]),
          message: "account `u2` holds `one@a.example`, but is not among the address holders"),
        Case(
          name: "a listed account has the credential", attempt: World.attempt(),
          situation: Self.situation(unnamed: [Self.held]),
          message: "account `u1` holds the credential, but the answer names no account"),
        Case(
          name: "gone beside a holder", attempt: Self.asking, situation: gone,
          message:
            "account `u1` holds the credential, but the answer says that the account of the credential was deleted"
        ),
        Case(
          name: "another holds the credential too", attempt: World.attempt(),
          situation: Self.situation(
            holder: Self.held, unnamed: [World.account("u2", nil, [World.plain])]),
          message: "have one credential"),
        Case(
          name: "a holder that holds nothing", attempt: Self.asking,
          situation: Self.situation(addresses: [World.account("u2", "two@a.example")]),
          message: "account `u2` does not hold `one@a.example`"),
        Case(
          name: "two with one address", attempt: World.attempt(email: "two@a.example"),
          situation: Self.situation(session: Self.held, unnamed: [Self.second]),
          message: "hold one address, which the policy says is unique"),
        Case(
          name: "two snapshots of one account", attempt: Self.asking,
          situation: Self.situation(
            holder: Self.held, addresses: [World.account("u1", "one@a.example")]),
          message: "account `u1` is given twice, with different rows", reason: .torn),
      ], by: try World.policy.get())
  }

  @Test("an account is what an attempt can have made, under names that the policy declares")
  func accounts() throws {
    func account(_ change: (inout Account) -> Void) -> Situation {
      var account = World.account("u9", "nine@a.example", [World.other])
      change(&account)
      return Self.situation(session: account)
    }
    let attempt = World.attempt(.link)
    var cases: [Case] = []
    func add(
      _ name: String, _ message: String, _ reason: InputError.Reason = .contradiction,
      _ change: (inout Account) -> Void
    ) {
      cases.append(
        Case(
          name: name, attempt: attempt, situation: account(change), message: message,
          reason: reason))
    }
    add("an empty id", "an empty id") { $0.id = "" }
    add("an empty tenant", "an empty tenant") { $0.tenant = "" }
    add("verified without an address", "verified address, but no address") {
      $0.email = nil
      $0.isEmailVerified = true
    }
    add("an address not in its form", "is not in its canonical form, `nine@a.example`") {
      $0.email = "Nine@A.example"
    }
    add("a malformed address", "is not an e-mail address", .malformedAddress) {
      $0.email = "nine"
    }
    add("a method's address not in its form", "is not in its canonical form") {
      $0.methods[0].address = "X@a.example"
    }
    add("a proof not in its form", "is not in its canonical form") {
      $0.methods[0].provedAddress = "X@a.example"
    }
    add("a method twice", "has a method of `plain` twice") { $0.methods += $0.methods }
    add("a federated method without subject", "needs the subject") { $0.methods[0].subject = nil }
    add("an empty subject", "needs the subject") { $0.methods[0].subject = "" }
    add("a password with a subject", "takes no subject") {
      $0.methods.append(Method("mail", .password, subject: "x"))
    }
    add("a kind that its provider does not offer", "does not offer this kind") {
      $0.methods.append(Method("plain", .password))
    }
    add("a provider nobody declares", "no provider `plan`; did you mean `plain`?", .undeclared) {
      $0.methods[0].provider = "plan"
    }
    add("an empty provider", "the provider is empty", .undeclared) { $0.methods[0].provider = "" }
    add(
      "an unknown label", "unknown label `tire` of account `u9`; did you mean `tier`?", .undeclared
    ) { $0.labels = [("tire", "gold")] }
    add("an unknown value", "label `tier` has no value `gld`; did you mean `gold`?", .undeclared) {
      $0.labels = [("tier", "gld")]
    }
    add("a method's label on the account", "unknown label `strength`", .undeclared) {
      $0.labels = [("strength", "weak")]
    }
    add("a label twice", "label `tier` of account `u9` is given twice") {
      $0.labels = [("tier", "gold"), ("tier", "basic")]
    }
    Self.check(cases, by: try World.policy.get())
  }

  @Test("an attempt names what the policy declares")
  func attempts() throws {
    var empty = World.attempt()
    empty.tenant = ""
    Self.check(
      [
        Case(
          name: "a misspelt provider", attempt: World.attempt(.signIn, "phon", subject: "1"),
          situation: Situation(), message: "did you mean `phone`?", reason: .undeclared),
        Case(
          name: "the first part of a family", attempt: World.attempt(.signIn, "saml"),
          situation: Situation(), message: "did you mean `saml.*`?", reason: .undeclared),
        Case(
          name: "an empty provider", attempt: World.attempt(.signIn, ""),
          situation: Situation(), message: "the provider is empty", reason: .undeclared),
        Case(
          name: "a claim nobody declares",
          attempt: World.attempt(
            email: "one@a.example", claims: [.init("verifed", .boolean(true))]),
          situation: Situation(), message: "no claim `verifed`; did you mean `verified`?",
          reason: .undeclared),
        Case(
          name: "a setting nobody declares", attempt: World.attempt(),
          situation: Situation(settings: ["mod": "open"]),
          message: "no setting `mod`; did you mean `mode`?", reason: .undeclared),
        Case(
          name: "an empty tenant", attempt: empty, situation: Situation(),
          message: "tenant is empty"),
      ], by: try World.policy.get())
  }

  @Test("a code is checked whatever it was mailed for, and so is its account")
  func codes() throws {
    let policy = try World.policy.get()
    func situation(_ code: Code, _ holders: [Account] = [], session: Account? = nil) -> Situation {
      var situation = Self.situation(addresses: holders, session: session)
      situation.code = code
      return situation
    }
    let link = World.mail(.signIn, .emailLink)
    let password = World.account("u1", "one@a.example", [World.password])
    func code(
      _ state: Code.CodeState = .valid, _ purpose: CodePurpose = .reset,
      _ address: String = "one@a.example", account: Account? = nil
    ) -> Code {
      Code(id: "c1", state, for: purpose, address: address, account: account)
    }
    var ours = code()
    ours.requester = .thisSession
    var bad = Account(id: "u3", email: "BAD")
    bad.tenant = ""
    Self.check(
      [
        Case(
          name: "an unnamed holder", attempt: link, situation: situation(code(account: password)),
          message: "account `u1` holds"),
        Case(
          name: "two with one address", attempt: link,
          situation: situation(code(account: password), [Self.second]),
          message: "hold one address"),
        Case(
          name: "a garbage account", attempt: link, situation: situation(code(account: bad)),
          message: "account `u3` has an empty tenant"),
        Case(
          name: "a garbage address", attempt: link, situation: situation(code(.valid, .reset, "x")),
          message: "is not an e-mail address", reason: .malformedAddress),
        Case(
          name: "asked for by a session that is not there", attempt: link,
          situation: situation(ours), message: "needs an open session"),
        Case(
          name: "nobody's, with an account", attempt: link,
          situation: situation(
            code(.valid, .signIn, account: World.account("u4", "four@a.example"))),
          message: "has no account, but the code is given"),
        Case(
          name: "stale, of a purpose that never is", attempt: link,
          situation: situation(code(.stale, .undo, account: World.account("u4", nil))),
          message: "does not go stale"),
      ], by: policy)
  }

  @Test("a holder listed twice, a pattern as an id, and subjects that no policy supersedes")
  func oddities() throws {
    var method = World.plain
    method.isSuperseded = true
    var twice = World.other
    twice.isSuperseded = true
    let holder = World.account("u1", nil, [method])
    let many = Array(repeating: Self.held, count: 30)
    var last = World.account("u1", nil, [World.plain])
    last.epoch = .max
    Self.check(
      [
        Case(
          name: "twice", attempt: Self.asking,
          situation: Self.situation(holder: Self.held, addresses: [Self.held, Self.held]),
          message: "given twice as address holder"),
        Case(
          name: "thirty times", attempt: Self.asking,
          situation: Self.situation(holder: Self.held, addresses: many),
          message: "given twice as address holder"),
        Case(
          name: "an epoch at its end", attempt: World.attempt(),
          situation: Self.situation(holder: last), message: "cannot be incremented"),
        Case(
          name: "a pattern", attempt: World.attempt(.signIn, "saml.*"), situation: Situation(),
          message: "no provider `saml.*`", reason: .undeclared),
        Case(
          name: "a superseded method", attempt: World.attempt(),
          situation: Self.situation(holder: holder),
          message: "no row of the policy supersedes a subject"),
      ], by: try World.policy.get())
    Self.check(
      [
        Case(
          name: "a subject twice", attempt: World.attempt(.link),
          situation: Self.situation(session: World.account("u1", nil, [twice, World.other])),
          message: "twice")
      ], by: try LinkPolicyTests.policy(Everything.rich("")))
  }

  @Test("a family for every other lets any provider in, as `other`")
  func everyOther() throws {
    let policy = try LinkPolicyTests.policy(
      """
      linkpolicy: 1
      name: open
      providers:
        own: {kind: federated}
        "*": {kind: federated}
      decisions:
        sign-in: {rows: [{id: theirs, provider: other, refuse: no}, {id: own, provider: own, do: []}]}
      errors: {no: {}}
      """)
    #expect(try policy.decide(World.attempt(.signIn, "own"), in: Situation()).row?.id == "own")
    #expect(try policy.decide(World.attempt(.signIn, "x.y"), in: Situation()).row?.id == "theirs")
    #expect(throws: InputError.self) {
      try policy.decide(World.attempt(.signIn, ""), in: Situation())
    }
  }

  @Test(
    "a method without kind has the first that its provider declares, whatever the provider is called"
  )
  func kinds() throws {
    let policy = try LinkPolicyTests.policy(
      """
      linkpolicy: 1
      name: local
      providers:
        local: {kind: password}
        password: {kind: federated}
      proof: {provider: password}
      decisions:
        sign-in.federated:
          rows:
            - {id: known, credential: known, do: [sign-in]}
            - {id: join, credential: new, address: taken, do: [drop: [password], replace-subject, sign-in]}
            - {id: rest, refuse: no}
        sign-in.password: {rows: [{id: any, refuse: no}]}
      errors: {no: {}}
      """)
    var account = Account(id: "u1", email: "a@b.example")
    account.methods = [
      Method("local", orOpen: nil), Method("password", orOpen: nil, subject: "p0"),
    ]
    let attempt = World.attempt(.signIn, "password", subject: "p1", email: "a@b.example")
    let decision = try policy.decide(attempt, in: Situation(addressHolders: [account]))
    #expect(decision.row?.id == "join")
    var store = Accounts()
    policy.vocabulary.closeKinds(of: &account)
    store.add(account)
    try store.apply(decision)
    #expect(store.accounts[0].methods.map { $0.provider } == ["password"])
  }

  @Test("pools are distinct, however many there are", arguments: [false, true])
  func manyPools(sorts: Bool) throws {
    let names = (0...256).map { "p\($0).example" }
    let policy = try policy(
      """
      linkpolicy: 1
      name: pools
      providers:
      \(names.map { "  \($0): {kind: federated}" }.joined(separator: "\n"))
      pools:
      \(names.enumerated().map { "  q\($0): [\($1)]" }.joined(separator: "\n"))
        all: ["*"]
      decisions:
        sign-out: {rows: [{id: end, do: [end-session]}]}
      """)
    func account(_ id: String, in pool: Int, _ subject: String) -> Account {
      World.account(id, "a@x.example", [Method(names[pool], .federated, subject: subject)])
    }
    func isAccepted(_ other: Int) -> Bool {
      let situation = Self.situation(
        unnamed: [account("u1", in: 0, "s1"), account("u2", in: other, "s2")])
      do throws(InputError) {
        let check = try Self.check(situation, policy.vocabulary)
        try check.checkAccounts(sorts: sorts)
        return true
      } catch {
        return false
      }
    }
    #expect(!isAccepted(0))
    #expect(isAccepted(1))
    #expect(isAccepted(256))
  }

  @Test("comparing pair by pair and by sorted keys refuses the same", arguments: UInt64(0)..<20)
  func pairsAndKeys(seed: UInt64) throws {
    let policy = try World.policy.get()
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      var situation = Situation()
      for number in 0..<Int.random(in: 2...5, using: &random) {
        var account = Account(id: "u\(Int.random(in: 0...4, using: &random))")
        account.email = [nil, "a@a.example", "b@a.example", "c\(number)@a.example"].randomElement(
          using: &random)!
        account.tenant = [nil, nil, "t"].randomElement(using: &random)!
        for _ in 0..<Int.random(in: 0...2, using: &random) {
          account.methods.append(
            [
              World.plain, World.other, World.password, Method("phone", .phone, subject: "1"),
              Method("saml.big.x", .federated, subject: "s1"),
              Method("saml.big.y", .federated, subject: "s1"),
            ].randomElement(using: &random)!)
        }
        situation.unnamedAccounts.append(account)
      }
      let check = try Self.check(situation, policy.vocabulary)
      let answers = [false, true].map { sorts in
        do throws(InputError) {
          try check.checkAccounts(sorts: sorts)
          return true
        } catch {
          return false
        }
      }
      #expect(answers[0] == answers[1], "\(situation.unnamedAccounts)")
    }
  }
}
