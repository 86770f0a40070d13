import Testing

@testable import LinkPolicy

/// Identifiers are unique in a tenant, asked of the store, and found in the order of `find`.
@Suite struct AccountIdentifierTests {
  private static let policy = Result {
    try LinkPolicyTests.policy(
      """
      linkpolicy: 1
      name: names
      providers:
        password: {kind: password}
        forum:    {kind: federated}
      identifiers:
        username: {fold: case}
        phone:    {}
      find:
        sign-in: [credential, address, username]
      actions:
        rename: {points-to: session}
      decisions:
        sign-in: {rows: [{id: any, do: []}]}
        rename: {rows: [{id: any, do: []}]}
      """)
  }

  private static func account(
    _ id: String, _ identifiers: [AccountIdentifier], email: String? = nil, tenant: String? = nil
  ) -> Account {
    var account = Account(id: id, email: email)
    account.identifiers = identifiers
    account.tenant = tenant
    return account
  }

  private static func signIn(_ identifiers: [AccountIdentifier], email: String? = nil) -> Attempt {
    var attempt = Attempt(
      .signIn,
      with: Assertion(
        verified: "forum", subject: "s1", addresses: email.map { [AddressRecord($0)] } ?? []))
    attempt.identifiers = identifiers
    return attempt
  }

  private func decide(_ attempt: Attempt, _ accounts: [Account]) throws -> Decision {
    var store = Accounts()
    for account in accounts {
      store.add(account)
    }
    let policy = try Self.policy.get()
    let lookup = try policy.lookup(for: attempt, by: .nobody, under: [:])
    return try policy.decide(store.answer(lookup, method: .notAsked))
  }

  private func value(_ decision: Decision, _ fact: String) throws -> String {
    let schema = decision.image.vocabulary.schema
    let index = try #require(schema.index(of: Name(fact)))
    return schema.facts[index].values[decision.facts[index]].text
  }

  private func reason(_ body: () throws -> Void) -> InputError.Reason? {
    do {
      try body()
      return nil
    } catch let error as InputError {
      return error.reason
    } catch {
      Issue.record("\(error)")
      return nil
    }
  }

  @Test("a fact tells who holds the attempt's value")
  func facts() throws {
    let ada = Self.account("u1", [AccountIdentifier("username", "ada")], email: "ada@a.example")
    let bob = Self.account("u2", [AccountIdentifier("username", "bob")])
    func username(_ value: String?, email: String? = nil) throws -> (String, String?) {
      let attempt = Self.signIn(
        value.map { [AccountIdentifier("username", $0)] } ?? [], email: email)
      let decision = try decide(attempt, [ada, bob])
      return (try self.value(decision, "identifier.username"), decision.pointedAccount?.id)
    }
    #expect(try username(nil) == ("absent", nil))
    #expect(try username("eve") == ("free", nil))
    #expect(try username("eve@a.example") == ("address", nil))
    #expect(try username("Ada") == ("own", "u1"))
    #expect(try username("ada", email: "ada@a.example") == ("own", "u1"))
    // The address is searched first, and finds another account.
    #expect(try username("bob", email: "ada@a.example") == ("taken", "u1"))
  }

  @Test("a password without an address is that of the account of the name")
  func password() throws {
    var ada = Self.account("u1", [AccountIdentifier("username", "ada")])
    ada.methods = [Method("password", .password)]
    var attempt = Attempt(.signIn, with: Assertion(verified: "password"))
    attempt.identifiers = [AccountIdentifier("username", "ada")]
    #expect(reason { _ = try decide(attempt, [ada]) } == .missing)
    attempt.assertion?.secret = .right
    let decision = try decide(attempt, [ada])
    #expect(try value(decision, "credential") == "known")
    #expect(try value(decision, "secret") == "right")
    #expect(decision.pointedAccount?.id == "u1")
    // A name that is not searched does not take the place of an address.
    attempt.identifiers = [AccountIdentifier("phone", "1")]
    #expect(reason { _ = try decide(attempt, [ada]) } == .missing)
  }

