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
}

extension AttemptReading {
  /// What to look for, for the attempt that was read.
  package func keys(for attempt: Attempt, by vocabulary: Vocabulary) -> LookupKeys {
    LookupKeys(
      credential: credential(of: attempt, by: vocabulary), addresses: asked.list,
      heldBy: vocabulary.addresses.heldBy, tenant: attempt.tenant,
      poolIndex: vocabulary.pools.index(ofProvider: named.provider))
  }

  /// The credential to look up; nil where the attempt carries none.
  func credential(of attempt: Attempt, by vocabulary: Vocabulary) -> Lookup.Credential? {
    guard let kind = named.kind, kind != .anonymous, let asserted = attempt.asserted,
      !vocabulary.actions[named.action].namesMethod,
      let subject = kind.isSubjectTheAddress ? asked.canonical : asserted.subject
    else { return nil }
    return Lookup.Credential(
      issuer: vocabulary.providers.issuer(of: asserted.provider), subject: subject, kind: kind)
  }
}
