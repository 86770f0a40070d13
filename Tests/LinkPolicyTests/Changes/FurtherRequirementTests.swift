import Testing

@testable import LinkPolicy

/// The requirements of change sets for which the lookup does not ask: no two accounts get one password or address.
@Suite struct FurtherRequirementTests {
  private typealias World = ApplyWorld

  private static let shared = "addresses: {unique: no}"
  private static let byMethods = "addresses: {held-by: methods}"
  private static let pools = "pools: {mail: [mail], rest: [\"*\"]}"
  private static let staff = "pools: {staff: [elsewhere], rest: [\"*\"]}"

  /// An account with an address, and a password where it is asked for.
  private static func account(_ id: String, _ email: String, hasPassword: Bool) -> Account {
    var account = Account(id: id, email: email)
    if hasPassword {
      var password = Method("mail", .password)
      password.address = email
      account.methods = [password]
    }
    return account
  }

  /// The attempt of the session of `u1`, decided about a store of two.
  private static func decided(
    _ effects: String, _ attempt: Attempt, action: String, when: String, under extra: String,
    _ own: Account, _ other: Account
  ) throws -> (decision: Decision, store: Accounts) {
    let store = World.store(own, [other])
    let policy = try World.policy(effects, action: action, when: when, extra: extra)
    let situation = try store.situation(for: attempt, by: .init(session: "s1"), under: policy)
    let decision = try policy.decide(attempt, in: situation)
    #expect(decision.row?.id == "row", "\(decision.explanation)")
    return (decision, store)
  }

  /// What is required beside the answers of the look-up, in words.
  private static func further(_ decision: Decision) -> [String] {
    decision.changes.requirements.dropFirst(decision.requirements.count).map { $0.description }
  }

  @Test func aPasswordOfAnAddressThatAnotherHas() throws {
    let taken = "the credential `mail` password `a@gmail.com` is held by nobody"
    for extra in [Self.shared, Self.byMethods, Self.pools] {
      let own = Self.account("u1", "a@gmail.com", hasPassword: false)
      for isThere in [true, false] {
        let other = Self.account(
          "u2", isThere ? "a@gmail.com" : "b@gmail.com", hasPassword: true)
        let (decision, store) = try Self.decided(
          "set-password", Attempt(.updatePassword), action: "update-password",
          when: "account: [unverified, verified]", under: extra, own, other)
        #expect(Self.further(decision).first == taken, "\(extra)")
        var after = store
        if isThere {
          let conflict = #expect(throws: Accounts.Conflict.self) { try after.apply(decision) }
          #expect(conflict?.requirement.description == taken, "\(extra)")
          #expect(after.dump == store.dump)
        } else {
          try after.apply(decision)
          #expect(after.account("u1")?.methods.count == 1)
        }
      }
    }
  }

