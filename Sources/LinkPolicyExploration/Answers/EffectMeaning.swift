package import LinkPolicy
package import LinkPolicyAuthoring

/// The meaning of a list of effects: its writes in a normal form that is equal for all lists with the same result.
///
/// In a given cell, a write can change nothing, repeat another write, or give the same result before or after another
/// write. ``WriteSimplifier`` lists the writes without effect, and ``WriteFootprint`` determines which writes commute.
/// Tests confirm each rule by executing the effects.
package struct EffectMeaning: Sendable {
  /// Returns the normal form of effects in a cell.
  package static func normal(_ effects: [Effect], in cell: EffectCell) -> [WriteTemplate] {
    var simplifier = WriteSimplifier(cell)
    return ordered(effects.flatMap { $0.templates }.compactMap { simplifier.simplified($0) })
  }

  /// Returns the writes in the alphabetically first order that has the same result.
  private static func ordered(_ templates: [WriteTemplate]) -> [WriteTemplate] {
    struct Placed {
      var template: WriteTemplate
      var text: Name
      var footprint: WriteFootprint
    }
    var rest = templates.map {
      Placed(template: $0, text: Name($0.text), footprint: WriteFootprint(of: $0))
    }
    var result: [WriteTemplate] = []
    while !rest.isEmpty {
      var best = 0
      for index in rest.indices where rest[index].text < rest[best].text {
        if rest[..<index].allSatisfy({ rest[index].footprint.commutes(with: $0.footprint) }) {
          best = index
        }
      }
      result.append(rest.remove(at: best).template)
    }
    return result
  }

  /// Returns whether effects add or refresh a method that can prove its address.
  ///
  /// An attempt with a password proves no address.
  static func recordsProof(_ effects: [Effect], in cell: EffectCell) -> Bool {
    guard let kind = cell.kind, kind != .password, cell.address != .absent else { return false }
    return recordsProof(effects)
  }

  /// Returns whether a list of effects adds or refreshes the attempt's method in at least one cell.
  package static func recordsProof(_ effects: [Effect]) -> Bool {
    effects.contains { $0.templates.contains { recordsProof($0) } }
  }

  /// Returns whether a write stores the attempt's own method, with which the store keeps a proof of the method's
  /// address.
  static func recordsProof(_ template: WriteTemplate) -> Bool {
    guard case .putMethod(let source) = template else { return false }
    return switch source {
    case .attempts, .attemptsInPlaceOfOthers: true
    case .password: false
    }
  }
}

extension EffectMeaning {
  /// The fact values of a cell and the declarations of the policy, which determine the normal form of effects.
  package struct EffectCell: Sendable {
    package var account: FactValue.AccountVerification
    package var state: FactValue.AccountState
    package var address: FactValue.Address
    package var sameProvider: FactValue.SameProvider
    package var credential: FactValue.CredentialValue
    package var methods: FactValue.Methods
    package var tenant: FactValue.Tenant
    /// The attempt's kind of method; nil if the attempt has no kind.
    package var kind: MethodKind?
    let declared: EffectDeclarations

    /// Whether the account's address identifies the attempt's method, as for a password or an e-mail link.
    var isHeldByAddress: Bool { kind?.isSubjectTheAddress ?? false }

    /// Whether the account can have a password.
    ///
    /// The account cannot have a password if the attempt's provider is the only provider with passwords and the account
    /// has no method of this provider.
    var canHavePassword: Bool {
      !(kind == .password && sameProvider == .none && declared.hasOnePassword)
    }

    package init(_ facts: FactVector, _ declared: EffectDeclarations) {
      account = FactValue.AccountVerification(rawValue: facts[.account]) ?? .none
      state = FactValue.AccountState(rawValue: facts[.accountState]) ?? .none
      address = FactValue.Address(rawValue: facts[.address]) ?? .absent
      sameProvider = FactValue.SameProvider(rawValue: facts[.sameProvider]) ?? .none
      credential = FactValue.CredentialValue(rawValue: facts[.credential]) ?? .new
      methods = FactValue.Methods(rawValue: facts[.methods]) ?? .none
      tenant = FactValue.Tenant(rawValue: facts[.tenant]) ?? .none
      kind = MethodKind(rawValue: UInt8(truncatingIfNeeded: facts[.kind]))
      self.declared = declared
    }
  }

