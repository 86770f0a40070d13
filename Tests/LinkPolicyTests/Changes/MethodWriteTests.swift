import Testing

@testable import LinkPolicy

/// Which methods labels go to, what a password proves, and where mail goes.
@Suite struct MethodWriteTests {
  private typealias World = ApplyWorld

  private func played(
    _ effects: String, _ attempt: Attempt, _ account: Account, action: String = "reauthenticate",
    when: String, extra: String = ""
  ) throws -> (changes: ChangeSet, account: Account?) {
    var store = World.store(account)
    let policy = try World.policy(
      effects, action: action, when: when, extra: extra,
      also: action == "reauthenticate" ? "" : World.superseding)
    let (decision, _) = try store.play(attempt, policy)
    #expect(decision.row?.id == "row", "\(decision.explanation)")
    return (decision.changes, store.account("u1"))
  }

  @Test func aLabelsFirstValueIsThereUnwritten() throws {
    let there = "account: {not: none}"
    let account = World.account()
    for (effect, writes) in [
      ("{set: {tier: basic}}", 0), ("{set: {tier: gold}}", 1), ("{set: {strength: weak}}", 0),
    ] {
      let (changes, _) = try played(effect, World.attempt(), account, action: "link", when: there)
      #expect(changes.writes.count == writes, "\(effect)")
    }
  }

  @Test func aLabelGoesToTheMethodOfTheAttempt() throws {
    var account = World.account()
    var former = Method("p", .federated, subject: "s0")
    former.isSuperseded = true
    account.methods += [
      former, Method("p", .federated, subject: "s1"), Method("p", .federated, subject: "s2"),
    ]
    for (subject, labelled) in [("s0", ["s0"]), ("s1", ["s1"]), ("s9", ["s1", "s2"])] {
      let (_, after) = try played(
        "{set: {strength: strong}}", World.attempt(subject: subject), account, action: "link",
        when: "account: {not: none}")
      let found = after?.methods.filter { !$0.labels.isEmpty }.map { $0.subject ?? "-" }
      #expect(found == labelled, "\(subject)")
    }
  }

  @Test func anAttemptWithAPasswordProvesNothingAndUnprovesNothing() throws {
    let policy = try policy(
      """
      linkpolicy: 1
      name: test
      providers: {mail: {kinds: [password, email-link]}}
      proof: {provider: mail}
      errors: {no: {}}
      decisions:
        sign-up: {rows: [{id: new, credential: new, address: free, do: [create]}, {id: rest, refuse: no}]}
        sign-in: {rows: [{id: known, credential: known, do: [refresh-method]}, {id: rest, refuse: no}]}
      """)
    func attempt(_ action: Action, _ secret: Assertion.Secret = .absent) -> Attempt {
      var assertion = Assertion(
        verified: "mail", subject: nil, addresses: [AddressRecord("a@gmail.com")])
      assertion.kind = .password
      assertion.secret = secret
      return Attempt(action, with: assertion)
    }
    var store = Accounts()
    _ = try store.play(attempt(.signUp), policy, session: nil)
    #expect(store.accounts.map { $0.methods.map { $0.provedAddress } } == [[nil]])
    store.accounts[0].methods[0].provedAddress = "a@gmail.com"
    _ = try store.play(attempt(.signIn, .right), policy, session: nil)
    #expect(store.accounts.map { $0.methods.map { $0.provedAddress } } == [["a@gmail.com"]])
  }

  @Test func mailGoesToTheCanonicalAddress() throws {
    let (changes, _) = try played(
      "{send-code: change}, notify-owner", World.attempt(email: "New@gmail.com"),
      World.account(), action: "link", when: "account: {not: none}, address: {not: absent}")
    var addresses: [String?] = []
    for notice in changes.notices {
      switch notice {
      case .mail(code: _, purpose: _, let recipient): addresses.append(recipient)
      case .owner(_, let recipient): addresses.append(recipient)
      }
    }
    #expect(addresses == ["new@gmail.com", "a@gmail.com"])
    for case .putCode(let code) in changes.writes {
      #expect(code.address == "new@gmail.com" && code.boundTo == "a@gmail.com")
    }
  }
}
