import Testing

@testable import LinkPolicy

/// The facts about the account pointed to, by hand-written situations.
@Suite struct AccountFactTests {
  private typealias World = FactWorld

  private func check(
    _ attempt: Attempt, _ situation: Situation, _ expected: [String: String],
    line: Int = #line
  ) throws {
    let policy = try World.policy.get()
    let schema = policy.vocabulary.schema
    let decision = try policy.decide(attempt, in: situation)
    for (name, value) in expected.sorted(by: { $0.key < $1.key }) {
      let index = try #require(schema.index(of: Name(name)), "\(name)")
      let actual = schema.facts[index].values[decision.facts[index]].text
      #expect(actual == value, "line \(line), \(name)")
    }
    #expect(decision.source != .cannotOccur, "line \(line)")
  }

  private func situation(
    holder: Account? = nil, addresses: [Account] = [], session: Account? = nil
  ) -> Situation {
    Situation(
      credentialHolder: holder.map { .account($0) } ?? .nobody, addressHolders: addresses,
      session: session.map { Session(.recent, of: $0) })
  }

  @Test func signInPointsByCredentialThenAddress() throws {
    let holder = World.account("u1", "one@a.example", isVerified: true, [World.plain])
    let other = World.account("u2", "two@a.example", [World.other])
    try check(
      World.attempt(), situation(holder: holder),
      ["account": "verified", "credential": "known", "same-provider": "same-subject"])
    try check(
      World.attempt(email: "one@a.example"), situation(holder: holder, addresses: [holder]),
      ["address": "own", "credential": "known"])
    try check(
      World.attempt(email: "two@a.example"), situation(holder: holder, addresses: [other]),
      ["address": "taken", "account": "verified", "credential": "known"])
    try check(
      World.attempt(email: "two@a.example"), situation(addresses: [other]),
      [
        "address": "taken", "account": "unverified", "credential": "new",
        "same-provider": "other-subject",
      ])
    try check(
      World.attempt(email: "three@a.example"), situation(session: other),
      ["address": "free", "account": "none", "session": "recent"])
    var gone = situation(addresses: [other])
    gone.credentialHolder = .gone
    try check(
      World.attempt(email: "two@a.example"), gone,
      ["credential": "broken", "account": "none", "address": "taken"])
  }

  @Test func linkingPointsToTheSession() throws {
    let own = World.account("u1", nil)
    let other = World.account("u2", "two@a.example", [World.plain])
    try check(
      World.attempt(.link), situation(session: own),
      ["account": "no-address", "credential": "new", "same-provider": "none"])
    try check(
      World.attempt(.link, email: "two@a.example"),
      situation(holder: other, addresses: [other], session: own),
      ["credential": "known", "address": "taken", "account": "no-address"])
    try check(
      World.attempt(.link, email: "two@a.example"),
      situation(holder: other, addresses: [other], session: other),
      ["credential": "own", "address": "own", "same-provider": "same-subject"])
    try check(World.attempt(.link), situation(), ["account": "none", "credential": "new"])
  }

  @Test func subjectsThatWereSupersededAreHeld() throws {
    var former = World.plain
    former.isSuperseded = true
    let holder = World.account("u1", nil, [former, World.other])
    let policy = try policy(Everything.rich(""))
    let decision = try policy.decide(World.attempt(), in: situation(holder: holder))
    #expect(decision.facts[.credential] == FactValue.CredentialValue.known.rawValue)
    #expect(decision.facts[.sameProvider] == FactValue.SameProvider.otherSubject.rawValue)
    #expect(decision.source != .cannotOccur)
  }

  @Test func statesTenantsAndLabels() throws {
    var account = World.account("u1", nil, [World.plain])
    try check(
      World.attempt(), situation(holder: account),
      [
        "account.state": "active", "tenant": "none", "label.tier": "basic",
        "label.strength": "weak", "account": "no-address",
      ])
    account.state = .disabled
    account.labels = [("tier", "gold")]
    account.methods[0].labels = [("strength", "strong")]
    try check(
      World.attempt(), situation(holder: account),
      ["account.state": "disabled", "label.tier": "gold", "label.strength": "strong"])
    try check(
      World.attempt(), situation(),
      [
        "account.state": "none", "label.tier": "absent", "label.strength": "absent",
        "tenant": "none",
      ])
    var inTenant = World.attempt()
    inTenant.tenant = "t"
    try check(inTenant, situation(), ["tenant": "same"])
    account.tenant = "t"
    try check(inTenant, situation(holder: account), ["tenant": "same"])
    let target = Attempt(Action("mark-verified"))
    try check(target, Situation(target: account), ["tenant": "other", "account": "no-address"])
    try check(target, Situation(), ["account": "none"])
  }

