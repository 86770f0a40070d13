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
  private enum AddressBefore {
    /// The one that was found, as the facts tell.
    case found
    /// The asserted one, which an earlier effect gave it.
    case asserted
    /// None: it was made without, or an earlier effect took it away.
    case none
  }

  private typealias Against = (conditions: [ResolvedCondition], reason: String)

  private func conditions(
    against effect: Effect, isCreated: Bool, address: AddressBefore
  ) -> [Against] {
    var found: [Against] = []
    if !isCreated, needsAccount(effect) {
      found.append(([condition(.account, FactValue.Account.none)], "there is no account"))
    }
    if addsMethod(effect), action.kinds.isEmpty || action.namesMethod {
      found.append(([], "the attempt carries no credential"))
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
      found.append(
        (
          [condition(.credential, FactValue.Credential.new, .own, .broken)],
          "no other account holds the credential"
        ))
      if action.pointsTo == .credential {
        found.append(([], "the attempt points to the account that holds the credential"))
      }
    case .refreshMethod:
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
        ([condition(.sameProvider, FactValue.SameProvider.none)], "the account has no such method"))
    case .setPassword, .verifyEmail, .unverifyEmail:
      found += noAddress(address)
    case .setEmail:
      found += absent() + taken(isOwnAllowed: !isCreated) + takenAsCredential()
    case .adoptEmail:
      switch address {
      case .found:
        let none = condition(.account, FactValue.Account.noAddress)
        found += (absent() + taken(isOwnAllowed: true)).map { ($0.conditions + [none], $0.reason) }
      case .none: found += absent() + taken(isOwnAllowed: !isCreated)
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
    Self.isLink(effect) || effect == .refreshMethod
  }

  private func notNew() -> [Against] {
    guard !action.kinds.isEmpty else { return [] }
    return [
      (
        [condition(.credential, FactValue.Credential.own, .known, .broken)],
        "the credential is held already"
      )
    ]
  }

  private func heldElsewhere() -> [Against] {
    if action.pointsTo == .credential {
      return [
        ([condition(.credential, FactValue.Credential.broken)], "the credential's account is gone")
      ]
    }
    return [
      (
        [condition(.credential, FactValue.Credential.known)], "another account holds the credential"
      ),
      ([condition(.credential, FactValue.Credential.broken)], "the credential's account is gone"),
    ]
  }

  /// A password or an e-mail link is held by its account's address.
  private func withoutAddress(_ address: AddressBefore) -> [Against] {
    let kinds = ResolvedCondition(
      fact: EngineFact.kind.rawValue,
      values: ValueSet([MethodKind.password, .emailLink].map { Int($0.rawValue) }),
      position: position)
    let reason = "the account has no address to hold the method by; say `set-email` first"
    switch address {
    case .found: return [([condition(.account, FactValue.Account.noAddress), kinds], reason)]
    case .none: return [([kinds], reason)]
    case .asserted: return []
    }
  }

  private func noAddress(_ address: AddressBefore) -> [Against] {
    switch address {
    case .found:
      [([condition(.account, FactValue.Account.noAddress)], "the account has no address")]
    case .none: [([], "the account has no address by then")]
    case .asserted: absent()
    }
  }

  private func absent() -> [Against] {
    [([condition(.address, FactValue.Address.absent)], "no address is asserted")]
  }

  private func taken(isOwnAllowed: Bool) -> [Against] {
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

  /// A password and an e-mail link are found by the address of their account, so that two accounts
  /// with one address could have one credential, also where addresses are not unique.
  private func takenAsCredential() -> [Against] {
    let isFoundByAddress = vocabulary.providers.providers.contains { provider in
      provider.kinds.contains { $0.isSubjectTheAddress }
    }
    guard !vocabulary.addresses.isUnique, isFoundByAddress else { return [] }
    return [
      (
        [condition(.address, FactValue.Address.taken, .several)],
        "another account holds the address, and with it maybe its password or e-mail link"
      )
    ]
  }

  /// Where methods hold addresses, whatever adds a method adds a holder.
  private func takenByMethod(isOwnAllowed: Bool) -> [Against] {
    guard vocabulary.addresses.heldBy == .methods, action.pointsTo != .credential || !isOwnAllowed
    else { return [] }
    return taken(isOwnAllowed: isOwnAllowed)
  }

  private func condition<Value: RawRepresentable>(
    _ fact: EngineFact, _ values: Value...
  ) -> ResolvedCondition where Value.RawValue == Int {
    ResolvedCondition(
      fact: fact.rawValue, values: ValueSet(values.map { $0.rawValue }), position: position)
  }
}
