import Testing

@testable import LinkPolicy
@testable import LinkPolicyDiagnostics

/// A look-up asks all that a decision goes by, and nothing counts as not there which nobody looked for.
@Suite struct LookupTests {
  private static let policy = Result {
    try LinkPolicyTests.policy(
      """
      linkpolicy: 1
      name: asking
      providers:
        plain: {kind: federated}
        mail: {kinds: [password, email-link]}
      settings:
        mode: [open, shut]
      claims:
        sure: {yes: [true], no: [false]}
      addresses: {match: any-proven}
      proof: {claim.sure: yes, setting.mode: shut}
      guards:
        - {id: off, method: disabled, refuse: no}
      decisions:
        sign-in: {rows: [{id: any, do: []}]}
        link: {rows: [{id: any, do: []}]}
        reset-password: {rows: [{id: any, do: []}]}
        mark-verified: {rows: [{id: any, do: []}]}
      errors: {no: {}}
      """)
  }

  private static func account(_ id: String = "u1", _ email: String? = "one@a.example") -> Account {
    FactWorld.account(id, email)
  }

  private static func signIn(_ records: (String, Bool)...) -> Attempt {
    let addresses = records.map { AddressRecord($0.0, claims: [.init("sure", .boolean($0.1))]) }
    return Attempt(
      .signIn, with: Assertion(verified: "plain", subject: "s1", addresses: addresses))
  }

  private static let reset = Attempt(Action("reset-password"))
  private static let all = Lookup.Caller(session: "s1", target: nil, code: nil)

  /// All the answers there can be, with nothing found.
  private struct Answers {
    var credential = Lookup.CredentialAnswer.nobody
    var addresses: [[Account]] = [[]]
    var session = Lookup.SessionAnswer.unknown
    var target = Lookup.TargetAnswer.unknown
    var code = Lookup.CodeAnswer.unknown
    var method = Lookup.MethodAnswer.enabled

    func given(to lookup: Lookup) throws(InputError) -> AnsweredLookup {
      try lookup.answered(
        credential: credential, addresses: addresses, session: session, target: target,
        code: code, method: method)
    }
  }

  private func answers(_ change: (inout Answers) -> Void) -> Answers {
    var answers = Answers()
    change(&answers)
    return answers
  }

  private func error(
    _ attempt: Attempt, by caller: Lookup.Caller, _ change: (inout Answers) -> Void
  ) throws -> InputError? {
    let lookup = try Self.policy.get().lookup(for: attempt, by: caller, under: [:])
    let answers = answers(change)
    do throws(InputError) {
      _ = try answers.given(to: lookup)
      return nil
    } catch {
      return error
    }
  }

  @Test func everyQuestionThatIsLeftOpenIsNamed() throws {
    let address = Self.signIn(("one@a.example", true))
    let target = Lookup.Caller(session: nil, target: "u7", code: nil)
    let code = Lookup.Caller(session: nil, target: nil, code: "c1")
    let mark = Attempt(Action("mark-verified"))
    let cases: [(Attempt, Lookup.Caller, String, String, (inout Answers) -> Void)] = [
      (address, .nobody, "credential", "`plain` federated `s1`", { $0.credential = .notAsked }),
      (address, .nobody, "addresses", "`one@a.example`", { $0.addresses = [] }),
      (address, .nobody, "method", "is enabled", { $0.method = .notAsked }),
      (address, .session("s1"), "session", "`s1`", { $0.session = .notAsked }),
      (mark, target, "target", "`u7`", { $0.target = .notAsked }),
      (Self.reset, code, "code", "`c1`", { $0.code = .notAsked }),
    ]
    for (attempt, caller, question, phrase, leave) in cases {
      let open = try #require(try error(attempt, by: caller, leave), "\(question)")
      #expect(open.reason == .unanswered && open.question == question, "\(open.message)")
      #expect(open.message.contains(phrase) && open.message.contains("`" + question + "`"))
      #expect(try error(attempt, by: caller, { _ in }) == nil, "\(question)")
    }
  }

