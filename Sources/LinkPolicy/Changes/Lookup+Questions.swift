extension Lookup {
  /// The questions who holds an address, one for each of ``addresses``, as requirements ask them again.
  package var addressQuestions: [Requirement.AddressQuestion] {
    let keys = keys
    return keys.addresses.map { address in
      Requirement.AddressQuestion(
        address: address, tenant: keys.tenant, heldBy: keys.heldBy, pool: pool,
        poolIndex: keys.poolIndex)
    }
  }
}

extension Decision {
  /// The canonical addresses that were looked up for it.
  package var askedAddresses: [String] { asked.list }
}