  @Test("the answers must be those of the store")
  func answers() throws {
    let policy = try Self.policy.get()
    let lookup = try policy.lookup(
      for: Self.signIn([AccountIdentifier("username", "ada")]), by: .nobody, under: [:])
    #expect(lookup.identifiers.map { $0.value } == ["ada"])
    func decide(_ holders: [Account?], target: Account? = nil) -> InputError.Reason? {
      reason {
        _ = try policy.decide(
          lookup.answered(
            credential: .nobody, addresses: [], identifiers: holders, session: .notAsked,
            target: .notAsked, code: .notAsked, method: .notAsked))
      }
    }
    #expect(decide([]) == .unanswered)
    #expect(decide([nil]) == nil)
    #expect(decide([nil, nil]) == .unexpected)
    #expect(decide([Self.account("u1", [])]) == .contradiction)
    #expect(
      decide([Self.account("u1", [AccountIdentifier("username", "Ada")])]) == .contradiction)
    #expect(
      decide([Self.account("u1", [AccountIdentifier("username", "ada")], tenant: "t")])
        == .contradiction)
    #expect(decide([Self.account("u1", [AccountIdentifier("username", "ada")])]) == nil)
    #expect(
      reason {
        _ = try lookup.answered(
          credential: .nobody, addresses: [], session: .notAsked, target: .notAsked,
          code: .notAsked, method: .notAsked)
      } == .unanswered)
  }

  @Test("two accounts with one identifier contradict each other", arguments: [false, true])
  func shared(sorts: Bool) throws {
    let phone = AccountIdentifier("phone", "1")
    let ada = Self.account("u1", [AccountIdentifier("username", "ada"), phone])
    let bob = Self.account("u2", [phone], email: "bob@a.example")
    let attempt = Self.signIn([AccountIdentifier("username", "ada")], email: "bob@a.example")
    // The check sorts keys if a situation has many places.
    let others = (3..<(sorts ? 40 : 3)).map { Self.account("u\($0)", []) }
    let policy = try Self.policy.get()
    let lookup = try policy.lookup(for: attempt, by: .nobody, under: [:])
    func decide(_ bob: Account) throws {
      let found = try lookup.answered(
        credential: .nobody, addresses: [[bob]], identifiers: [ada], session: .notAsked,
        target: .notAsked, code: .notAsked, stated: StatedValues(), disabled: nil, unnamed: others)
      _ = try policy.decide(found)
    }
    #expect(reason { try decide(bob) } == .contradiction)
    #expect(reason { try decide(Self.account("u2", [], email: "bob@a.example")) } == nil)
  }

  @Test("an undeclared, empty, repeated or overlong identifier is an input error")
  func malformed() throws {
    func sign(_ identifiers: AccountIdentifier...) -> InputError.Reason? {
      reason { _ = try decide(Self.signIn(identifiers), []) }
    }
    #expect(sign(AccountIdentifier("login", "ada")) == .undeclared)
    #expect(sign(AccountIdentifier("username", "")) == .contradiction)
    #expect(
      sign(AccountIdentifier("username", "a"), AccountIdentifier("username", "b"))
        == .contradiction)
    #expect(sign(AccountIdentifier("username", String(repeating: "a", count: 256))) == .tooLong)
    #expect(sign(AccountIdentifier("username", String(repeating: "a", count: 255))) == nil)
  }

  @Test("a row states the identifiers that the policy declares, which effects clear")
  func unstated() throws {
    let row = Account(
      id: "u1", version: 0, tenant: nil, email: nil, isEmailVerified: false, state: .active,
      epoch: 0, methods: [], labels: [])
    var stated = row
    stated.identifiers = []
    let vocabulary = try Self.policy.get().vocabulary
    #expect(reason { try vocabulary.check(row) } == .missing)
    #expect(reason { try vocabulary.check(stated) } == nil)
    let plain = try LinkPolicyTests.policy(
      """
      linkpolicy: 1
      name: plain
      providers:
        forum: {kind: federated}
      decisions:
        sign-in: {rows: [{id: any, do: []}]}
      """)
    #expect(reason { try plain.vocabulary.check(row) } == nil)
  }
}
