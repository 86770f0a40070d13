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

  /// A policy that reads and sets a label of the method with which a person signs in.
  ///
  /// The rows are complete because a known credential has a method, whose label is never `absent`.
  private static let marking = """
    linkpolicy: 1
    name: marking
    providers: {google.com: {kind: federated}}
    labels: {mark: {values: [fresh, seen], on: method}}
    errors: {no: {}}
    decisions:
      sign-in:
        rows:
          - {id: fresh, credential: known, label.mark: fresh, do: [set: {mark: seen}, sign-in]}
          - {id: seen, credential: known, label.mark: seen, do: [sign-in]}
          - {id: broken, credential: broken, refuse: no}
          - {id: first, credential: new, address: [absent, free], do: [create, sign-in]}
          - {id: second, credential: new, address: taken, do: [supersede-subject, sign-in]}
    """

  @Test(
    "a label is read from the method that it marks, listed or not",
    arguments: [
      ["g1", "g1", "g1", "g2"], ["g2", "g1", "g2", "g1"], ["g1", "g2", "g1", "g2"],
    ])
  func aLabelIsReadFromTheMarkedMethod(signIns: [String]) throws {
    let policy = try policy(Self.marking)
    func attempt(_ subject: String, _ emails: [String] = []) -> Attempt {
      Attempt(
        .signIn,
        with: Assertion(
          verified: "google.com", subject: subject, addresses: emails.map { AddressRecord($0) }))
    }
    var store = Accounts()
    for (subject, row) in [("g1", "first"), ("g2", "second")] {
      let decision = try store.play(attempt(subject, ["a@x.org"]), policy, session: nil).decision
      #expect(decision.row?.id == row)
    }
    let superseded = store.accounts.map { $0.methods.filter { $0.isSuperseded } }
    #expect(superseded.map { $0.map { $0.subject } } == [["g1"]])
    var marked: Set<String> = []
    for subject in signIns {
      let (decision, _) = try store.play(attempt(subject), policy, session: nil)
      #expect(decision.row?.id == (marked.contains(subject) ? "seen" : "fresh"), "\(subject)")
      marked.insert(subject)
      let labelled = store.accounts[0].methods.filter { !$0.labels.isEmpty }
      #expect(Set(labelled.compactMap { $0.subject }) == marked)
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

  @Test(
    "a password that a user name finds keeps its address", arguments: ["refresh-method", "link"])
  func aPasswordFoundByNameKeepsItsAddress(effect: String) throws {
    let policy = try policy(
      """
      linkpolicy: 1
      name: names
      providers: {password: {kinds: [password]}, google.com: {kind: federated}}
      identifiers: {username: {}}
      find: {sign-in: [credential, address, username]}
      addresses: {held-by: methods, unique: yes}
      impossible:
        - {address: several, because: one}
        - {credential: broken, because: none}
      errors: {no: {}}
      decisions:
        sign-up:
          hit: first
          rows:
            - {id: taken, address: taken, refuse: no}
            - {id: known, credential: known, refuse: no}
            - {id: unnamed, identifier.username: {not: free}, refuse: no}
            - {id: new, do: [create, set-identifier: username]}
        sign-in.password:
          hit: first
          rows:
            - {id: right, secret: right, account: {not: no-address}, address: {not: taken},
               do: [\(effect), sign-in]}
            - {id: wrong, refuse: no}
        sign-in.federated:
          hit: first
          rows:
            - {id: known, credential: known, do: [sign-in]}
            - {id: taken, overrides: earlier, address: taken, refuse: no}
            - {id: new, do: [create, sign-in]}
      """)
    func attempt(
      _ action: Action, _ provider: String, subject: String? = nil, email: String? = nil,
      name: String? = nil, secret: Assertion.Secret = .absent
    ) -> Attempt {
      var assertion = Assertion(
        verified: provider, subject: subject, addresses: email.map { [AddressRecord($0)] } ?? [])
      assertion.secret = secret
      var attempt = Attempt(action, with: assertion)
      attempt.identifiers = name.map { [AccountIdentifier("username", $0)] } ?? []
      return attempt
    }
    var store = Accounts()
    let steps = [
      (attempt(.signUp, "password", email: "a@x.org", name: "ada"), "new"),
      (attempt(.signIn, "password", name: "ada", secret: .right), "right"),
      (attempt(.signIn, "google.com", subject: "g1", email: "a@x.org"), "taken"),
    ]
    for (attempt, row) in steps {
      let (decision, _) = try store.play(attempt, policy, session: nil)
      #expect(decision.row?.id == row)
      #expect(store.accounts.map { $0.methods.map { $0.address } } == [["a@x.org"]], "\(row)")
    }
  }

  @Test(
    "a new password is that of the attempt's provider, or else the account's first",
    arguments: [
      (nil, ["password"], "password"), ("password", ["password"], "password"),
      ("staff", ["password"], "staff"), ("staff", ["password", "staff"], "staff"),
      (nil, ["staff", "password"], "staff"), ("password", ["staff", "password"], "password"),
    ] as [(String?, [String], String)])
  func passwordsOfTwoProviders(named: String?, stored: [String], changed: String) throws {
    let policy = try policy(
      """
      linkpolicy: 1
      name: two
      providers: {password: {kinds: [password]}, staff: {kinds: [password]}}
      errors: {no: {}}
      decisions:
        sign-in: {rows: [{id: any, refuse: no}]}
        link:
          rows:
            - {id: set, account: {not: [none, no-address]}, address: own, do: [set-password]}
            - {id: rest, refuse: no}
        update-password:
          rows:
            - {id: set, account: {not: [none, no-address]}, do: [set-password]}
            - {id: rest, refuse: no}
      """)
    var account = Account(id: "u1", email: "a@x.org")
    account.methods = stored.map { provider in
      var method = Method(provider, .password)
      method.address = "a@x.org"
      return method
    }
    var store = World.store(account)
    let attempt =
      named.map {
        Attempt(
          .link, with: Assertion(verified: $0, subject: nil, addresses: [AddressRecord("a@x.org")]))
      } ?? Attempt(.updatePassword)
    let (decision, _) = try store.play(attempt, policy)
    #expect(decision.row?.id == "set", "\(decision.explanation)")
    let written = decision.changes.writes.compactMap { write -> String? in
      guard case .putMethod(_, let method) = write else { return nil }
      return method.provider + (method.secret == .new ? " new" : " kept")
    }
    #expect(written == [changed + " new"])
    let after = store.accounts[0].methods.map { $0.provider }
    #expect(after == stored + (stored.contains(changed) ? [] : [changed]))
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
