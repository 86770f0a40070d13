import Testing

@testable import LinkPolicy

/// What each effect does to a hand-made account.
@Suite struct EffectTests {
  private typealias World = ApplyWorld

  /// Plays one row's effects on `u1`; returns it as it is afterwards, the store and the rest.
  private func play(
    _ effects: String, _ attempt: Attempt = ApplyWorld.attempt(), action: String = "link",
    when: String = "account: {not: none}", _ account: Account = ApplyWorld.account(),
    others: [Account] = [], extra: String = ""
  ) throws -> (account: Account?, store: Accounts, applied: Accounts.Applied) {
    var store = World.store(account, others)
    let policy = try World.policy(effects, action: action, when: when, extra: extra)
    let (decision, applied) = try store.play(attempt, policy)
    #expect(decision.row?.id == "row", "\(effects): \(decision.explanation)")
    return (store.account("u1"), store, applied)
  }

  private let fresh =
    "account: {not: none}, credential: new, same-provider: none"

  private func providers(_ account: Account?) -> [String] {
    account?.methods.map { $0.provider } ?? []
  }

  @Test func linkingAddsTheMethod() throws {
    let (account, _, _) = try play("link", when: fresh)
    #expect(providers(account) == ["mail", "proved", "elsewhere", "p"])
    let method = try #require(account?.methods.last)
    #expect(method.subject == "s1")
    #expect(method.address == "a@gmail.com")
    #expect(method.provedAddress == "a@gmail.com")
    #expect(account?.version == 1)
    let unproven = try play("link", World.attempt(email: "b@other.example"), when: fresh)
    #expect(unproven.account?.methods.last?.provedAddress == nil)
    #expect(unproven.account?.methods.last?.address == "b@other.example")
  }

  @Test func addedSubjectsStandBesideOthers() throws {
    var account = World.account()
    account.methods.append(Method("p", .federated, subject: "s0"))
    var store = World.store(account)
    let policy = try World.policy(
      "add-subject", when: "account: {not: none}, credential: [new, own]")
    for subject in ["s1", "s2", "s1"] {
      let (decision, _) = try store.play(World.attempt(subject: subject), policy)
      #expect(decision.isAllowed, "\(subject)")
    }
    let own = store.accounts[0].methods.filter { $0.provider == "p" }
    #expect(own.map { $0.subject } == ["s0", "s1", "s2"])
    #expect(own.allSatisfy { !$0.isSuperseded })
  }

  @Test func otherSubjectsAreReplacedOrSuperseded() throws {
    var account = World.account()
    account.methods.append(Method("p", .federated, subject: "s0"))
    let when = "account: {not: none}, credential: new"
    let replaced = try play("replace-subject", when: when, account).account?.methods.last
    #expect(replaced?.subject == "s1")
    #expect(providers(try play("replace-subject", when: when, account).account).count == 4)
    let superseded = try play("supersede-subject", when: when, account).account?.methods.last
    #expect(superseded?.subject == "s0")
    #expect(superseded?.isSuperseded == true)
    // The former subject goes on signing in, and coming back takes it off the list.
    var store = World.store(account)
    let policy = try World.policy(
      "supersede-subject", when: "account: {not: none}, credential: [new, own]")
    for subject in ["s1", "s2", "s1"] {
      _ = try store.play(World.attempt(subject: subject), policy)
    }
    let listed = store.accounts[0].methods.filter { $0.provider == "p" && !$0.isSuperseded }
    let rest = store.accounts[0].methods.filter { $0.isSuperseded }.compactMap { $0.subject }
    #expect(listed.map { $0.subject } == ["s1"])
    #expect(rest.sorted() == ["s0", "s2"])
  }

  @Test func aSupersededSubjectOutlivesItsAccount() throws {
    var former = Method("p", .federated, subject: "s0")
    former.isSuperseded = true
    var account = World.account()
    account.methods += [former, Method("p", .federated, subject: "s1")]
    var store = World.store(account)
    let delete = try World.policy("delete", action: "delete", also: World.superseding)
    _ = try store.play(Attempt(.delete), delete)
    #expect(store.orphans.map { $0.key.description } == ["`p` federated `s0`"])
    let signIn = try World.policy("sign-in", action: "sign-in", also: World.superseding)
    for (subject, isGone) in [("s0", true), ("s1", false)] {
      let situation = try store.situation(
        for: World.attempt(.signIn, subject: subject), by: .init(), under: signIn)
      guard case .gone = situation.credentialHolder else {
        #expect(!isGone, "\(subject)")
        continue
      }
      #expect(isGone, "\(subject)")
    }
  }

  @Test func credentialsAreSeizedAndRefreshed() throws {
    var other = Account(id: "u2")
    other.methods = [Method("p", .federated, subject: "s1"), Method("phone", .phone, subject: "1")]
    let (account, store, applied) = try play(
      "seize-credential", when: "account: {not: none}, credential: known", others: [other])
    #expect(providers(account).last == "p")
    #expect(providers(store.account("u2")) == ["phone"])
    #expect(store.account("u2")?.version == 1)
    #expect(applied.events.count == 1)
    var own = World.account()
    own.methods.append(Method("p", .federated, subject: "s1"))
    let refreshed = try play("refresh-method", when: "account: {not: none}, credential: own", own)
    #expect(refreshed.account?.methods.last?.provedAddress == "a@gmail.com")
    #expect(providers(refreshed.account).count == 4)
  }