  @Test func methodsAndSameProvider() throws {
    func unlink(_ provider: String, _ subject: String? = nil) -> Attempt {
      Attempt(.unlink, naming: provider, subject: subject)
    }
    let phone = Method("phone", .phone, subject: "+1")
    let none = World.account("u1")
    let one = World.account("u1", "one@a.example", [World.plain])
    let two = World.account("u1", "one@a.example", [World.plain, phone])
    let three = World.account("u1", "one@a.example", [World.plain, phone, World.password])
    try check(
      unlink("plain"), situation(session: none),
      ["methods": "none", "same-provider": "none", "credential": "new"])
    try check(
      unlink("plain"), situation(session: one),
      ["methods": "one", "same-provider": "same-subject", "credential": "own"])
    try check(unlink("plain", "s1"), situation(session: two), ["methods": "more"])
    try check(
      unlink("plain", "s2"), situation(session: three),
      ["methods": "more", "same-provider": "none", "credential": "new"])
    try check(unlink("mail"), situation(session: three), ["same-provider": "same-subject"])
  }

  @Test func otherMethods() throws {
    let nameless = Method("anonymous", .anonymous)
    let second = Method("plain", .federated, subject: "s2")
    let phone = Method("phone", .phone, subject: "+1")
    for (methods, value) in [
      ([], "none"), ([nameless], "none"), ([second], "none"), ([second, nameless], "none"),
      ([World.other], "none"), ([second, phone], "some"), ([World.password], "some"),
    ] as [([Method], String)] {
      try check(
        World.attempt(email: "one@a.example"),
        situation(addresses: [World.account("u1", "one@a.example", methods)]),
        ["account": "unverified", "credential": "new", "other-methods": value])
    }
    // An attempt that carries no method leaves none out; one that points to nobody finds none.
    let single = World.account("u1", "one@a.example", [World.plain])
    try check(
      Attempt(Action("update-profile")), situation(session: single), ["other-methods": "some"])
    try check(World.attempt(email: "two@a.example"), situation(), ["other-methods": "none"])
  }

  @Test func secrets() throws {
    let holder = World.account("u1", "one@a.example", [World.password])
    let known = situation(holder: holder, addresses: [holder])
    try check(World.mail(secret: .right), known, ["secret": "right", "credential": "known"])
    try check(World.mail(secret: .wrong), known, ["secret": "wrong"])
    try check(
      World.mail(), situation(addresses: [World.account("u2")]),
      ["secret": "absent", "credential": "new", "same-provider": "none"])
    var own = known
    own.session = Session(.old, of: holder)
    try check(
      World.mail(.reauthenticate, secret: .right), own,
      ["secret": "right", "credential": "own", "address": "own"])
  }

  @Test func relays() throws {
    let relayed = World.account("u1", "x@relay.example")
    let consenting = World.account("u1", nil, [Method("hidden", .federated, subject: "h")])
    let open = World.account("u1", "x@a.example")
    var federated = World.other
    federated.address = "x@relay.example"
    let within = World.account("u1", "x@a.example", [federated])
    var former = World.password
    former.address = "x@relay.example"
    let changed = World.account("u1", "x@a.example", [former])
    for (account, provider, email, value) in [
      (open, "plain", "y@a.example", "neither"), (open, "hidden", nil, "asserted"),
      (open, "plain", "y@relay.example", "asserted"), (relayed, "plain", nil, "account"),
      (consenting, "plain", "y@a.example", "account"), (within, "plain", nil, "account"),
      (within, "plain", "y@relay.example", "both"), (changed, "plain", nil, "neither"),
      (relayed, "plain", "y@relay.example", "both"),
    ] as [(Account, String, String?, String)] {
      try check(
        World.attempt(.link, provider, email: email), situation(session: account),
        ["relay": value])
    }
    try check(
      World.attempt(.link, "hidden", subject: "h2"), situation(session: consenting),
      ["relay": "both", "same-provider": "other-subject"])
  }
}
