package import LinkPolicy

extension EffectMeaning {
  /// The values of facts in a cell that the rules look at, with what the policy declares.
  package struct Cell: Sendable {
    package var account: FactValue.AccountVerification
    package var state: FactValue.AccountState
    package var address: FactValue.Address
    package var sameProvider: FactValue.SameProvider
    package var credential: FactValue.Credential
    package var methods: FactValue.Methods
    package var tenant: FactValue.Tenant
    /// The kind of sign-in that the attempt carries; nil for none.
    package var kind: MethodKind?
    let declared: EffectDeclarations

    /// Whether the attempt's method is held by the account's address: a password, an e-mail link.
    var isHeldByAddress: Bool { kind?.isSubjectTheAddress ?? false }

    /// Whether the account can have a password: not where the attempt is of the only provider of passwords, and of that
    /// the account has no method.
    var canHavePassword: Bool {
      !(kind == .password && sameProvider == .none && declared.hasOnePassword)
    }

    package init(_ facts: FactVector, _ declared: EffectDeclarations) {
      account = FactValue.AccountVerification(rawValue: facts[.account]) ?? .none
      state = FactValue.AccountState(rawValue: facts[.accountState]) ?? .none
      address = FactValue.Address(rawValue: facts[.address]) ?? .absent
      sameProvider = FactValue.SameProvider(rawValue: facts[.sameProvider]) ?? .none
      credential = FactValue.Credential(rawValue: facts[.credential]) ?? .new
      methods = FactValue.Methods(rawValue: facts[.methods]) ?? .none
      tenant = FactValue.Tenant(rawValue: facts[.tenant]) ?? .none
      kind = MethodKind(rawValue: UInt8(truncatingIfNeeded: facts[.kind]))
      self.declared = declared
    }
  }

  /// The facts that the meaning of some effects depends on, under a policy by which methods can be superseded or not.
  static func facts(of effects: [Effect], supersedes: Bool) -> [EngineFact] {
    let templates = effects.flatMap { $0.templates }
    var facts: [EngineFact] = []
    var hasPassword = false
    for template in templates {
      // Whether the password that was set is the attempt's method goes by what the account had.
      let further: [EngineFact] =
        hasPassword && recordsProof(template) ? [.account, .sameProvider] : []
      let depended = Self.facts(of: template, supersedes: supersedes)
      for fact in depended + further where !facts.contains(fact) {
        facts.append(fact)
      }
      hasPassword = hasPassword || template == .putMethod(.password)
    }
    return facts
  }

  /// The facts by whose values it goes what a write comes to, and whether to any.
  private static func facts(of template: WriteTemplate, supersedes: Bool) -> [EngineFact] {
    switch template {
    case .insertAccount: [.address]
    case .setEmail(let change):
      switch change {
      case .verified, .unverified, .none: [.account]
      case .asserted, .assertedWhereNone: [.account, .address, .tenant]
      }
    case .setState: [.accountState]
    case .removeMethods(.others), .supersedeOthers: [.sameProvider]
    case .removeMethods(.ofKinds): [.methods]
    case .putMethod(let source):
      // Which method is recorded, and with which address, decides what it can prove; whether it is listed again, whether
      // the account may have it among those that are superseded. Whether a password takes the place of another one is
      // known by what the account has of the attempt's provider.
      (recordsProof(template) ? [.kind, .address] : [.kind, .sameProvider])
        + (supersedes && source == .attemptsInPlaceOfOthers ? [.credential, .sameProvider] : [])
    case .setProfile: [.kind]
    case .putCode: [.account, .address]
    case .deleteAccount, .setLabel, .removeMethods(.named), .removeMethods(.unproven),
      .removeMethods(.heldElsewhere), .dropFactors, .openSession, .renewSession, .endSession,
      .endSessions, .cancelCodes, .tellOwner:
      []
    }
  }
}