  @Test func aPasswordThatMovesWithItsAccountsAddress() throws {
    // The other is found by an address that no method of it has.
    var other = Self.account("u2", "new@gmail.com", hasPassword: true)
    other.methods[0].address = "old@gmail.com"
    let own = Self.account("u1", "a@gmail.com", hasPassword: true)
    let (decision, store) = try Self.decided(
      "set-email", World.attempt(email: "new@gmail.com"), action: "link",
      when: "account: {not: none}, address: free, tenant: {not: other}", under: Self.byMethods,
      own, other)
    var after = store
    let conflict = #expect(throws: Accounts.Conflict.self) { try after.apply(decision) }
    #expect(
      conflict?.requirement.description
        == "the credential `mail` password `new@gmail.com` is held by nobody")
  }

  @Test func theAddressThatANewPasswordComesWith() throws {
    var other = Account(id: "u2", email: "c@gmail.com")
    var method = Method("p", .federated, subject: "x")
    method.address = "a@gmail.com"
    other.methods = [method]
    let (decision, store) = try Self.decided(
      "set-password", Attempt(.updatePassword), action: "update-password",
      when: "account: [unverified, verified]", under: Self.byMethods,
      Self.account("u1", "a@gmail.com", hasPassword: false), other)
    var after = store
    let conflict = #expect(throws: Accounts.Conflict.self) { try after.apply(decision) }
    #expect(
      conflict?.requirement.description == "the address `a@gmail.com` is held by nobody")
  }

  @Test func whatIsThereAlreadyRequiresNothing() throws {
    let other = Self.account("u2", "b@gmail.com", hasPassword: true)
    for extra in [Self.shared, Self.byMethods, Self.pools, ""] {
      let (decision, store) = try Self.decided(
        "set-password", Attempt(.updatePassword), action: "update-password",
        when: "account: [unverified, verified]", under: extra,
        Self.account("u1", "a@gmail.com", hasPassword: true), other)
      #expect(Self.further(decision) == [], "\(extra)")
      var after = store
      try after.apply(decision)
    }
    // Where addresses are unique, they say it all.
    let (decision, _) = try Self.decided(
      "set-password", Attempt(.updatePassword), action: "update-password",
      when: "account: [unverified, verified]", under: "",
      Self.account("u1", "a@gmail.com", hasPassword: false), other)
    #expect(Self.further(decision) == [])
  }

  // MARK: Pools

  /// A row that links a new method, and the address fact of the row.
  private static func linking(_ address: String) -> String {
    "account: [unverified, verified], credential: new, same-provider: none, address: \(address)"
  }

  /// An account with an address and a federated method.
  private static func account(_ id: String, _ email: String, at provider: String) -> Account {
    var account = Account(id: id, email: email)
    account.methods = [Method(provider, .federated, subject: id)]
    return account
  }

  @Test("a method of a further pool requires that no account of the pool holds the address")
  func aMethodOfAFurtherPool() throws {
    let own = Self.account("u1", "a@gmail.com", at: "elsewhere")
    let taken = "the address `a@gmail.com` is held by nobody"
    for email in ["a@gmail.com", "b@gmail.com"] {
      let other = Self.account("u2", email, at: "proved")
      let (decision, store) = try Self.decided(
        "link", World.attempt(email: "c@gmail.com"), action: "link", when: Self.linking("free"),
        under: Self.staff, own, other)
      #expect(Self.further(decision) == [taken])
      guard case .address(let question, holders: _) = decision.changes.requirements.last else {
        Issue.record("no address is required")
        return
      }
      #expect(question.poolIndex == 1 && question.heldBy == .account)
      #expect(question.pool.contains("*") && !question.pool.contains("elsewhere"))
      var after = store
      if email == "a@gmail.com" {
        let conflict = #expect(throws: Accounts.Conflict.self) { try after.apply(decision) }
        #expect(conflict?.requirement.description == taken)
        #expect(after.dump == store.dump)
      } else {
        try after.apply(decision)
        #expect(after.account("u1")?.methods.count == 2)
      }
    }
  }

  @Test("a new address is required to be unheld in the pools that the lookup does not search")
  func aNewAddressInTwoPools() throws {
    var own = Self.account("u1", "a@gmail.com", at: "elsewhere")
    own.methods.append(Method("proved", .federated, subject: "u1"))
    let other = Self.account("u2", "c@gmail.com", at: "elsewhere")
    let (decision, store) = try Self.decided(
      "set-email", World.attempt(email: "c@gmail.com"), action: "link",
      when: "account: {not: none}, address: free, tenant: {not: other}", under: Self.staff,
      own, other)
    #expect(Self.further(decision) == ["the address `c@gmail.com` is held by nobody"])
    guard case .address(let question, holders: _) = decision.changes.requirements.last else {
      Issue.record("no address is required")
      return
    }
    #expect(question.poolIndex == 0 && question.pool == ["elsewhere"])
    var after = store
    #expect(throws: Accounts.Conflict.self) { try after.apply(decision) }
  }

  @Test("an answer to the lookup is enough, if no other account holds the address")
  func anAnswerOfTheLookup() throws {
    let own = Self.account("u1", "a@gmail.com", at: "elsewhere")
    for email in ["a@gmail.com", "b@gmail.com"] {
      let isTaken = email == "a@gmail.com"
      let other = Self.account("u2", email, at: "proved")
      let (decision, store) = try Self.decided(
        "link", World.attempt(email: "a@gmail.com"), action: "link",
        when: Self.linking(isTaken ? "taken" : "free"), under: Self.staff, own, other)
      let further = isTaken ? ["the address `a@gmail.com` is held by nobody"] : []
      #expect(Self.further(decision) == further)
      var after = store
      if isTaken {
        #expect(throws: Accounts.Conflict.self) { try after.apply(decision) }
      } else {
        try after.apply(decision)
      }
    }
  }

  @Test("one pool, the same pool or shared addresses require nothing further")
  func noFurtherPool() throws {
    for (provider, extra) in [
      ("elsewhere", ""), ("proved", Self.staff), ("elsewhere", Self.staff + "\n" + Self.shared),
    ] {
      let own = Self.account("u1", "a@gmail.com", at: provider)
      let (decision, _) = try Self.decided(
        "link", World.attempt(email: "c@gmail.com"), action: "link", when: Self.linking("free"),
        under: extra, own, Self.account("u2", "b@gmail.com", at: "proved"))
      #expect(Self.further(decision) == [], "\(extra)")
    }
  }
}
