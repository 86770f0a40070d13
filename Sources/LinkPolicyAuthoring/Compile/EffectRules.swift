internal import LinkPolicy

/// What effects need, and the order in which they may stand.
///
/// An effect is checked against every cell its row decides, given the effects before it.
struct EffectRules {
  /// A combination of facts in which an effect cannot be carried out, with the reason.
  struct Obstacle {
    var effect: Effect
    var conditions: [ResolvedCondition]
    var reason: String
  }

  let vocabulary: Vocabulary
  let action: ActionDefinition
  let position: SourcePosition

  /// What can keep the effects from being carried out.
  func obstacles(to effects: [Effect]) -> [Obstacle] {
    var obstacles: [Obstacle] = []
    var isCreated = false
    var address = AddressBefore.found
    for effect in effects {
      for (conditions, reason) in conditions(
        against: effect, isCreated: isCreated, address: address)
      {
        obstacles.append(Obstacle(effect: effect, conditions: conditions, reason: reason))
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
      case .signIn, .link, .replaceSubject, .supersedeSubject, .seizeCredential, .refreshMethod,
        .unlink, .dropUnproven, .drop, .dropFactors, .setPassword, .verifyEmail, .unverifyEmail,
        .fillProfile, .overwriteProfile, .revokeSessions, .cancelPending, .rememberUndo,
        .sendCode, .issueToken, .endSession, .disable, .enable, .setLabel, .notifyOwner, .delete:
        break
      }
    }
    return obstacles
  }

  /// What the account's address is before an effect.
  enum AddressBefore {
    /// The one that was found, as the facts tell.
    case found
    /// The asserted one, which an earlier effect gave it.
    case asserted
    /// None: it was made without, or an earlier effect took it away.
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
            "another subject of the provider is there; say `replace-subject` or"
              + " `supersede-subject`"
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
          [condition(.credential, FactValue.Credential.new, .own, .broken)],
          "no other account holds the credential"
        ))
      if action.pointsTo == .credential {
        found.append(([], "the attempt points to the account that holds the credential"))
      }
    case .refreshMethod:
      found += takenByMethod(isOwnAllowed: true)
      found.append(
        (
          [condition(.credential, FactValue.Credential.new, .broken)],
          "the account has no such method"
        ))
      if action.pointsTo != .credential {
        found.append(
          (
            [condition(.credential, FactValue.Credential.known)],
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
      found.append(([condition(.session, FactValue.Session.none, .gone)], "there is no session"))
    case .sendCode(let purpose):
      switch vocabulary.purposes[purpose]?.treatment.recipient {
      case .asserted: found += absent()
      case .account, nil: break
      }
    case .signIn, .endSession, .dropUnproven, .drop, .dropFactors, .clearEmail, .fillProfile,
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
    case .signIn, .link, .replaceSubject, .supersedeSubject, .seizeCredential, .refreshMethod,
      .unlink, .dropUnproven, .drop, .dropFactors, .setPassword, .verifyEmail, .unverifyEmail,
      .setEmail, .adoptEmail, .clearEmail, .fillProfile, .overwriteProfile, .revokeSessions,
      .cancelPending, .rememberUndo, .issueToken, .disable, .enable, .setLabel, .delete:
      true
    }
  }

  /// Whether an effect puts the attempt's credential into an account that is there.
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
