internal import LinkPolicy

/// A check of the preconditions of a row's effects, in every cell that the row decides.
///
/// The check examines each effect in the state that the earlier effects of the row produce.
struct EffectRules {
  /// A combination of facts that prevents an effect, such as a missing address, with the reason.
  struct EffectObstacle {
    var effect: Effect
    var conditions: [ResolvedCondition]
    var reason: String
  }

  let vocabulary: Vocabulary
  let action: ActionDefinition
  let position: SourcePosition

  /// Returns the combinations of facts that prevent an effect of a row.
  func obstacles(to effects: [Effect]) -> [EffectObstacle] {
    var obstacles: [EffectObstacle] = []
    var isCreated = false
    var address = AddressBefore.found
    // If an action finds the account by an identifier and checks the password, the account needs no address to hold a password.
    let isFoundByIdentifier = effects.contains { effect in
      guard case .setIdentifier(let name) = effect, let index = index(ofIdentifier: name) else {
        return false
      }
      return vocabulary.findsPasswords(byIdentifier: index)
    }
    for effect in effects {
      for (conditions, reason) in conditions(
        against: effect, isCreated: isCreated, address: address,
        isFoundByIdentifier: isFoundByIdentifier)
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
        .verifyEmail, .unverifyEmail,
        .fillProfile, .overwriteProfile, .revokeSessions, .cancelPending, .rememberUndo,
        .sendCode, .issueToken, .endSession, .disable, .enable, .setLabel,
        .setIdentifier, .clearIdentifier, .notifyOwner, .delete:
        break
      }
    }
    return obstacles
  }

  /// The account's address before an effect, which earlier effects of the row may have changed.
  enum AddressBefore {
    /// The address of the stored account, which the facts describe.
    case found
    /// The asserted address, assigned by an earlier effect.
    case asserted
    /// The account has no address, because it was created without an address or an earlier effect removed the address.
    case none
  }

  typealias Against = (conditions: [ResolvedCondition], reason: String)

  private func conditions(
    against effect: Effect, isCreated: Bool, address: AddressBefore, isFoundByIdentifier: Bool
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
      found.append(([], "the attempt only names a method that the account already has"))
    }
    if !isCreated,
      addsMethod(effect) || effect == .setEmail || effect == .adoptEmail
        || Self.storesIdentifier(effect)
    {
      found.append(
        (
          [condition(.tenant, FactValue.Tenant.other)],
          "the account is in another tenant, and lookups find holders only in the attempt's tenant"
        ))
    }
    if !isCreated {
      found += foundByIdentifierAlone(reach(of: effect))
    }
    switch effect {
    case .create:
      found += notNew() + taken(isOwnAllowed: false)
      if !isFoundByIdentifier, canLackAddress {
        found += withoutAddress(.none).map {
          ($0.conditions + [condition(.address, FactValue.Address.absent)], $0.reason)
        }
      }
    case .createWithoutAddress:
      found += notNew() + takenByMethod(isOwnAllowed: false)
      found += withoutAddress(.none, isFoundByIdentifier: isFoundByIdentifier)
    case .link:
      found += heldElsewhere() + withoutAddress(address)
      found += takenByMethod(isOwnAllowed: true)
      if !isCreated {
        found.append(
          (
            [condition(.sameProvider, FactValue.SameProvider.otherSubject)],
            "the account already has another subject of the provider; use `add-subject`,"
              + " `replace-subject` or `supersede-subject`"
          ))
      }
    case .addSubject:
      found += heldElsewhere() + withoutAddress(address)
      found += takenByMethod(isOwnAllowed: true)
      if !isCreated {
        found.append(
          (
            [condition(.sameProvider, FactValue.SameProvider.otherSubject), heldByAddress],
            "an account has at most one password and one e-mail link of a provider, because they"
              + " belong to its address"
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
          "a password or e-mail link belongs to the address of its account, so no other account"
            + " can take it"
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
            "the method belongs to another account; use `seize-credential` to take the method"
          ))
      }
    case .unlink:
      found.append(
        (
          [condition(.sameProvider, FactValue.SameProvider.none, .otherSubject)],
          "the account has no such method"
        ))
    case .setPassword:
      let isFound = vocabulary.identifiers.identifiers.indices.contains {
        vocabulary.findsPasswords(byIdentifier: $0)
      }
      found += isFound ? [] : noAddress(address)
      found += noPasswordProvider()
    case .setIdentifier(let name): found += identifierHeld(name, isCreated: isCreated)
    case .verifyEmail:
      found += noAddress(address)
    case .unverifyEmail: found += noAddress(address)
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
      switch vocabulary.purposes[purpose].map({ ($0.treatment.recipient, $0.treatment.owner) }) {
      case (.asserted, .account)?, (.asserted, .nobody)?: found += absent()
      case (.account, .account)?, (.account, .nobody)?, nil: break
      }
    case .removeFactor:
      if isCreated {
        found.append(([], "the account was just created and has no second factor"))
      } else {
        found.append(
          ([condition(.factors, FactValue.Factors.none)], "the account has no second factor"))
      }
    case .signIn, .endSession, .dropUnproven, .drop, .dropFactors, .enrollFactor, .clearEmail,
      .fillProfile,
      .overwriteProfile, .revokeSessions, .cancelPending, .rememberUndo, .disable, .enable,
      .setLabel, .clearIdentifier, .notifyOwner:
      break
    case .delete:
      if isCreated {
        found.append(([], "the account was just created"))
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
      .verifyEmail, .unverifyEmail,
      .setEmail, .adoptEmail, .clearEmail, .fillProfile, .overwriteProfile, .revokeSessions,
      .cancelPending, .rememberUndo, .issueToken, .disable, .enable, .setLabel, .setIdentifier,
      .clearIdentifier, .delete:
      true
    }
  }

  /// How far an effect changes an account, which matters if only an identifier, such as a user name, may have found the
  /// account.
  enum Reach: Int, Comparable {
    /// The effect, such as a notice to the owner, changes nothing in the account.
    case harmless
    /// The effect sets a state or label, or ends all sessions, as a lockout after failed attempts does.
    case counts
    /// The effect opens a session of the account, or changes the account.
    case changes
    /// The effect trusts the asserted address, for example by marking the address as verified.
    case trustsAddress

    static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
  }

  private func reach(of effect: Effect) -> Reach {
    guard !Self.makesAccount(effect) else { return .harmless }
    return effect.templates.map { reach(of: $0) }.max() ?? .harmless
  }

  private func reach(of template: WriteTemplate) -> Reach {
    switch template {
    case .insertAccount, .endSession, .cancelCodes, .tellOwner: .harmless
    case .setState, .setLabel, .endSessions: .counts
    case .setEmail(let change):
      switch change {
      case .verified, .asserted, .assertedWhereNone: .trustsAddress
      case .unverified, .none: .changes
      }
    case .putCode(let purpose):
      switch vocabulary.purposes[purpose].map({ ($0.treatment.recipient, $0.treatment.owner) }) {
      case (.asserted, .account)?: .trustsAddress
      case (.asserted, .nobody)?, (.account, .account)?, (.account, .nobody)?, nil: .harmless
      }
    case .deleteAccount, .setProfile, .setIdentifier, .clearIdentifier, .putMethod, .removeMethods,
      .supersedeOthers, .dropFactors, .setFactors, .openSession, .renewSession:
      .changes
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

  private static func storesIdentifier(_ effect: Effect) -> Bool {
    effect.templates.contains { if case .setIdentifier = $0 { true } else { false } }
  }

  private static func makesAccount(_ effect: Effect) -> Bool {
    effect.templates.contains { $0.kind == .insertAccount }
  }
}
