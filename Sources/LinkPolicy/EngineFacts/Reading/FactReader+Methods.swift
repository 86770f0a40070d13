extension FactReader {
  /// Whether a method is of the attempt's own provider and kind.
  func hasProviderAndKind(of method: Method) -> Bool {
    guard let asserted, let kind, method.kind == kind else { return false }
    return vocabulary.providers.haveSameIssuer(method.provider, asserted.provider)
  }

  /// The place of the account's own method of the attempt's provider and kind, if it has one.
  ///
  /// Where it has several of them, the one with the attempt's subject comes first.
  func ownMethod(of account: Account) -> Int? {
    guard let asserted else { return nil }
    var found: Int?
    let methods = account.methods
    for index in methods.indices
    where !methods[index].isSuperseded && hasProviderAndKind(of: methods[index]) {
      if asserted.subject != nil, methods[index].subject.hasSameBytes(as: asserted.subject) {
        return index
      }
      found = found ?? index
    }
    // An attempt that names a method by its subject means that one and no other.
    return action.namesMethod && asserted.subject != nil ? nil : found
  }

  /// Whether the account's own address is the one that is used: the subject of a password or
  /// e-mail link, whatever holds addresses otherwise.
  func hasUsedAddress(_ account: Account) -> Bool {
    guard vocabulary.addresses.heldBy == .methods else {
      return situation.addressHolders.contains { $0.id.hasSameBytes(as: account.id) }
    }
    guard let email = account.email, let asked = asked.first else { return false }
    return email.hasSameBytes(as: asked.canonical)
  }
}