  /// Returns the facts on which the result of the given effects depends, in a policy with or without superseded
  /// methods.
  static func facts(of effects: [Effect], supersedes: Bool) -> [EngineFact] {
    let templates = effects.flatMap { $0.templates }
    var facts: [EngineFact] = []
    var hasPassword = false
    for template in templates {
      // The account's methods determine whether a new password replaces the method that the attempt
      // uses.
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

  /// Returns the facts on which the result of a write depends.
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
      // The recorded method and its address determine the proofs of the write. The account's superseded methods
      // determine whether the write lists the method again. The account's methods of the attempt's provider determine
      // whether a password replaces another password.
      (recordsProof(template) ? [.kind, .address] : [.kind, .sameProvider])
        + (supersedes && source == .attemptsInPlaceOfOthers ? [.credential, .sameProvider] : [])
    case .setProfile: [.kind]
    case .putCode: [.account, .address]
    case .deleteAccount, .setLabel, .setIdentifier, .clearIdentifier, .removeMethods(.named),
      .removeMethods(.unproven),
      .removeMethods(.heldElsewhere), .dropFactors, .setFactors, .openSession, .renewSession,
      .endSession,
      .endSessions, .cancelCodes, .tellOwner:
      []
    }
  }
}

/// The declarations of a policy that, together with the facts of a cell, determine the results of effects.
package struct EffectDeclarations: Sendable {
  /// Whether the fact value `own` means that the asserted address is the account's address.
  let tellsOwnAddress: Bool
  /// Whether, within a tenant, the fact value `free` means that the asserted address differs from the account's
  /// address.
  let tellsFreeAddress: Bool
  /// Whether only one provider has passwords, so that every password of an account belongs to this provider.
  let hasOnePassword: Bool
  /// Whether an account can have superseded methods.
  ///
  /// Facts about methods, such as `methods`, do not count superseded methods.
  let supersedes: Bool
  /// Whether an account can have several listed subjects of one provider.
  let addsSubjects: Bool
  /// The kinds that the fact `methods` counts.
  ///
  /// The set is empty if no condition tests the fact, or if the fact leaves out disabled methods.
  private let countedKinds: MethodKindSet
  /// The kinds for which at least one provider supplies a name or a photo.
  private let kindsWithProfile: MethodKindSet
  private let purposes: PurposeTable

  /// Reads the declarations of a policy.
  package init(_ policy: CompiledPolicy) {
    let vocabulary = policy.vocabulary
    supersedes = policy.storage.hasSupersededMethods
    addsSubjects = policy.storage.addsSubjects
    let providers = vocabulary.providers.providers
    let isOneLookedUp =
      switch (vocabulary.addresses.heldBy, vocabulary.addresses.match) {
      case (.account, .primary): true
      case (.account, .anyProven), (.methods, .primary), (.methods, .anyProven): false
      }
    tellsOwnAddress = isOneLookedUp
    // With several pools, `free` only means that no account in the searched pool has the address.
    tellsFreeAddress = isOneLookedUp && vocabulary.pools.pools.count < 2
    let withPassword = providers.filter { $0.kinds.contains(.password) }
    hasOnePassword = withPassword.count == 1 && !withPassword.contains { $0.isFamily }
    // If the fact `methods` leaves out disabled methods, an account with the value `none` can still have a disabled
    // method.
    let tellsMethods = vocabulary.isUsed(.methods) && vocabulary.countsDisabled
    countedKinds = tellsMethods ? vocabulary.countedKinds : MethodKindSet()
    kindsWithProfile = MethodKindSet(
      providers.filter { $0.givesName || $0.givesNameOnce || $0.givesPhoto }.flatMap { $0.kinds })
    purposes = vocabulary.purposes
  }

  /// Returns whether an attempt with a kind of method can carry a name or a photo.
  ///
  /// An attempt without a kind carries the profile that its caller states.
  func bringsProfile(_ kind: MethodKind?) -> Bool {
    guard let kind else { return true }
    return kindsWithProfile.contains(kind)
  }

  /// Returns whether `methods: none` proves that an account has no method of the given kinds.
  ///
  /// An effect can remove a superseded method, which the fact `methods` does not count. Passwords and e-mail links
  /// cannot be superseded, because their subject is the address.
  func hasNone(of kinds: [MethodKind]) -> Bool {
    kinds.allSatisfy { kind in
      countedKinds.contains(kind) && kind.isSubjectTheAddress
    }
  }

  /// Returns the recipient of codes of a purpose; nil if the policy does not have the purpose.
  func recipient(of purpose: CodePurpose) -> CodeTreatment.Recipient? {
    purposes[purpose]?.treatment.recipient
  }
}