  @Test func whatIsNotAskedMayBeLeftOpenAndIsNoRow() throws {
    let nobody = Attempt(Action("mark-verified"))
    #expect(
      try error(nobody, by: .nobody) {
        $0 = Answers(
          credential: .notAsked, addresses: [], session: .notAsked, target: .notAsked,
          code: .notAsked, method: .notAsked)
      } == nil)
    let account = Self.account()
    let session = SessionRow(of: account, epoch: 0, isEnded: false, isRecent: true)
    let code = CodeRow(
      for: .reset, address: "one@a.example", account: account, boundTo: "one@a.example",
      requester: nil, tenant: nil, isUsed: false, isExpired: false)
    for (question, give) in [
      ("session", { $0.session = .row(session) }), ("target", { $0.target = .account(account) }),
      ("code", { $0.code = .row(code) }), ("addresses", { $0.addresses = [[account]] }),
      ("credential", { $0.credential = .account(account) }),
    ] as [(String, (inout Answers) -> Void)] {
      let error = try #require(try error(nobody, by: .nobody, give), "\(question)")
      #expect(error.reason == .unexpected && error.question == question, "\(error.message)")
    }
  }

  @Test func anotherAccountThanTheOneAskedForIsNoAnswer() throws {
    let caller = Lookup.Caller(session: nil, target: "u7", code: nil)
    let error = try #require(
      try error(Attempt(Action("mark-verified")), by: caller) {
        $0.target = .account(Self.account())
      })
    #expect(error.reason == .contradiction && error.question == "target")
  }

  @Test func aCallerBringsOnlyWhatTheAttemptTakes() throws {
    let policy = try Self.policy.get()
    for caller in [
      Lookup.Caller(session: nil, target: "u1", code: nil),
      Lookup.Caller(session: nil, target: nil, code: "c1"),
    ] {
      let error = try #require(throws: InputError.self) {
        try policy.lookup(for: Self.signIn(), by: caller, under: [:])
      }
      #expect(error.reason == .unexpected)
    }
  }

  /// Which addresses are proven can depend on a setting, and then the look-up has to go by it.
  @Test func theSettingsInForceSayWhichAddressesAreAskedFor() throws {
    let policy = try Self.policy.get()
    let attempt = Self.signIn(("one@a.example", false), ("two@a.example", true))
    let open = try policy.lookup(for: attempt, by: .nobody, under: [:])
    #expect(open.addresses == ["one@a.example"])
    let shut = try policy.lookup(for: attempt, by: .nobody, under: ["mode": "shut"])
    #expect(shut.addresses == ["two@a.example"])
    let holder = Self.account("u2", "two@a.example")
    let decision = try policy.decide(answers { $0.addresses = [[holder]] }.given(to: shut))
    #expect(decision.account?.id == "u2" && decision.address == "two@a.example")
    #expect(throws: InputError.self) {
      try policy.lookup(for: attempt, by: .nobody, under: ["mode": "ajar"])
    }
  }

  @Test func eachOfSeveralAddressesHasItsAnswer() throws {
    let policy = try Self.policy.get()
    let attempt = Self.signIn(("one@a.example", true), ("two@a.example", true))
    let lookup = try policy.lookup(for: attempt, by: .nobody, under: ["mode": "shut"])
    #expect(lookup.addresses == ["one@a.example", "two@a.example"])
    let first = Self.account()
    let error = try #require(throws: InputError.self) {
      try answers { $0.addresses = [[first]] }.given(to: lookup)
    }
    #expect(error.question == "addresses" && error.message.contains("`two@a.example`"))
    var moved = first
    moved.version += 1
    let torn = try #require(throws: InputError.self) {
      try answers { $0.addresses = [[first], [moved]] }.given(to: lookup)
    }
    #expect(torn.reason == .torn)
    let second = Self.account("u2", "two@a.example")
    for (holders, phrase) in [
      ([[second], [first]], "`u2` does not hold `one@a.example`"),
      ([[first, second], []], "`u2` does not hold `one@a.example`"),
      ([[first], [first, second]], "`u1` does not hold `two@a.example`"),
      ([[first, first], [second]], "`u1` is given twice"),
    ] {
      let wrong = try #require(throws: InputError.self) {
        try answers { $0.addresses = holders }.given(to: lookup)
      }
      #expect(wrong.reason == .contradiction && wrong.question == "addresses")
      #expect(wrong.message.contains(phrase), "\(wrong.message)")
    }
    let found = try answers { $0.addresses = [[first], [second]] }.given(to: lookup)
    #expect(found.situation.addressHolders.map { $0.id } == ["u1", "u2"])
  }

  /// Which addresses are asked for cannot depend on what nobody knows before they are.
  @Test func aProofIsNotAboutWhatTheLookUpAsks() {
    for (condition, name) in [
      ("method: disabled", "method"), ("session: recent", "session"), ("account: none", "account"),
    ] {
      let error = #expect(throws: InvalidInput.self) {
        try LinkPolicyTests.policy(
          """
          linkpolicy: 1
          name: asking
          providers: {plain: {kind: federated}}
          proof: {\(condition)}
          decisions:
            sign-in: {rows: [{id: any, do: [sign-in]}]}
          """)
      }
      let messages = error?.diagnostics.map { $0.message } ?? []
      #expect(messages.contains { $0.contains("`proof` depends on `\(name)`") }, "\(messages)")
    }
  }

  /// Code and holders can come of one query, which does not know whether the code will count.
  @Test func whoHoldsTheAddressOfACodeThatDoesNotCountIsNoHolder() throws {
    let policy = try Self.policy.get()
    let caller = Lookup.Caller(session: nil, target: nil, code: "c1")
    let lookup = try policy.lookup(for: Self.reset, by: caller, under: [:])
    #expect(lookup.bringsAddress && lookup.addresses.isEmpty)
    let owner = Self.account()
    for (purpose, isHolder) in [(CodePurpose.reset, true), (.verify, false)] {
      let row = CodeRow(
        for: purpose, address: "one@a.example", account: owner, boundTo: "one@a.example",
        requester: nil, tenant: nil, isUsed: false, isExpired: false)
      let found = try answers {
        $0.code = .row(row)
        $0.addresses = [[owner]]
      }.given(to: lookup)
      #expect(found.situation.addressHolders.map { $0.id } == (isHolder ? ["u1"] : []))
      #expect(try policy.decide(found).account?.id == (isHolder ? "u1" : nil))
      let known = try lookup.knowing(code: row)
      #expect(known.addresses == (isHolder ? ["one@a.example"] : []) && known.code == nil)
    }
  }

  /// A policy that does not count disabled methods asks for all of them, and takes no word about one.
  @Test func everyDisabledMethodIsAskedFor() throws {
    let policy = try LinkPolicyTests.policy(
      """
      linkpolicy: 1
      name: enabled
      providers:
        plain: {kind: federated}
        mail: {kinds: [password, email-link]}
      methods: {count-disabled: no}
      decisions:
        unlink:
          rows:
            - {id: last, methods: [none, one], refuse: last}
            - {id: more, methods: more, do: []}
      errors: {last: {}}
      """)
    var account = Self.account()
    account.methods = [Method("plain", .federated, subject: "s1"), Method("mail", .password)]
    let row = SessionRow(of: account, epoch: 0, isEnded: false, isRecent: true)
    func decision(
      _ method: Lookup.MethodAnswer, naming kind: MethodKind = .password
    ) throws -> Decision {
      let lookup = try policy.lookup(
        for: Attempt(.unlink, naming: "mail", kind: kind), by: .session("s1"), under: [:])
      #expect(lookup.asksMethod && lookup.asksDisabledMethods)
      let found = try lookup.answered(
        credential: .notAsked, addresses: [], session: .row(row), target: .notAsked,
        code: .notAsked, method: method)
      return try policy.decide(found)
    }
    #expect(try decision(.disabledMethods([])).isAllowed)
    #expect(try decision(.disabledMethods([.init("mail", .emailLink)])).isAllowed)
    // The named method counts even if it is disabled, since another one stays.
    #expect(try decision(.disabledMethods([.init("mail")])).isAllowed)
    #expect(try !decision(.disabledMethods([.init("plain")])).isAllowed)
    #expect(try !decision(.disabledMethods([.init("plain", .federated)])).isAllowed)
    #expect(try !decision(.disabledMethods([.init("mail")]), naming: .emailLink).isAllowed)
    for (answer, reason) in [
      (Lookup.MethodAnswer.notAsked, InputError.Reason.unanswered), (.enabled, .unanswered),
      (.disabled, .unanswered), (.disabledMethods([.init("plian")]), .undeclared),
      (.disabledMethods([.init("plain", .phone)]), .undeclared),
    ] {
      let error = #expect(throws: InputError.self) { try decision(answer) }
      #expect(error?.reason == reason && error?.question == "method", "\(answer)")
    }
  }

  /// A session that has ended points to nobody, and its account is looked at all the same.
  @Test func theAccountOfAnEndedSessionIsThere() throws {
    let policy = try Self.policy.get()
    let attempt = FactWorld.attempt(.signIn, email: "one@a.example")
    let lookup = try policy.lookup(for: attempt, by: .session("s1"), under: [:])
    let ended = SessionRow(of: Self.account(), epoch: 0, isEnded: true, isRecent: true)
    let hidden = try answers { $0.session = .row(ended) }.given(to: lookup)
    let error = try #require(throws: InputError.self) { try policy.decide(hidden) }
    #expect(error.reason == .contradiction && error.message.contains("`u1`"), "\(error.message)")
    let said = try answers {
      $0.session = .row(ended)
      $0.addresses = [[Self.account()]]
    }.given(to: lookup)
    #expect(try policy.decide(said).account?.id == "u1")
    let early = SessionRow(of: Self.account(), epoch: 7, isEnded: true, isRecent: true)
    let torn = try #require(throws: InputError.self) {
      try answers { $0.session = .row(early) }.given(to: lookup)
    }
    #expect(torn.reason == .torn && torn.question == "session")
  }

  @Test func aCodeIsOfTheTenantOfItsAccount() throws {
    let policy = try Self.policy.get()
    let caller = Lookup.Caller(session: nil, target: nil, code: "c1")
    let lookup = try policy.lookup(for: Self.reset, by: caller, under: [:])
    let owner = Self.account()
    let row = CodeRow(
      for: .reset, address: "one@a.example", account: owner, boundTo: "one@a.example",
      requester: nil, tenant: "t9", isUsed: false, isExpired: false)
    let error = try #require(throws: InputError.self) {
      try answers {
        $0.code = .row(row)
        $0.addresses = [[owner]]
      }.given(to: lookup)
    }
    #expect(error.reason == .contradiction && error.question == "code")
  }

  @Test func oneAddressInSeveralSpellingsIsOneQuestion() throws {
    let policy = try Self.policy.get()
    let attempt = Self.signIn(("one@a.example", true), ("ONE@A.example", true))
    let lookup = try policy.lookup(for: attempt, by: .nobody, under: ["mode": "shut"])
    #expect(lookup.addresses == ["one@a.example"])
  }

  @Test func answersAreForThePolicyThatAsked() throws {
    let (policy, other) = (try Self.policy.get(), try FactWorld.policy.get())
    let lookup = try policy.lookup(for: Self.signIn(), by: .nobody, under: [:])
    let found = try answers { _ in }.given(to: lookup)
    _ = try policy.decide(found)
    let error = try #require(throws: InputError.self) { try other.decide(found) }
    #expect(error.reason == .contradiction && error.message.contains("another policy"))
  }

  @Test func rowsOfDifferentMomentsAreTorn() throws {
    let policy = try Self.policy.get()
    let attempt = FactWorld.attempt(.link, email: "one@a.example")
    let lookup = try policy.lookup(for: attempt, by: .session("s1"), under: [:])
    var late = Self.account()
    late.version = 2
    let session = SessionRow(of: Self.account(), epoch: 0, isEnded: false, isRecent: true)
    let found = try answers {
      $0.session = .row(session)
      $0.addresses = [[late]]
    }.given(to: lookup)
    let error = try #require(throws: InputError.self) { try policy.decide(found) }
    #expect(error.reason == .torn && error.message.contains("`u1`"))
  }
}
