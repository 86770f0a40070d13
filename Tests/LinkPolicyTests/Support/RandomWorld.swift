import LinkPolicyTestSupport

@testable import LinkPolicy

/// Random accounts, sessions and codes, and random attempts on them.
struct RandomWorld {
  let policy: Policy
  var generator: SeededGenerator
  var store = Accounts()

  init(_ policy: Policy, seed: UInt64) {
    self.policy = policy
    generator = SeededGenerator(seed: seed)
  }

  private var vocabulary: Vocabulary { policy.vocabulary }

  private static var emails: [String] {
    [
      "one@a.example", "two@a.example", "one@other.example", "one@relay.example",
      "two@x.relay.example",
    ]
  }

  private static var subjects: [String] { ["s1", "s2", "s3"] }

  private mutating func tenant() -> String? {
    generator.oneIn(5) ? "t" : nil
  }

  /// A provider id that the policy declares.
  private mutating func provider() -> (id: String, kind: MethodKind) {
    let declared = vocabulary.providers.providers
    let provider = generator.pick(declared)
    let id = provider.id.text
    let kind = generator.pick(provider.kinds)
    return (provider.isFamily ? id.dropLast() + generator.pick(["x", "y"]) : id, kind)
  }

  private func hasLabel(_ name: Name) -> Bool {
    vocabulary.labels.contains { $0.name.value == name }
  }

  private mutating func method(_ email: String?) -> Method? {
    let (id, kind) = provider()
    if kind.isSubjectTheAddress, email == nil {
      return nil
    }
    let hasSubject = !kind.isSubjectTheAddress && kind != .anonymous
    var method = Method(id, kind, subject: hasSubject ? generator.pick(Self.subjects) : nil)
    if kind.isSubjectTheAddress {
      method.address = email
    } else if kind == .federated, generator.oneIn(2) {
      method.address = generator.pick(Self.emails)
    }
    if generator.oneIn(4), hasLabel("strength") {
      method.labels = [("strength", "strong")]
    }
    return method
  }

  private mutating func account(_ number: Int) -> Account {
    let email = generator.oneIn(4) ? nil : generator.pick(Self.emails)
    var account = Account(id: "u\(number)", email: email)
    account.isEmailVerified = email != nil && generator.oneIn(2)
    account.tenant = tenant()
    account.state = generator.oneIn(4) ? .disabled : .active
    for _ in 0..<Int.random(in: 0...3, using: &generator) {
      guard let method = method(email) else { continue }
      let present = account.methods.filter {
        $0.kind == method.kind && vocabulary.providers.haveSameIssuer($0.provider, method.provider)
      }
      let isTwice = present.contains { $0.subject == method.subject }
      if present.isEmpty || (generator.oneIn(3) && method.kind == .federated && !isTwice) {
        account.methods.append(method)
      }
    }
    supersede(in: &account)
    if generator.oneIn(3), hasLabel("tier") {
      account.labels = [("tier", "gold")]
    }
    return account
  }

  /// Gives an account a method that is listed no more, now and then beside one of its provider.
  private mutating func supersede(in account: inout Account) {
    guard policy.image.hasSupersededMethods, generator.oneIn(2) else { return }
    let (id, kind) = provider()
    guard !kind.isSubjectTheAddress, kind != .anonymous else { return }
    var method = Method(id, kind, subject: generator.pick(Self.subjects))
    method.isSuperseded = true
    let isTwice = account.methods.contains {
      $0.kind == method.kind && $0.subject == method.subject
        && vocabulary.providers.haveSameIssuer($0.provider, method.provider)
    }
    if !isTwice {
      account.methods.insert(method, at: 0)
    }
  }

  /// Whether the store keeps what the policy says is unique: credentials, and addresses in a pool.
  private func isSound(_ accounts: [Account]) -> Bool {
    for account in accounts {
      for method in account.methods {
        let subjects =
          method.closedKind.isSubjectTheAddress
          ? [account.email].compactMap { $0 }
          : [method.subject].compactMap { $0 }
        for subject in subjects {
          let credential = Lookup.Credential(
            issuer: vocabulary.providers.issuer(of: method.provider), subject: subject,
            kind: method.closedKind)
          for other in accounts
          where other.id != account.id && other.tenant == account.tenant {
            if vocabulary.holds(other, credential) { return false }
          }
        }
      }
    }
    guard vocabulary.addresses.isUnique else { return true }
    for pool in vocabulary.pools.pools.indices {
      for tenant in [nil, "t"] {
        for email in Self.emails {
          let keys = LookupKeys(
            credential: nil, addresses: [email], heldBy: vocabulary.addresses.heldBy,
            tenant: tenant, poolIndex: pool)
          if vocabulary.find(keys, in: accounts).addressHolders.count > 1 { return false }
        }
      }
    }
    return true
  }

  /// Makes a new store.
  mutating func populate() {
    var accounts: [Account] = []
    repeat {
      accounts = (1...Int.random(in: 1...3, using: &generator)).map { account($0) }
    } while !isSound(accounts)
    store = Accounts()
    for account in accounts {
      store.add(account)
    }
    for (number, account) in accounts.enumerated() {
      let id = store.openSession(of: account.id)
      if generator.oneIn(4) {
        store.accounts[number].epoch = 1
      }
      if generator.oneIn(4) {
        store.sessions[number].isOld = true
      }
      if generator.oneIn(6) {
        store.sessions[number].isEnded = true
      }
      addCode(for: store.accounts[number], by: generator.oneIn(2) ? id : nil)
    }
    if generator.oneIn(3) {
      store.addOrphan(
        MethodKey(
          issuer: generator.pick(["plain", "work"]), kind: .federated,
          subject: generator.pick(Self.subjects)))
    }
  }

