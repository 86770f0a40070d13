/// The keys by which accounts are found for an attempt.
package struct LookupKeys: Sendable {
  /// The credential to look up; nil where the attempt carries none.
  package var credential: Lookup.Credential?
  /// The canonical addresses to look up.
  package var addresses: [String]
  /// What holds an address: the account itself, or any of its methods.
  package var heldBy: AddressRules.Holder
  /// The tenant to search in.
  package var tenant: String?
  /// The number of the pool to search in.
  package var poolIndex: Int
  /// Whether the address is that of a code which is not known yet.
  package var isOpen = false
}

extension FactReader {
  /// What to look for.
  ///
  /// Of the situation the settings, what is stated, and the code are looked at: which addresses are
  /// proven can go by the former, and a code can bring its own address.
  package func lookupKeys(isProven: (FactVector) -> Bool) throws(InputError) -> LookupKeys {
    if vocabulary.addresses.match == .anyProven {
      var reader = self
      try reader.readStated()
      try reader.readSettings()
      return try reader.readyKeys(isProven: isProven)
    }
    return try readyKeys(isProven: isProven)
  }

  private func readyKeys(isProven: (FactVector) -> Bool) throws(InputError) -> LookupKeys {
    let isOpen = situation.code == nil && action.pointsTo == .code && kind == nil
    var addresses: [String] = []
    if !isOpen {
      let given = try addressesGiven()
      let candidates = try candidates(among: given, isProven)
      addresses = try askedAddresses(of: candidates, among: given).list
    }
    return LookupKeys(
      credential: credential(addresses.first), addresses: addresses,
      heldBy: vocabulary.addresses.heldBy, tenant: attempt.tenant,
      poolIndex: vocabulary.pools.index(ofProvider: provider), isOpen: isOpen)
  }

  private func credential(_ address: String?) -> Lookup.Credential? {
    guard let kind, let asserted, !action.namesMethod else { return nil }
    let subject = kind.isSubjectTheAddress ? address : asserted.subject
    guard let subject, kind != .anonymous else { return nil }
    let issuer = vocabulary.providers.issuer(of: asserted.provider)
    return Lookup.Credential(issuer: issuer, subject: subject, kind: kind)
  }
}
