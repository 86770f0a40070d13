import Testing

@testable import LinkPolicy

/// Sessions, codes, versions and conflicts, and that a decision is carried out all or none.
@Suite struct ApplyTests {
  private typealias World = ApplyWorld

  private func state(_ store: Accounts, _ session: String, _ policy: Policy) throws -> Session
    .SessionState?
  {
    try store.situation(for: World.attempt(), by: .init(session: session), under: policy).session?
      .state
  }

  @Test func sessionsAreRecentOldRevokedAndGone() throws {
    let revoke = try World.policy("revoke-sessions")
    var store = World.store()
    #expect(try state(store, "s1", revoke) == .recent)
    store.ageSessions()
    #expect(try state(store, "s1", revoke) == .old)
    _ = try store.play(World.attempt(), revoke)
    #expect(try state(store, "s1", revoke) == .revoked)
    let issue = try World.policy(
      "issue-token", action: "reauthenticate", when: "account: {not: none}")
    let (_, applied) = try store.play(World.attempt(.reauthenticate), issue)
    #expect(applied.events.count == 1)
    #expect(try state(store, "s1", revoke) == .recent)
    let end = try World.policy("end-session")
    _ = try store.play(World.attempt(), end)
    #expect(try state(store, "s1", revoke) == .gone)
    #expect(throws: InputError.self) { try state(store, "s9", revoke) }
  }

  @Test func revokingSparesTheSessionOpenedAfterIt() throws {
    let policy = try World.policy(
      "revoke-sessions, sign-in", action: "sign-in", when: "account: {not: none}")
    var store = World.store()
    let (_, applied) = try store.play(World.attempt(.signIn), policy, session: nil)
    #expect(applied.session == "s2")
    #expect(try state(store, "s1", policy) == .revoked)
    #expect(try state(store, "s2", policy) == .recent)
  }

  @Test func tokensIssuedAfterRevokingAreAlive() throws {
    let policy = try World.policy(
      "revoke-sessions, issue-token", action: "update-password")
    var store = World.store()
    _ = store.openSession(of: "u1")
    _ = try store.play(Attempt(.updatePassword), policy)
    #expect(try state(store, "s1", policy) == .recent)
    #expect(try state(store, "s2", policy) == .revoked)
  }

  /// A store in which `u1` was mailed a code for its address, and the policy that takes it.
  private func coded() throws -> (store: Accounts, policy: Policy) {
    let send = try World.policy("{send-code: verify}", action: "request-verification")
    var store = World.store()
    _ = try store.play(Attempt(Action("request-verification")), send)
    let take = try World.policy(
      "verify-email", action: "verify-email", when: "code: valid, account: [unverified, verified]")
    return (store, take)
  }

  private func code(_ store: Accounts, _ policy: Policy, session: String? = nil) throws -> Code? {
    try store.situation(
      for: Attempt(Action("verify-email")), by: .init(session: session, code: "c1"), under: policy
    ).code
  }

  @Test func codesAreUsedOnceExpireAndGoStale() throws {
    var (store, policy) = try coded()
    #expect(try code(store, policy)?.state == .valid)
    #expect(try code(store, policy)?.requester == .otherAccount)
    #expect(try code(store, policy, session: "s1")?.requester == .thisSession)
    let before = store
    let (_, _) = try store.play(Attempt(Action("verify-email")), policy, session: nil, code: "c1")
    #expect(try code(store, policy)?.state == .used)
    store = before
    store.expireCodes()
    #expect(try code(store, policy)?.state == .expired)
    // A refused attempt does not use the code up.
    let (refused, _) = try store.play(
      Attempt(Action("verify-email")), policy, session: nil, code: "c1")
    #expect(!refused.isAllowed)
    #expect(store.codes[0].isUsed == false)
    store = before
    store.accounts[0].email = "other@gmail.com"
    #expect(try code(store, policy)?.state == .stale)
    store = before
    _ = try store.play(World.attempt(), try World.policy("cancel-pending"))
    #expect(try code(store, policy)?.state == .unknown)
    #expect(store.codes.isEmpty)
  }

  @Test func whatIsPendingIsCancelledInItsOwnTenantAlone() throws {
    var store = World.store()
    let policy = try World.policy("cancel-pending")
    let account = try #require(store.accounts.first { $0.email != nil })
    let address = try #require(account.email)
    store.addCode(.signIn, for: nil, at: address, isUsed: false, under: policy)
    store.codes[0].tenant = "north"
    store.addCode(.signIn, for: nil, at: address, isUsed: false, under: policy)
    store.addCode(.undo, for: account.id, at: "old@gmail.com", isUsed: false, under: policy)
    #expect(store.codes.map { $0.id } == ["c1", "c2", "c3"])
    _ = try store.play(World.attempt(), policy)
    #expect(store.codes.map { $0.id } == ["c1"])
  }

