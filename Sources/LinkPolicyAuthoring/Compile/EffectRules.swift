internal import LinkPolicy

/// A check of the preconditions of effects, in every cell that a row decides.
///
/// Each effect is checked in the state that the effects before it produce.
struct EffectRules {
  /// A combination of facts for which an effect cannot be performed, with the reason.
  struct EffectObstacle {
    var effect: Effect
    var conditions: [ResolvedCondition]
    var reason: String
  }

  let vocabulary: Vocabulary
  let action: ActionDefinition
  let position: SourcePosition

  /// Returns the obstacles to the effects of a row.
  func obstacles(to effects: [Effect]) -> [EffectObstacle] {
    var obstacles: [EffectObstacle] = []
    var isCreated = false
    var address = AddressBefore.found
    for effect in effects {
      for (conditions, reason) in conditions(
        against: effect, isCreated: isCreated, address: address)
      {
        obstacles.append(EffectObstacle(effect: effect, conditions: conditions, reason: reason))
      }
      switch effect {
      case .create:
        isCreated = true
        address = .asserted
      case .createWithoutAddress:
        isCreated = true
        address = .none
      case .setEmail, .adoptEmail: address = .asserted
      case .clearEmail: address = .none
      case .signIn, .link, .addSubject, .replaceSubject, .supersedeSubject, .seizeCredential,
        .refreshMethod,
        .unlink, .dropUnproven, .drop, .dropFactors, .enrollFactor, .removeFactor, .setPassword,
        .verifyEmail, .unverifyEmail, .fillProfile, .overwriteProfile, .revokeSessions,
        .cancelPending, .rememberUndo,
        .sendCode, .issueToken, .endSession, .disable, .enable, .setLabel, .notifyOwner, .delete:
        break
      }
    }
    return obstacles
  }

  /// The account's address before an effect.
  enum AddressBefore {
    /// The address of the stored account, which the facts describe.
    case found
    /// The asserted address, assigned by an earlier effect.
    case asserted
    /// No address: the account was created without one, or an earlier effect removed it.
    case none
  }

  typealias Against = (conditions: [ResolvedCondition], reason: String)

