internal import LinkPolicy
internal import LinkPolicyAuthoring

/// The keys by which a password or a mailed link finds an account: the account's address and identifiers.
struct AccountKeys: Sendable, Hashable {
  var hasAddress: Bool
  var identifiers = IdentifierSet()
}

extension AccountKeys {
  /// Creates the keys of an abstract account.
  init(of key: AccountKey) {
    self.init(hasAddress: key.email != .none, identifiers: key.identifiers)
  }

  /// Creates the keys of a real account.
  init(of account: Account, _ vocabulary: Vocabulary) {
    self.init(
      hasAddress: account.email != nil, identifiers: vocabulary.identifiers(heldBy: account))
  }
}

extension Vocabulary {
  /// Returns the declared identifiers that an account holds.
  func identifiers(heldBy account: Account) -> IdentifierSet {
    let declared = identifiers.identifiers
    return IdentifierSet(
      declared.indices.filter { account.identifier(named: declared[$0].name.text) != nil })
  }
}
