@testable import LinkPolicy

/// Carries effects out on hand-made accounts: one row, one attempt, and the store afterwards.
enum ApplyWorld {
  /// A policy in which one action's first row has the effects.
  static func policy(
    _ effects: String, action: String = "link", when: String = "account: {not: none}",
    extra: String = "", also otherTables: String = ""
  ) throws -> Policy {
    let kinds = ["federated", "password", "email-link", "phone", "custom"]
    let isCarrying = ["link", "unlink", "reauthenticate", "sign-in"].contains(action)
    let rest = "- {id: rest, refuse: no}"
    let row = "- {id: row, \(when), do: [\(effects)]}"
    var tables = "  \(action):\n    rows:\n      \(row)\n      \(rest)\n"
    if isCarrying {
      tables =
        "  \(action).federated:\n    rows:\n      \(row)\n      \(rest)\n"
        + "  \(action).\(kinds.dropFirst().joined(separator: "|"))"
        + ": {rows: [{id: others, refuse: no}]}\n"
    }
    return try LinkPolicyTests.policy(
      """
      linkpolicy: 1
      name: apply
      domains: {trusted: [gmail.com]}
      providers:
        p: {kind: federated}
        proved: {kind: federated}
        elsewhere: {kind: federated}
        once: {kind: federated, gives: [email, name-once]}
        mail: {kinds: [password, email-link]}
        phone: {kind: phone}
        custom: {kind: custom}
      labels: {tier: [basic, gold], strength: {values: [weak, strong], on: method}}
      facts: {trust: {values: [yes, no], rows: [{id: t, domain: trusted, is: yes}, {id: o, is: no}]}}
      proof: {trust: yes}
      \(extra)
      errors: {no: {}}
      decisions:
      \(tables)\(otherTables)
      """)
  }

  /// Tables that supersede a subject, as only then an account can have superseded methods.
  static let superseding =
    "  reauthenticate.federated:\n    rows: [{id: new, account: {not: none}, credential: new, "
    + "do: [supersede-subject]}, {id: rest, refuse: no}]\n"
    + "  reauthenticate.password|email-link|phone|custom: {rows: [{id: others, refuse: no}]}\n"

  /// An account `u1` with a password that proved nothing and a federated method that did.
  static func account() -> Account {
    var account = Account(id: "u1", email: "a@gmail.com", isEmailVerified: true)
    var password = Method("mail", .password)
    password.address = "a@gmail.com"
    var proven = Method("proved", .federated, subject: "x")
    proven.provedAddress = "a@gmail.com"
    var elsewhere = Method("elsewhere", .federated, subject: "y")
    elsewhere.provedAddress = "old@gmail.com"
    account.methods = [password, proven, elsewhere]
    account.profile = Profile(name: "Ann")
    account.factors = 2
    return account
  }

  static func attempt(
    _ action: Action = .link, _ provider: String = "p", subject: String = "s1",
    email: String? = "a@gmail.com", profile: Profile = Profile(name: "Bob", photo: "b.png")
  ) -> Attempt {
    Attempt(
      action,
      with: Assertion(
        verified: provider, subject: subject, addresses: email.map { [AddressRecord($0)] } ?? [],
        profile: profile))
  }

  /// A store with `u1`, a session `s1` of it, and what else is added.
  static func store(_ account: Account = account(), _ others: [Account] = []) -> Accounts {
    var store = Accounts()
    for account in [account] + others {
      store.add(account)
    }
    _ = store.openSession(of: "u1")
    return store
  }
}

extension Accounts {
  /// Looks the attempt up, decides and applies it.
  mutating func play(
    _ attempt: Attempt, _ policy: Policy, session: String? = "s1", target: String? = nil,
    code: String? = nil
  ) throws -> (decision: Decision, applied: Applied) {
    let caller = AttemptContext(session: session, target: target, code: code)
    let situation = try situation(for: attempt, by: caller, under: policy)
    let decision = try policy.decide(attempt, in: situation)
    return (decision, try apply(decision))
  }

  /// Everything in the store, as text.
  var dump: String {
    "\(accounts) \(sessions) \(codes) \(orphans) \(now)"
  }
}
