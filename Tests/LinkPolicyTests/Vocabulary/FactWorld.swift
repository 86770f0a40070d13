@testable import LinkPolicy

/// The policy and the values that hand-written situations are made of.
enum FactWorld {
  /// Compiled once, since every case asks it.
  static let policy = Result { try LinkPolicyTests.policy(text) }

  static let text = """
    linkpolicy: 1
    name: facts
    domains:
      a: [a.example, "*.a.example"]
      deep: ["*.deep.a.example"]
      relay: {names: [relay.example], relay: true}
    providers:
      plain: {kind: federated}
      hidden: {kind: federated, consent: required}
      silent: {kind: federated, gives: [name]}
      "saml.*": {kind: federated}
      "saml.big.*": {kind: federated, issuer: big}
      mail: {kinds: [password, email-link]}
      phone: {kind: phone}
      custom: {kind: custom}
      anonymous: {kind: anonymous}
    claims:
      verified: {yes: [true, "true"], no: [false], one: [1]}
    settings:
      mode: [open, shut]
    labels:
      tier: [basic, gold]
      strength: {values: [weak, strong], on: method}
    guards:
      - {id: every-fact, tenant: same, methods: more, other-methods: some, relay: both, would: delete, refuse: no}
    decisions:
      sign-in: {rows: [{id: any, do: []}]}
      sign-up: {rows: [{id: any, do: []}]}
      link: {rows: [{id: any, do: []}]}
      unlink: {rows: [{id: any, do: []}]}
      reauthenticate: {rows: [{id: any, do: []}]}
      update-profile: {rows: [{id: any, do: []}]}
      update-email: {rows: [{id: any, do: []}]}
      confirm-email: {rows: [{id: any, do: []}]}
      send-link: {rows: [{id: any, do: []}]}
      delete: {rows: [{id: none, account: none, refuse: no}, {id: any, do: [delete]}]}
      mark-verified: {rows: [{id: any, do: []}]}
      admin-create: {rows: [{id: any, do: []}]}
    errors: {no: {}}
    """

  /// An account with an address and methods.
  static func account(
    _ id: String = "u1", _ email: String? = "one@a.example", isVerified: Bool = false,
    _ methods: [Method] = []
  ) -> Account {
    var account = Account(id: id, email: email, isEmailVerified: isVerified)
    account.methods = methods
    return account
  }

  static let plain = Method("plain", .federated, subject: "s1")
  static let other = Method("plain", .federated, subject: "s2")
  static let password = Method("mail", .password)

  /// An attempt by the provider `plain`, with subject `s1`.
  static func attempt(
    _ action: Action = .signIn, _ provider: String = "plain", kind: MethodKind? = nil,
    subject: String? = "s1", email: String? = nil, claims: [AddressRecord.Claim] = []
  ) -> Attempt {
    let addresses = email.map { [AddressRecord($0, claims: claims)] } ?? []
    return Attempt(
      action,
      with: Assertion(verified: provider, kind: kind, subject: subject, addresses: addresses))
  }

  static func mail(
    _ action: Action = .signIn, _ kind: MethodKind = .password, email: String = "one@a.example",
    secret: Assertion.Secret = .absent
  ) -> Attempt {
    var attempt = attempt(action, "mail", kind: kind, subject: nil, email: email)
    attempt.assertion?.secret = secret
    return attempt
  }

  /// A session of an account.
  static func session(_ account: Account?, _ state: Session.SessionState = .recent) -> Situation {
    Situation(session: Session(id: "s1", state, of: account))
  }
}