  private func conditions(
    against effect: Effect, isCreated: Bool, address: AddressBefore
  ) -> [Against] {
    var found: [Against] = []
    if !isCreated, needsAccount(effect) {
      found.append(
        ([condition(.account, FactValue.AccountVerification.none)], "there is no account"))
    }
    if addsMethod(effect), action.kinds.isEmpty || action.namesMethod {
      found.append(([], "the attempt carries no credential"))
    }
    if Self.makesAccount(effect), action.namesMethod {
      found.append(([], "the attempt only names a method that is there"))
    }
    if !isCreated, addsMethod(effect) || effect == .setEmail || effect == .adoptEmail {
      found.append(
        (
          [condition(.tenant, FactValue.Tenant.other)],
          "the account is of another tenant than the one where holders were looked for"
        ))
    }
    switch effect {
    case .create:
      found += notNew() + taken(isOwnAllowed: false)
    case .createWithoutAddress:
      found += notNew() + takenByMethod(isOwnAllowed: false) + withoutAddress(.none)
    case .link:
      found += heldElsewhere() + withoutAddress(address)
      found += takenByMethod(isOwnAllowed: true)
      if !isCreated {
        found.append(
          (
            [condition(.sameProvider, FactValue.SameProvider.otherSubject)],
            "another subject of the provider is there; say `add-subject`, `replace-subject` or"
              + " `supersede-subject`"
          ))
      }
    case .addSubject:
      found += heldElsewhere() + withoutAddress(address)
      found += takenByMethod(isOwnAllowed: true)
      if !isCreated {
        found.append(
          (
            [condition(.sameProvider, FactValue.SameProvider.otherSubject), heldByAddress],
            "a password or e-mail link belongs to the account's address, and there is one of each"
              + " provider"
          ))
      }
    case .replaceSubject, .supersedeSubject:
      found += heldElsewhere() + withoutAddress(address)
      found += takenByMethod(isOwnAllowed: true)
    case .seizeCredential:
      found += takenByMethod(isOwnAllowed: true)
      found.append(
        (
          [heldByAddress],
          "a password or e-mail link is held by the address of its account, and nothing else can"
            + " take it"
        ))
      found.append(
        (
          [condition(.credential, FactValue.CredentialValue.new, .own, .broken)],
          "no other account holds the credential"
        ))
      if action.pointsTo == .credential {
        found.append(([], "the attempt points to the account that holds the credential"))
      }
    case .refreshMethod:
      found += takenByMethod(isOwnAllowed: true)
      found.append(
        (
          [condition(.credential, FactValue.CredentialValue.new, .broken)],
          "the account has no such method"
        ))
      if action.pointsTo != .credential {
        found.append(
          (
            [condition(.credential, FactValue.CredentialValue.known)],
            "the method is another account's; say `seize-credential` to take it"
          ))
      }
    case .unlink:
      found.append(
        (
          [condition(.sameProvider, FactValue.SameProvider.none, .otherSubject)],
          "the account has no such method"
        ))
    case .setPassword: found += noAddress(address) + noPasswordProvider()
    case .verifyEmail, .unverifyEmail: found += noAddress(address)
    case .setEmail:
      found += absent() + taken(isOwnAllowed: !isCreated) + takenAsCredential()
    case .adoptEmail:
      switch address {
      case .found:
        let none = condition(.account, FactValue.AccountVerification.noAddress)
        found += (absent() + taken(isOwnAllowed: true) + takenAsCredential()).map {
          ($0.conditions + [none], $0.reason)
        }
      case .none:
        found += absent() + taken(isOwnAllowed: !isCreated)
        found += isCreated ? [] : takenAsCredential()
      case .asserted: break
      }
    case .issueToken:
      found.append(
        ([condition(.session, FactValue.SessionValue.none, .gone)], "there is no session"))
    case .sendCode(let purpose):
      switch vocabulary.purposes[purpose]?.treatment.recipient {
      case .asserted: found += absent()
      case .account, nil: break
      }
    case .removeFactor:
      if isCreated {
        found.append(([], "the account was only just made and has no second factor"))
      } else {
        found.append(
          ([condition(.factors, FactValue.Factors.none)], "the account has no second factor"))
      }
    case .signIn, .endSession, .dropUnproven, .drop, .dropFactors, .enrollFactor, .clearEmail,
      .fillProfile,
      .overwriteProfile, .revokeSessions, .cancelPending, .rememberUndo, .disable, .enable,
      .setLabel, .notifyOwner:
      break
    case .delete:
      if isCreated {
        found.append(([], "the account was only just made"))
      }
    }
    return found
  }

  private func needsAccount(_ effect: Effect) -> Bool {
    switch effect {
    case .create, .createWithoutAddress, .endSession, .notifyOwner: false
    case .sendCode(let purpose):
      switch vocabulary.purposes[purpose].map({ ($0.treatment.recipient, $0.treatment.owner) }) {
      case (.asserted, .nobody)?: false
      case (.asserted, .account)?, (.account, .account)?, (.account, .nobody)?, nil: true
      }
    case .signIn, .link, .addSubject, .replaceSubject, .supersedeSubject, .seizeCredential,
      .refreshMethod,
      .unlink, .dropUnproven, .drop, .dropFactors, .enrollFactor, .removeFactor, .setPassword,
      .verifyEmail, .unverifyEmail, .setEmail, .adoptEmail, .clearEmail, .fillProfile,
      .overwriteProfile, .revokeSessions,
      .cancelPending, .rememberUndo, .issueToken, .disable, .enable, .setLabel, .delete:
      true
    }
  }

  /// Returns whether an effect puts the attempt's credential into an existing account.
  private func addsMethod(_ effect: Effect) -> Bool {
    !Self.makesAccount(effect)
      && effect.templates.contains { template in
        guard case .putMethod(let source) = template else { return false }
        return switch source {
        case .attempts, .attemptsInPlaceOfOthers: true
        case .password: false
        }
      }
  }

  private static func makesAccount(_ effect: Effect) -> Bool {
    effect.templates.contains { $0.kind == .insertAccount }
  }
}

/// Preconditions on the holders of the credential and the address.
extension EffectRules {
  func notNew() -> [Against] {
    guard !action.kinds.isEmpty else { return [] }
    return [
      (
        [condition(.credential, FactValue.CredentialValue.own, .known, .broken)],
        "the credential is held already"
      )
    ]
  }

  func heldElsewhere() -> [Against] {
    if action.pointsTo == .credential {
      return [
        (
          [condition(.credential, FactValue.CredentialValue.broken)],
          "the credential's account is gone"
        )
      ]
    }
    return [
      (
        [condition(.credential, FactValue.CredentialValue.known)],
        "another account holds the credential"
      ),
      (
        [condition(.credential, FactValue.CredentialValue.broken)],
        "the credential's account is gone"
      ),
    ]
  }

