import Testing

@testable import LinkPolicy

/// What a decision says of itself.
@Suite struct DecisionTests {
  private static let text = """
    linkpolicy: 1
    name: decisions
    providers: {p: {kind: federated}, q: {kind: federated}}
    settings: {mode: [open, shut], extra: [no, yes]}
    impossible:
      - {provider: q, credential: known, because: X1}
    guards:
      - {id: shut, setting.mode: shut, origin: returned, refuse: closed, because: [U12, U13]}
      - {id: first, would: [notify-owner, sign-in], setting.mode: shut, refuse: closed}
      - {id: second, would: sign-in, account.state: disabled, refuse: off, ask: verification}
      - {id: third, would: link, setting.mode: shut, refuse: off}
    decisions:
      sign-in:
        rows:
          - {id: known, credential: known, do: [sign-in], because: [U4, U5]}
          - {id: broken, credential: broken, refuse: exists, ask: consent, tell: [], show: off}
          - {id: taken, credential: new, address: taken, refuse: exists}
          - {id: quiet, credential: new, address: absent, refuse: exists, show: allowed}
          - {id: rest, do: []}
    errors:
      exists: {ask: existing-credential, tell: [methods, account], names: {web: auth/exists, rest: EXISTS}}
      closed: {}
      off: {}
    """

  private static let policy = Result { try LinkPolicyTests.policy(text) }

  private let known: Account = {
    var account = Account(id: "u1", email: "a@x.example")
    account.methods = [Method("p", .federated, subject: "s1")]
    account.version = 7
    return account
  }()

  private func decide(_ situation: Situation) throws -> Decision {
    try decide("p", situation)
  }

  private func decide(
    _ provider: String = "p", email: String? = "a@x.example", origin: Assertion.Origin = .fresh,
    _ situation: Situation
  ) throws -> Decision {
    let assertion = Assertion(
      verified: provider, subject: "s1", addresses: email.map { [AddressRecord($0)] } ?? [],
      origin: origin)
    return try Self.policy.get().decide(Attempt(.signIn, with: assertion), in: situation)
  }

  private func holding(_ settings: Settings = Settings(), isDisabled: Bool = false) -> Situation {
    var account = known
    account.state = isDisabled ? .disabled : .active
    return Situation(
      settings: settings, credentialHolder: .account(account), addressHolders: [account])
  }

  @Test func explanationsNameThePlaceTheRowAndTheReasons() throws {
    #expect(
      try decide(holding()).explanation == "test.yaml:15:14 row known because U4 U5")
    #expect(try decide(Situation()).explanation == "test.yaml:19:14 row rest")
    #expect(
      try decide(origin: .returned, Situation(settings: ["mode": "shut"])).explanation
        == "test.yaml:8:10 guard shut because U12 U13")
    var impossible = holding()
    var account = known
    account.methods = [Method("q", .federated, subject: "s1")]
    impossible.credentialHolder = .account(account)
    impossible.addressHolders = [account]
    let decision = try decide("q", impossible)
    #expect(decision.explanation == "no row: declared impossible")
    #expect(decision.row == nil && decision.effects.isEmpty && decision.neighbours.count == 5)
    guard case .refused(let refusal) = decision.outcome else {
      Issue.record("allowed")
      return
    }
    #expect(refusal.code == "impossible-situation" && refusal.names.isEmpty)
  }

  @Test func neighboursNameTheFirstConditionThatFailed() throws {
    let neighbours = try decide(Situation()).neighbours
    #expect(neighbours.map { $0.row.id } == ["known", "broken", "taken", "quiet"])
    #expect(neighbours.map { $0.fact } == ["credential", "credential", "address", "address"])
    #expect(neighbours.map { $0.value } == ["new", "new", "free", "free"])
    let others = try decide(holding()).neighbours
    #expect(others.map { $0.row.id } == ["broken", "taken", "quiet", "rest"])
    #expect(others.last?.fact == nil && others.last?.value == nil)
    #expect(others.first?.row.table == "sign-in")
  }

  @Test func factsThatThePolicyTestsAreListed() throws {
    let facts = try decide(holding()).factValues
    #expect(
      facts.map { "\($0.fact)=\($0.value)" } == [
        "provider=p", "origin=fresh", "account.state=active", "credential=known", "address=own",
        "setting.mode=open",
      ])
  }

  @Test func guardsWithWouldAreAskedInOrder() throws {
    func row(_ situation: Situation) throws -> String? { try decide(situation).row?.id }
    #expect(try row(holding()) == "known")
    #expect(try row(holding(isDisabled: true)) == "second")
    #expect(try row(holding(["mode": "shut"])) == "first")
    #expect(try row(holding(["mode": "shut"], isDisabled: true)) == "first")
    // A row that would do none of it is not asked about.
    #expect(try row(Situation(settings: ["mode": "shut"])) == "rest")
    let decision = try decide(holding(["mode": "shut"]))
    #expect(decision.refusedRow?.id == "known" && decision.row?.table == "guards")
    #expect(decision.source == .would(1, row: 0))
    #expect(try decide(holding()).refusedRow == nil)
  }

  @Test func refusalsCarryNamesRemedyAndWhatMayBeTold() throws {
    let other = Account(id: "u2", email: "a@x.example")
    let taken = try decide(Situation(addressHolders: [other]))
    guard case .refused(let refusal) = taken.outcome else {
      Issue.record("allowed")
      return
    }
    #expect(refusal.code == "exists")
    #expect(refusal.name(on: "web") == "auth/exists" && refusal.name(on: "rest") == "EXISTS")
    #expect(refusal.name(on: "ios") == nil)
    #expect(refusal.names.map { $0.platform } == ["web", "rest"])
    #expect(taken.ask == .existingCredential && taken.tell == [.methods, .account])
    #expect(taken.account?.id == "u2" && taken.account?.version == 0)
    let broken = try decide(Situation(credentialHolder: .gone))
    #expect(broken.ask == .consent && broken.tell.isEmpty)
    let disabled = try decide(holding(isDisabled: true))
    #expect(disabled.ask == .verification && disabled.account?.version == 7)
  }

  @Test func whatIsShownMayDiffer() throws {
    func code(_ outcome: Decision.Outcome) -> String {
      switch outcome {
      case .allowed: "allowed"
      case .refused(let refusal): refusal.code
      }
    }
    let broken = try decide(Situation(credentialHolder: .gone))
    #expect(code(broken.outcome) == "exists" && code(broken.shown) == "off")
    let quiet = try decide(email: nil, Situation())
    #expect(code(quiet.outcome) == "exists" && code(quiet.shown) == "allowed")
    #expect(!quiet.isAllowed)
    let rest = try decide(Situation())
    #expect(code(rest.outcome) == "allowed" && code(rest.shown) == "allowed")
  }

  @Test func ticketsAreBoundToWhatTheyAreAbout() throws {
    let ticket = try #require(
      try decide(Situation(addressHolders: [Account(id: "u2", email: "a@x.example")])).ticket)
    #expect(ticket.policy == (try Self.policy.get().digest))
    #expect(ticket.ask == .existingCredential)
    #expect(ticket.provider == "p" && ticket.subject == "s1")
    #expect(ticket.address == "a@x.example" && ticket.account == "u2")
    #expect(ticket.kind == .federated && ticket.tenant == nil)
    #expect(ticket.settings.values.map { $0.name + "=" + $0.value } == ["mode=open"])
    #expect(try decide(Situation()).ticket == nil)
  }
}
