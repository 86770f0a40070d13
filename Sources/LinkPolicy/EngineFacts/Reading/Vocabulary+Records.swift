extension Vocabulary {
  /// Reads the domain and the claims of an address record, the former by the value of its fact.
  func read(
    _ domain: Int, _ given: [AddressRecord.Claim], into facts: inout FactVector
  ) {
    facts[.domain] = domain
    let first = schema.claims.lowerBound
    for index in claims.indices {
      var value = claims[index].absent
      for claim in given where claim.name.hasSameBytes(as: claims[index].name) {
        value = claims[index].value(of: claim.value)
      }
      facts[first + index] = value
    }
  }
}