  private mutating func addCode(for account: Account, by session: String?) {
    store.codesMade += 1
    let purpose = generator.pick(vocabulary.purposes.purposes)
    let address = (generator.oneIn(2) ? account.email : nil) ?? generator.pick(Self.emails)
    let isNobodys = purpose.treatment.owner == .nobody || generator.oneIn(4)
    let boundTo = generator.oneIn(4) ? "gone@a.example" : account.email
    store.codes.append(
      Accounts.MailedCode(
        id: "c\(store.codesMade)", purpose: purpose.purpose, address: address,
        account: isNobodys ? nil : account.id,
        boundTo: purpose.isAboutOwnAddress ? address : boundTo, requester: session,
        requesterAccount: session.flatMap { id in
          store.sessions.first { $0.id.hasSameBytes(as: id) }?.account
        }, credential: nil, tenant: isNobodys ? nil : account.tenant, isUsed: generator.oneIn(5),
        isExpired: generator.oneIn(5)))
  }

  /// A random attempt of an action, and who makes it.
  mutating func attempt(_ action: ActionDefinition) -> (Attempt, Accounts.AttemptContext) {
    var caller = Accounts.AttemptContext()
    let name = Action(action.name.text)
    var attempt = Attempt(name)
    if action.pointsTo == .session ? !generator.oneIn(6) : generator.oneIn(3) {
      caller.session = store.sessions.isEmpty ? nil : generator.pick(store.sessions).id
    }
    if action.pointsTo == .target, !generator.oneIn(8), !store.accounts.isEmpty {
      caller.target = generator.pick(store.accounts).id
    }
    let schema = vocabulary.schema
    if generator.oneIn(4), let setting = schema.settings.first {
      let name = DeclaredFact.setting.declaredName(schema.facts[setting].name)
      caller.settings = Settings([(name.text, schema.facts[setting].values[1].text)])
    }
    var kind: MethodKind?
    if !action.kinds.isEmpty {
      let (id, own) = provider()
      kind = own
      attempt = Attempt(name, with: assertion(id, own, action))
      attempt.hasConsent = generator.oneIn(3)
    } else if action.addressPresence(nil) != .none, action.pointsTo != .code {
      let isOptional = action.addressPresence(nil) == .optional
      attempt.address = isOptional && generator.oneIn(3) ? nil : generator.pick(Self.emails)
    }
    attempt.tenant = tenant()
    if action.requestsLink, generator.oneIn(2) {
      attempt.link = .init(
        isDomainAllowed: generator.oneIn(2), isHandledInApp: generator.oneIn(2))
    }
    if kind != nil || action.requestsLink {
      caller.isMethodEnabled = !generator.oneIn(5)
    }
    if !vocabulary.countsDisabled {
      let methods = store.accounts.flatMap { $0.methods }
      caller.disabledMethods = methods.filter { _ in generator.oneIn(3) }.map {
        DisabledMethod($0.provider, $0.kind)
      }
    }
    if action.carriesCode(kind), !generator.oneIn(6) {
      caller.code =
        store.codes.isEmpty || generator.oneIn(6) ? "no" : generator.pick(store.codes).id
    }
    return (attempt, caller)
  }

  private mutating func assertion(
    _ id: String, _ kind: MethodKind, _ action: ActionDefinition
  ) -> Assertion {
    let hasSubject = !kind.isSubjectTheAddress && kind != .anonymous
    var assertion = Assertion(verified: id, kind: kind)
    if hasSubject, !(action.namesMethod && generator.oneIn(2)) {
      assertion.subject = generator.pick(Self.subjects)
    }
    let presence = action.addressPresence(kind)
    let gives = vocabulary.providers.provider(of: id)?.givesEmail ?? true
    if presence == .required || (presence == .optional && gives && !generator.oneIn(4)) {
      let most = kind == .federated ? 3 : 1
      var emails = Self.emails.shuffled(using: &generator)
      emails.removeLast(emails.count - Int.random(in: 1...most, using: &generator))
      assertion.addresses = emails.map { email in
        let value: ClaimValue = generator.oneIn(3) ? .null : .boolean(!generator.oneIn(3))
        let claim = AddressRecord.Claim("verified", value)
        return AddressRecord(email, claims: generator.oneIn(4) ? [] : [claim])
      }
    }
    if kind == .federated {
      assertion.nonce = generator.pick([.matched, .mismatched, .missing, .notSent, .absent])
      assertion.connection = generator.pick([.bound, .unbound, .none])
    }
    if kind == .federated || kind == .phone, generator.oneIn(4) {
      assertion.origin = .returned
    }
    return assertion
  }

  /// Decides the attempt; where a password has to be checked, it is right or wrong.
  mutating func decide(
    _ attempt: Attempt, _ caller: Accounts.AttemptContext
  ) throws(InputError) -> Decision {
    let situation = try store.situation(for: attempt, by: caller, under: policy)
    do {
      return try policy.decide(attempt, in: situation)
    } catch  where error.reason == .missing && error.message.contains("password") {
      var checked = attempt
      checked.assertion?.secret = generator.oneIn(2) ? .right : .wrong
      return try policy.decide(checked, in: situation)
    }
  }
}
