internal import LinkPolicy
internal import LinkPolicyAuthoring

/// The values by which a password or a mailed link finds an account: its address and its identifiers.
struct AccountKeys: Sendable, Hashable {
  var hasAddress: Bool
  /// The indices of the declared identifiers that the account holds.
  var identifiers = ValueSet()
}

extension AccountKeys {
  /// Creates the keys of a real account.
  init(of account: Account, _ vocabulary: Vocabulary) {
    let declared = vocabulary.identifiers.identifiers
    self.init(
      hasAddress: account.email != nil,
      identifiers: ValueSet(
        declared.indices.filter { account.identifier(named: declared[$0].name.text) != nil }))
  }
}

extension AbstractAccount {
  /// The keys that an account of this description may have.
  func possibleKeys(_ table: HoldingTable) -> AccountKeys {
    AccountKeys(hasAddress: key.email != .none, identifiers: table.identifiers(in: holdings))
  }
}

extension IdentifierValue {
  /// The values of an attempt that states no identifier of the account that it points to.
  static var notOwn: ValueSet { ValueSet(of: Self.absent, .free, .address, .taken) }

  /// The values of an attempt that states the identifier.
  static var stated: ValueSet { ValueSet(of: Self.free, .address, .own, .taken) }
}

extension AdversaryModel {
  /// The indices of the declared identifiers whose facts the policy tests.
  var testedIdentifiers: [Int] {
    let facts = policy.vocabulary.schema.identifiers
    return facts.indices.filter { policy.vocabulary.usedFacts.contains($0) }
      .map { $0 - facts.lowerBound }
  }

  /// Returns the fact about an identifier.
  func fact(ofIdentifier index: Int) -> Int {
    policy.vocabulary.schema.identifiers.lowerBound + index
  }
}

extension WriteTemplate {
  /// Returns the index of the identifier that the write stores; nil for any other write.
  func storedIdentifier(_ vocabulary: Vocabulary) -> Int? {
    guard case .setIdentifier(let name) = self else { return nil }
    return vocabulary.identifiers.index(of: name.text)
  }
}