  @Test func methodsAreRemoved() throws {
    var account = World.account()
    account.methods.append(Method("p", .federated, subject: "s1"))
    let unlinked = try play(
      "unlink", Attempt(.unlink, naming: "p"), action: "unlink",
      when: "same-provider: {not: none}", account)
    #expect(providers(unlinked.account) == ["mail", "proved", "elsewhere"])
    let unproven = try play("drop-unproven")
    #expect(providers(unproven.account) == ["proved"])
    #expect(unproven.applied.events.count == 2)
    #expect(providers(try play("{drop: [password]}").account) == ["proved", "elsewhere"])
    #expect(providers(try play("{drop: [federated, password]}").account) == [])
    #expect(try play("drop-factors").account?.factors == 0)
  }

  @Test func addressesChange() throws {
    let has = "account: [unverified, verified]"
    let unverified = try play("unverify-email", when: has).account
    #expect(unverified?.isEmailVerified == false)
    let cleared = try play("clear-email").account
    #expect(cleared?.email == nil && cleared?.isEmailVerified == false)
    let free = "account: {not: none}, address: free"
    let set = try play("set-email", World.attempt(email: "N.ew@gmail.com"), when: free).account
    #expect(set?.email == "n.ew@gmail.com" && set?.isEmailVerified == false)
    let both = try play(
      "set-email, verify-email", World.attempt(email: "new@gmail.com"), when: free
    ).account
    #expect(both?.email == "new@gmail.com" && both?.isEmailVerified == true)
    let same = "account: {not: none}, address: [own, free]"
    #expect(try play("set-email", when: same).account?.isEmailVerified == true)
    let kept = try play("adopt-email", World.attempt(email: "new@gmail.com"), when: free).account
    #expect(kept?.email == "a@gmail.com")
    var without = World.account()
    without.email = nil
    without.isEmailVerified = false
    let adopted = try play(
      "adopt-email", World.attempt(email: "new@gmail.com"), when: free, without)
    #expect(adopted.account?.email == "new@gmail.com")
    #expect(adopted.account?.isEmailVerified == false)
  }

  @Test func everyReplacedAddressIsMailedAnUndoLink() throws {
    let free = "account: [unverified, verified], address: free"
    let first = try play(
      "remember-undo, set-email", World.attempt(email: "new@gmail.com"), when: free)
    #expect(first.store.codes.map { $0.address } == ["a@gmail.com"])
    #expect(first.store.codes.map { $0.purpose } == [.undo])
    var store = first.store
    let policy = try World.policy("remember-undo, set-email", when: free)
    _ = try store.play(World.attempt(email: "newer@gmail.com"), policy)
    #expect(store.codes.map { $0.address } == ["a@gmail.com", "new@gmail.com"])
  }

  @Test func profilesAreFilledOrOverwritten() throws {
    let filled = try play("fill-profile").account?.profile
    #expect(filled == Profile(name: "Ann", photo: "b.png"))
    let bare = World.attempt(profile: Profile(photo: "b.png"))
    #expect(try play("overwrite-profile", bare).account?.profile == Profile(photo: "b.png"))
    let once = World.attempt(.link, "once")
    #expect(
      try play("overwrite-profile", once, when: fresh).account?.profile == Profile(name: "Bob"))
    var own = World.account()
    own.methods.append(Method("once", .federated, subject: "s1"))
    #expect(try play("overwrite-profile", once, own).account?.profile == Profile())
  }

  @Test func statesLabelsAndPasswords() throws {
    #expect(try play("disable").account?.state == .disabled)
    var off = World.account()
    off.state = .disabled
    #expect(try play("enable", World.attempt(), off).account?.state == .active)
    let labelled = try play("{set: {tier: gold}}").account
    #expect(labelled?.labels.map { $0.name + $0.value } == ["tiergold"])
    var golden = World.account()
    golden.labels = [("tier", "gold")]
    let again = try play("{set: {tier: basic}}", World.attempt(), golden).account
    #expect(again?.labels.map { $0.value } == ["basic"])
    let method = try play("link, {set: {strength: strong}}", when: fresh).account?.methods.last
    #expect(method?.labels.map { $0.value } == ["strong"])
    var bare = World.account()
    bare.methods = []
    let set = try play(
      "set-password", Attempt(.updatePassword), action: "update-password",
      when: "account: [unverified, verified]", bare)
    #expect(set.account?.methods.map { $0.kind } == [.password])
    #expect(set.account?.methods.first?.provedAddress == nil)
  }

  @Test func creatingAndDeleting() throws {
    var store = Accounts()
    let when = "credential: new, address: free"
    let create = try World.policy("create, verify-email, sign-in", action: "sign-in", when: when)
    let (_, applied) = try store.play(World.attempt(.signIn), create, session: nil)
    #expect(applied.account == "u1" && applied.isNewAccount && applied.session == "s1")
    #expect(store.accounts[0].email == "a@gmail.com" && store.accounts[0].isEmailVerified)
    let without = try World.policy("create-without-address", action: "sign-in", when: when)
    _ = try store.play(
      World.attempt(.signIn, subject: "s2", email: "c@gmail.com"), without, session: nil)
    #expect(store.accounts[1].email == nil)
    #expect(store.accounts[1].methods[0].address == "c@gmail.com")
    let delete = try World.policy("delete", action: "delete")
    let (_, deleted) = try store.play(Attempt(.delete), delete)
    #expect(store.accounts.map { $0.id } == ["u2"])
    #expect(store.sessions.map { $0.isEnded } == [true])
    #expect(deleted.events.count == 1)
    let gone = try store.situation(for: Attempt(.delete), by: .init(session: "s1"), under: delete)
    #expect(gone.session?.state == .gone && gone.session?.account == nil)
  }
}
