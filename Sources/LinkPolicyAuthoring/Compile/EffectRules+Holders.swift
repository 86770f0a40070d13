internal import LinkPolicy

/// What effects need of whoever holds the credential and the address.
extension EffectRules {
  func notNew() -> [Against] {
    guard !action.kinds.isEmpty else { return [] }
    return [
      (
        [condition(.credential, FactValue.Credential.own, .known, .broken)],
        "the credential is held already"
      )
    ]
  }

  func heldElsewhere() -> [Against] {
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

  /// No provider is there to store a password of, but by an attempt that brings one: a family is nobody's name.
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

  /// The attempt's method is a password or an e-mail link, which is held by its account's address.
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

  /// A password and an e-mail link are found by the address of their account, so that two accounts
  /// with one address could have one credential, also where addresses are not unique.
  func takenAsCredential() -> [Against] {
    let isFoundByAddress = vocabulary.providers.providers.contains { provider in
      provider.kinds.contains { $0.isSubjectTheAddress }
    }
    guard !vocabulary.addresses.isUnique, isFoundByAddress else { return [] }
    let reason = "another account holds the address, and with it maybe its password or e-mail link"
    return heldByAnother.map { ($0, reason) }
  }

  /// The cells in which another account than the one pointed to holds the asserted address.
  var heldByAnother: [[ResolvedCondition]] {
    let taken = condition(.address, FactValue.Address.taken)
    // Where nobody holds the credential, it is the holder of the address that is pointed to.
    let known = condition(.credential, FactValue.Credential.known)
    return [
      action.pointsTo == .credential ? [taken, known] : [taken],
      [condition(.address, FactValue.Address.several)],
    ]
  }

  /// Where methods hold addresses, whatever stores the attempt's method makes its account a holder.
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