  /// Returns the obstacle to storing a password if the policy declares no named provider of
  /// passwords.
  ///
  /// An attempt with a password names its provider. For any other attempt, the policy must declare
  /// a provider id; a family such as `*` is not sufficient.
  func noPasswordProvider() -> [Against] {
    guard vocabulary.providers.namedForPasswords == nil else { return [] }
    let brought = Int(MethodKind.password.rawValue)
    let others = (0...MethodKind.allCases.count).filter { $0 != brought }
    return [
      (
        [
          ResolvedCondition(
            fact: EngineFact.kind.rawValue, values: ValueSet(others), position: position)
        ],
        "the policy declares no provider of passwords but families; declare one by its name"
      )
    ]
  }

  /// The condition that the attempt's method is a password or an e-mail link, whose subject is the account's address.
  var heldByAddress: ResolvedCondition {
    ResolvedCondition(
      fact: EngineFact.kind.rawValue,
      values: ValueSet(
        MethodKind.allCases.filter { $0.isSubjectTheAddress }.map { Int($0.rawValue) }),
      position: position)
  }

  func withoutAddress(_ address: AddressBefore) -> [Against] {
    let kinds = heldByAddress
    let reason = "the account has no address to hold the method by; say `set-email` first"
    switch address {
    case .found:
      return [([condition(.account, FactValue.AccountVerification.noAddress), kinds], reason)]
    case .none: return [([kinds], reason)]
    case .asserted: return []
    }
  }

  func noAddress(_ address: AddressBefore) -> [Against] {
    switch address {
    case .found:
      [
        (
          [condition(.account, FactValue.AccountVerification.noAddress)],
          "the account has no address"
        )
      ]
    case .none: [([], "the account has no address by then")]
    case .asserted: absent()
    }
  }

  func absent() -> [Against] {
    [([condition(.address, FactValue.Address.absent)], "no address is asserted")]
  }

  func taken(isOwnAllowed: Bool) -> [Against] {
    guard vocabulary.addresses.isUnique else { return [] }
    let held =
      isOwnAllowed
      ? condition(.address, FactValue.Address.taken, .several)
      : condition(.address, FactValue.Address.own, .taken, .several)
    return [
      (
        [held],
        "another account holds the address, and the policy says it is unique"
      )
    ]
  }

  /// Returns the obstacle to effects that could give two accounts the same credential.
  ///
  /// A password or e-mail link is found by the address of its account. If addresses are not unique,
  /// two accounts with one address could therefore have one credential.
  func takenAsCredential() -> [Against] {
    let isFoundByAddress = vocabulary.providers.providers.contains { provider in
      provider.kinds.contains { $0.isSubjectTheAddress }
    }
    guard !vocabulary.addresses.isUnique, isFoundByAddress else { return [] }
    let reason = "another account holds the address, and with it maybe its password or e-mail link"
    return heldByAnother.map { ($0, reason) }
  }

  /// The cells in which an account other than the identified one holds the asserted address.
  var heldByAnother: [[ResolvedCondition]] {
    let taken = condition(.address, FactValue.Address.taken)
    // If no account holds the credential, the attempt identifies the holder of the address.
    let known = condition(.credential, FactValue.CredentialValue.known)
    return [
      action.pointsTo == .credential ? [taken, known] : [taken],
      [condition(.address, FactValue.Address.several)],
    ]
  }

  /// Returns the obstacle to an effect that stores the attempt's method and thereby makes the
  /// account a second holder of the address.
  ///
  /// The list is empty unless methods hold addresses.
  func takenByMethod(isOwnAllowed: Bool) -> [Against] {
    guard vocabulary.addresses.heldBy == .methods else { return [] }
    guard isOwnAllowed, vocabulary.addresses.isUnique else {
      return taken(isOwnAllowed: isOwnAllowed)
    }
    let reason = "another account holds the address, and the policy says it is unique"
    return heldByAnother.map { ($0, reason) }
  }

  func condition<Value: RawRepresentable>(
    _ fact: EngineFact, _ values: Value...
  ) -> ResolvedCondition where Value.RawValue == Int {
    ResolvedCondition(
      fact: fact.rawValue, values: ValueSet(values.map { $0.rawValue }), position: position)
  }
}
