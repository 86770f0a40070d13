internal import LinkPolicy

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

  func index(ofIdentifier name: Name) -> Int? {
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
  var canLackAddress: Bool { !searchedPlaces.isEmpty }

  /// Returns the conditions under which the effect is not allowed, because only an identifier, such as a user name, may
  /// have found the account.
  ///
  /// Anybody can know a user name, so the attempt must prove that the person is the holder. A checked password proves
  /// that the person is the holder. A provider may assert identifiers, and the policy decides whether to trust them.
  /// Trust in an asserted identifier has two limits. The asserted address must not belong to another account, and an
  /// effect that trusts the address requires that the identified account already holds the address. If an account holds
  /// the credential, the search finds the account by the credential, not by an identifier. In a password attempt
  /// without an address, however, the identifier finds the account that holds the password.
  func foundByIdentifierAlone(_ reach: Reach) -> [Against] {
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