  /// The requirement that does not hold, in words; nil where all do.
  private static func broken(_ body: @autoclosure () throws -> Accounts.Applied) -> String? {
    do {
      _ = try body()
      return nil
    } catch {
      return (error as? Accounts.Conflict)?.requirement.description
    }
  }

  @Test func aDecisionOnAnotherVersionIsAConflict() throws {
    let policy = try World.policy("disable")
    var store = World.store()
    let situation = try store.situation(
      for: World.attempt(), by: .init(session: "s1"), under: policy)
    let decision = try policy.decide(World.attempt(), in: situation)
    _ = try store.apply(decision)
    let before = store.dump
    #expect(Self.broken(try store.apply(decision)) == "account `u1` has version 0")
    #expect(store.dump == before)
    store.accounts.removeAll()
    #expect(Self.broken(try store.apply(decision)) == "account `u1` has version 0")
  }

  @Test func twoSignInsCannotBothCreate() throws {
    let policy = try World.policy(
      "create, sign-in", action: "sign-in", when: "credential: new, address: free")
    var store = Accounts()
    let first = World.attempt(.signIn)
    let second = World.attempt(.signIn, subject: "s2")
    let decisions = try [first, first, second].map { attempt in
      try policy.decide(
        attempt, in: try store.situation(for: attempt, by: .init(), under: policy))
    }
    _ = try store.apply(decisions[0])
    let before = store.dump
    for decision in decisions {
      #expect(Self.broken(try store.apply(decision))?.hasSuffix("is held by nobody") == true)
      #expect(store.dump == before)
    }
    let without = try World.policy(
      "create-without-address", action: "sign-in", when: "credential: new, address: free")
    let again = try without.decide(first, in: Situation())
    #expect(
      Self.broken(try store.apply(again)) == "the credential `p` federated `s1` is held by nobody")
    #expect(store.dump == before)
  }

  @Test func aConflictLeavesEarlierEffectsUndone() throws {
    let policy = try World.policy(
      "unverify-email, revoke-sessions, drop-factors, link",
      when: "account: [unverified, verified], credential: new, same-provider: none")
    var store = World.store()
    let situation = try store.situation(
      for: World.attempt(), by: .init(session: "s1"), under: policy)
    let decision = try policy.decide(World.attempt(), in: situation)
    var rival = Account(id: "u2")
    rival.methods = [Method("p", .federated, subject: "s1")]
    store.add(rival)
    let before = store.dump
    #expect(
      Self.broken(try store.apply(decision))
        == "the credential `p` federated `s1` is held by nobody")
    #expect(store.dump == before)
    let taking = try World.policy("set-email", when: "account: {not: none}, address: free")
    let free = World.attempt(subject: "s9", email: "free@gmail.com", profile: Profile())
    let moving = try taking.decide(
      free, in: try World.store().situation(for: free, by: .init(session: "s1"), under: taking))
    store.accounts[1].email = "free@gmail.com"
    #expect(
      Self.broken(try store.apply(moving)) == "the address `free@gmail.com` is held by nobody")
  }

  @Test func aRefusalChangesNothing() throws {
    let policy = try World.policy("disable", when: "account: no-address")
    var store = World.store()
    let accounts = "\(store.accounts)"
    let (decision, applied) = try store.play(World.attempt(), policy)
    #expect(!decision.isAllowed && applied.events.isEmpty)
    #expect("\(store.accounts)" == accounts)
  }

  @Test func trustedAfterUntrustedReplacesIt() throws {
    // L3: Facebook (here `elsewhere`) registered the address, Google (here `p`) proves it;
    // Facebook's way in is gone.
    let policy = try World.policy(
      "drop-unproven, replace-subject, verify-email, sign-in", action: "sign-in",
      when: "credential: new, address: taken, account: unverified, trust: yes")
    var account = Account(id: "u1", email: "a@gmail.com")
    var facebook = Method("elsewhere", .federated, subject: "f")
    facebook.address = "a@gmail.com"
    account.methods = [facebook, Method("mail", .password)]
    var store = World.store(account)
    let (_, applied) = try store.play(World.attempt(.signIn), policy, session: nil)
    let after = try #require(store.account("u1"))
    #expect(after.methods.map { $0.provider } == ["p"])
    #expect(after.methods[0].provedAddress == "a@gmail.com")
    #expect(after.isEmailVerified)
    #expect(applied.session == "s2" && applied.account == "u1")
    let names = applied.events.map { "\($0)".prefix { $0 != "(" } }
    #expect(names == ["methodRemoved", "methodRemoved", "signedIn"])
    // R3: nothing is said of sessions, so the old one goes on.
    #expect(try state(store, "s1", policy) == .recent)
  }
}
