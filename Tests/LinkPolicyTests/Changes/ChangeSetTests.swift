import Testing

@testable import LinkPolicy

/// What decisions write, and what must be so still when it is written.
@Suite struct ChangeSetTests {
  private typealias World = ApplyWorld

  private static let linking = "account: {not: none}, credential: new"

  /// The change set of one row's effects, decided about a store.
  private func changes(
    _ effects: String, _ attempt: Attempt = World.attempt(), action: String = "link",
    when: String = linking, account: Account = World.account(), _ others: [Account] = []
  ) throws -> (changes: ChangeSet, store: Accounts, policy: Policy) {
    let store = World.store(account, others)
    let policy = try World.policy(effects, action: action, when: when, also: World.superseding)
    let situation = try store.situation(for: attempt, by: .init(session: "s1"), under: policy)
    let decision = try policy.decide(attempt, in: situation)
    #expect(decision.row?.id == "row", "\(decision.explanation)")
    return (decision.changes, store, policy)
  }

  private func words(_ changes: ChangeSet) -> [String] {
    changes.writes.map { write in
      switch write {
      case .insertAccount: "insert"
      case .deleteAccount: "delete"
      case .setEmail(_, let email): "email " + (email.email ?? "-") + (email.isVerified ? "!" : "?")
      case .setProfile: "profile"
      case .setState: "state"
      case .setLabel(_, let method, let name, let value):
        "label " + (method?.subject ?? "-") + " " + name + "=" + value
      case .setIdentifier(_, let name, let value): "identifier " + name + "=" + (value ?? "-")
      case .putMethod(_, let new): "put " + (new.key.subject ?? new.key.kind.name.text)
      case .removeMethod(_, let old): "remove " + (old.key.subject ?? old.key.kind.name.text)
      case .supersedeMethod(_, let key): "supersede " + (key.subject ?? "-")
      case .dropFactors: "factors"
      case .setFactors(_, let count): "factors \(count)"
      case .openSession: "open"
      case .renewSession: "renew"
      case .endSession: "end"
      case .endSessions(of: _, let epoch): "epoch \(epoch)"
      case .putCode(let code): "code " + code.address
      case .useCode: "use"
      case .cancelCodes: "cancel"
      }
    }
  }

