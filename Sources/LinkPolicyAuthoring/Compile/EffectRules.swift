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
  private enum Reach: Int, Comparable {
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

/// The preconditions on the holders of the credential and of the address.
extension EffectRules {
  func notNew() -> [Against] {
    guard !action.kinds.isEmpty else { return [] }
    return [
      (
        [condition(.credential, FactValue.CredentialValue.own, .known, .broken)],
        "the credential is already in use"
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

  /// Returns an obstacle if the policy declares no password provider by its id, because a new password could then have
  /// no provider.
  ///
  /// An attempt with a password names its provider. For any other attempt, the policy must declare a provider by its
  /// id, because a family such as `*` is not sufficient.
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
        "the policy declares only families as providers of passwords; declare a provider of passwords by name"
      )
    ]
  }

  /// The condition that the attempt's method is a password or an e-mail link, whose subject is the account's address.
  var heldByAddress: ResolvedCondition {
    kinds(MethodKind.allCases.filter { $0.isSubjectTheAddress })
  }

  private func kinds(_ kinds: MethodKind...) -> ResolvedCondition { self.kinds(kinds) }

  private func kinds(_ kinds: [MethodKind]) -> ResolvedCondition {
    ResolvedCondition(
      fact: EngineFact.kind.rawValue, values: ValueSet(kinds.map { Int($0.rawValue) }),
      position: position)
  }

  private func index(ofIdentifier name: Name) -> Int? {
    vocabulary.identifiers.identifiers.firstIndex { $0.name == name }
  }

  /// The keys by which the action searches for its account, in order; empty if no identifier is among the keys.
  private var searchedPlaces: [IdentifierTable.SearchPlace] {
    guard let index = vocabulary.actions.firstIndex(where: { $0.name == action.name }),
      !vocabulary.identifiers.searched(byAction: index).isEmpty
    else { return [] }
    return vocabulary.identifiers.places(ofAction: index)
  }

  /// Whether the action can find the account of a password attempt by an identifier, so that the attempt can lack an
  /// address.
  private var canLackAddress: Bool { !searchedPlaces.isEmpty }

  /// Returns the conditions under which the effect is not allowed, because only an identifier, such as a user name, may
  /// have found the account.
  ///
  /// Anybody can know a user name, so the attempt must prove that the person is the holder. A checked password proves
  /// that the person is the holder. A provider may assert identifiers, and the policy decides whether to trust them.
  /// Trust in an asserted identifier has two limits. The asserted address must not belong to another account, and an
  /// effect that trusts the address requires that the identified account already holds the address. If an account holds
  /// the credential, the search finds the account by the credential, not by an identifier. In a password attempt
  /// without an address, however, the identifier finds the account that holds the password.
  private func foundByIdentifierAlone(_ reach: Reach) -> [Against] {
    guard reach > .harmless else { return [] }
    let places = searchedPlaces
    let address = places.firstIndex(of: .address)
    return places.enumerated().flatMap { place, searched -> [Against] in
      guard case .identifier(let index) = searched else { return [] }
      // If the action searches by address first and only one account holds the address, the search finds this account,
      // and the address is `taken`.
      let isAfterAddress = address.map { $0 < place } ?? false
      var contrary = condition(.address, FactValue.Address.several)
      if !isAfterAddress {
        contrary.values.insert(FactValue.Address.taken.rawValue)
      }
      let absent = condition(.address, FactValue.Address.absent)
      var foreign = contrary
      foreign.values.insert(FactValue.Address.absent.rawValue)
      foreign.values.insert(FactValue.Address.free.rawValue)
      let name = vocabulary.identifiers.identifiers[index].name.text
      let start = "`" + name + "` may have found the account, "
      let own = isAfterAddress ? "[own, taken]" : "own"
      let isAnothers =
        start + "and the asserted address is not the account's own; test `address: " + own
        + "` or `identifier." + name + ": {not: own}`"
      let isUnproven =
        start + "which proves nothing about the person; test `identifier." + name + ": {not: own}`"
      let named = identifier(index, .own)
      guard !action.kinds.isEmpty else {
        return [([named, foreign], action.address == .none ? isUnproven : isAnothers)]
      }
      let new = condition(.credential, FactValue.CredentialValue.new)
      let password = kinds(.password)
      var cells: [Against] = [
        ([named, foreign, kinds(.emailLink), new], isAnothers),
        ([named, kinds(.phone, .passkey, .anonymous), new], isUnproven),
        (
          [named, reach == .trustsAddress ? foreign : contrary, kinds(.federated, .custom), new],
          isAnothers
        ),
      ]
      if !action.checksSecret {
        let known = condition(.credential, FactValue.CredentialValue.known)
        cells.append(([named, foreign, password, new], isAnothers))
        cells.append(([named, absent, password, known], isUnproven))
      } else if reach > .counts {
        let unchecked = condition(.secret, FactValue.Secret.absent, .wrong)
        cells.append(([named, foreign, password, unchecked], isUnproven))
      }
      return cells
    }
  }

  private func identifier(_ index: Int, _ values: IdentifierValue...) -> ResolvedCondition {
    ResolvedCondition(
      fact: vocabulary.schema.identifiers.lowerBound + index,
      values: ValueSet(values.map { $0.rawValue }), position: position)
  }

  /// Returns the obstacles to storing the attempt's value of an identifier: the attempt states no value, or another
  /// account holds the value.
  func identifierHeld(_ name: Name, isCreated: Bool) -> [Against] {
    guard let index = index(ofIdentifier: name) else { return [] }
    return [
      ([identifier(index, .absent)], "the attempt states no `" + name.text + "`"),
      (
        [isCreated ? identifier(index, .own, .taken) : identifier(index, .taken)],
        "another account holds the identifier"
      ),
    ]
  }

  func withoutAddress(
    _ address: AddressBefore, isFoundByIdentifier: Bool = false
  ) -> [Against] {
    var kinds = heldByAddress
    if isFoundByIdentifier {
      kinds.values.remove(Int(MethodKind.password.rawValue))
    }
    let reason = "the account has no address for a password or e-mail link; use `set-email` first"
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
    case .none: [([], "the account has no address at this point")]
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
  /// A lookup finds a password or e-mail link by the address of its account. If addresses are not unique, two accounts
  /// with one address could therefore have the same credential.
  func takenAsCredential() -> [Against] {
    let isFoundByAddress = vocabulary.providers.providers.contains { provider in
      provider.kinds.contains { $0.isSubjectTheAddress }
    }
    guard !vocabulary.addresses.isUnique, isFoundByAddress else { return [] }
    let reason = "another account holds the address, and may have a password or e-mail link for it"
    return heldByAnother.map { ($0, reason) }
  }

  /// The combinations of conditions under which the asserted address belongs to another account than the identified
  /// account.
  var heldByAnother: [[ResolvedCondition]] {
    let taken = condition(.address, FactValue.Address.taken)
    // If no account holds the credential, the attempt identifies the holder of the address.
    let known = condition(.credential, FactValue.CredentialValue.known)
    // If the action searches by an identifier first, the search can find another account than the holder of the
    // address.
    let named = searchedPlaces.prefix { $0 != .address }.compactMap { place in
      if case .identifier(let index) = place { [taken, identifier(index, .own)] } else { nil }
    }
    return [
      action.pointsTo == .credential ? [taken, known] : [taken],
      [condition(.address, FactValue.Address.several)],
    ] + named
  }

  /// Returns the obstacle to an effect that stores the attempt's method, if the account would become a second holder of
  /// the address.
  ///
  /// If only accounts hold addresses (`held-by: account`), the list is empty.
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
