extension FactReader {
  /// Returns whether a method has the attempt's kind, and the attempt's provider or another provider with the same
  /// issuer.
  func hasProviderAndKind(of method: Method) -> Bool { read.hasProviderAndKind(of: method) }

  /// Returns whether facts about methods ignore a method: the service has disabled the method, and the policy does not
  /// count disabled methods.
  func isDisabled(_ method: Method) -> Bool {
    guard !vocabulary.countsDisabled else { return false }
    return situation.disabledMethods.contains { $0.covers(method.provider, method.kind) }
  }

  /// Returns the index of the account's method of the attempt's provider and kind; nil if no such method exists.
  ///
  /// Among several methods of the provider and kind, the method with the attempt's subject takes precedence.
  func ownMethod(of account: Account) -> Int? {
    let subject = attempt.assertedSubject
    var found: Int?
    let methods = account.methods
    for index in methods.indices
    where !methods[index].isSuperseded && hasProviderAndKind(of: methods[index]) {
      if subject != nil, methods[index].subject.hasSameBytes(as: subject) {
        return index
      }
      found = found ?? index
    }
    // An attempt that names a method with a subject refers only to the method with this subject.
    return action.namesMethod && subject != nil ? nil : found
  }

  /// Returns the index of the method whose labels the attempt reads; nil if no such method exists.
  ///
  /// The effect `set` stores a label on the method with the attempt's subject, even if the method is superseded, so
  /// this function returns the same method. If no method has the attempt's subject, the function returns
  /// ``ownMethod(of:)``.
  func labelledMethod(of account: Account) -> Int? {
    if let subject = asserted?.subject {
      let methods = account.methods
      for index in methods.indices
      where hasProviderAndKind(of: methods[index]) && methods[index].signsIn(subject) {
        return index
      }
    }
    return ownMethod(of: account)
  }

  /// Whether the account to which the attempt points certainly has the attempt's only address, and therefore the
  /// address's domain.
  ///
  /// With aliases, the account's address can have another domain than the attempt's address.
  var isAddressOfPointed: Bool {
    pointedAs == .addressHolder && asked.others.isEmpty
      && vocabulary.addresses.heldBy == .account && vocabulary.addresses.aliases.isEmpty
  }

  /// Returns whether the attempt's address is the account's own address.
  ///
  /// The account's own address is the subject of its password or e-mail link, even if methods hold the addresses.
  func hasUsedAddress(_ account: Account) -> Bool {
    guard vocabulary.addresses.heldBy == .methods else {
      return situation.addressHolders.contains { $0.id.hasSameBytes(as: account.id) }
    }
    guard let email = account.email, let asked = asked.first else { return false }
    return email.hasSameBytes(as: asked.canonical)
  }
}

extension FactReader {
  /// The address that the decision uses: the best address under the policy's preferences `elect`; nil for an attempt
  /// without an address.
  ///
  /// If several addresses are equally good, the decision uses the first of these addresses in the assertion.
  var electedAddress: UsableAddress? {
    guard let first = asked.first else { return nil }
    var best = first
    var bestRank = rank(first)
    for address in asked.others.elements {
      let rank = rank(address)
      if rank < bestRank {
        best = address
        bestRank = rank
      }
    }
    return best
  }

  private func rank(_ candidate: UsableAddress) -> Int {
    var rank = 0
    for preference in vocabulary.addresses.elect {
      let isPreferred =
        switch preference {
        case .primary: candidate.record == 0
        case .held: isHeld(candidate.canonical)
        }
      rank = rank * 2 + (isPreferred ? 0 : 1)
    }
    return rank
  }

  private func isHeld(_ address: String) -> Bool {
    for account in situation.addressHolders
    where account.holds(address, by: vocabulary.addresses.heldBy) {
      return true
    }
    return false
  }
}