  @Test func addressAndFlagAreWrittenOnce() throws {
    let moving = World.attempt(email: "new@gmail.com")
    let free = "account: [unverified, verified], address: free"
    let own = "account: [unverified, verified], address: own"
    #expect(
      words(try changes("set-email, verify-email", moving, when: free).changes)
        == ["email new@gmail.com!"])
    #expect(words(try changes("verify-email", when: own).changes) == [])
    #expect(words(try changes("unverify-email, verify-email", when: own).changes) == [])
    #expect(words(try changes("clear-email").changes) == ["email -?"])
  }

  @Test func whatIsSoAlreadyIsNotWritten() throws {
    var disabled = World.account()
    disabled.state = .disabled
    #expect(words(try changes("enable").changes) == [])
    #expect(words(try changes("disable", account: disabled).changes) == [])
    var labelled = World.account()
    labelled.labels = [("tier", "gold")]
    #expect(words(try changes("{set: {tier: gold}}", account: labelled).changes) == [])
    #expect(words(try changes("{set: {tier: gold}}").changes) == ["label - tier=gold"])
    // A sign-in by a method that is stored as it is raises no version.
    var own = World.account()
    var method = Method("p", .federated, subject: "s1")
    method.address = "a@gmail.com"
    method.provedAddress = "a@gmail.com"
    own.methods.append(method)
    let known = "account: {not: none}, credential: own"
    #expect(words(try changes("refresh-method", when: known, account: own).changes) == [])
  }

  @Test func nothingToWriteRequiresNothing() throws {
    let (set, _, _) = try changes("enable")
    #expect(set.isEmpty && set.requirements.isEmpty)
  }

  @Test func eachAnswerOfTheLookUpIsRequired() throws {
    let rival = Account(id: "u2", email: "c@gmail.com")
    let (set, _, _) = try changes(
      "link", World.attempt(email: "c@gmail.com"),
      when: "account: [unverified, verified], credential: new, same-provider: none, address: taken",
      [rival])
    #expect(
      set.requirements.map { $0.description } == [
        "account `u1` has version 0", "account `u2` has version 0",
        "the credential `p` federated `s1` is held by nobody",
        "the address `c@gmail.com` is held by `u2`", "session `s1` has not ended",
      ])
  }

  @Test func oneOfSeveralSubjectsIsTouched() throws {
    var account = World.account()
    var former = Method("p", .federated, subject: "s0")
    former.isSuperseded = true
    account.methods += [former, Method("p", .federated, subject: "s1")]
    let own = "account: {not: none}, credential: own"
    let (set, store, policy) = try changes("refresh-method", when: own, account: account)
    #expect(words(set) == ["put s1"])
    var after = store
    try after.execute(set, under: policy)
    let methods = try #require(after.account("u1")).methods.filter { $0.provider == "p" }
    #expect(methods.map { $0.subject } == ["s0", "s1"])
    #expect(methods.map { $0.provedAddress } == [nil, "a@gmail.com"])
    let (unlinked, _, _) = try changes(
      "unlink", Attempt(.unlink, naming: "p"), action: "unlink", when: "same-provider: {not: none}",
      account: account)
    #expect(words(unlinked) == ["remove s0", "remove s1"])
  }

  @Test func theCredentialThatIsSeizedIsTheOneHeldInTheTenant() throws {
    var holder = Account(id: "u2")
    holder.methods = [
      Method("p", .federated, subject: "s1"), Method("p", .federated, subject: "s7"),
    ]
    var elsewhere = Account(id: "u3")
    elsewhere.tenant = "t"
    elsewhere.methods = [Method("p", .federated, subject: "s1")]
    let (set, store, policy) = try changes(
      "seize-credential", when: "account: {not: none}, credential: known", [holder, elsewhere])
    #expect(words(set) == ["remove s1", "put s1"])
    var after = store
    try after.execute(set, under: policy)
    #expect(after.account("u2")?.methods.map { $0.subject } == ["s7"])
    #expect(after.account("u3")?.methods.map { $0.subject } == ["s1"])
    #expect(after.account("u2")?.version == 1 && after.account("u3")?.version == 0)
  }

  @Test func aSetWithAnIdIsCarriedOutOnce() throws {
    let (set, store, policy) = try changes("{send-code: verify}, revoke-sessions")
    var after = store
    let first = try after.execute(set.identified(by: "r1"), under: policy)
    let once = after.dump
    let second = try after.execute(set.identified(by: "r1"), under: policy)
    #expect(after.dump == once && after.codes.count == 1)
    #expect("\(first.events)" == "\(second.events)")
    // Without its id it is another set, about an account that has changed.
    #expect(throws: Accounts.Conflict.self) { try after.execute(set, under: policy) }
  }

  @Test func theOwnerIsToldAtTheAddressOfBefore() throws {
    let (set, _, _) = try changes(
      "set-email, notify-owner", World.attempt(email: "thief@gmail.com"),
      when: "account: {not: none}, address: free")
    guard case .owner(let account, let recipient)? = set.notices.first else {
      Issue.record("the owner is not told")
      return
    }
    #expect(recipient == "a@gmail.com" && account.isSame(as: .existing("u1")))
  }

  @Test func aNewAccountIsInsertedWithWhatItComesTo() throws {
    let (set, _, _) = try changes(
      "create, verify-email, sign-in",
      World.attempt(.signIn, subject: "n1", email: "New@gmail.com"),
      action: "sign-in", when: "credential: new, address: free")
    #expect(words(set) == ["insert", "put n1", "open"])
    guard case .insertAccount(let new)? = set.writes.first else { return }
    #expect(new.email.email == "new@gmail.com" && new.email.given == "New@gmail.com")
    #expect(new.email.isVerified)
  }

  @Test func onlyWhatIsProvedMakesASessionRecent() throws {
    let own = "same-provider: {not: none}, session: {not: [none, gone]}"
    var account = World.account()
    account.methods.append(Method("p", .federated, subject: "s1"))
    let (set, _, _) = try changes(
      "unlink, issue-token", Attempt(.unlink, naming: "p"), action: "unlink", when: own,
      account: account)
    guard case .renewSession(_, of: _, let makesRecent)? = set.writes.last else {
      Issue.record("\(words(set))")
      return
    }
    #expect(!makesRecent)
  }
}
