extension Policy {
  /// Makes an address record of an address and the claims of a verified token, leaving out the claims
  /// that the policy does not declare.
  ///
  /// A token says much that no policy asks for, and an attempt with an undeclared claim is
  /// malformed: whoever hands over a token's claims as they are makes the record here and looks at
  /// what was left out, where a misspelt name shows.
  ///
  /// - Parameters:
  ///   - email: the address as the token has it.
  ///   - claims: every claim about the person, by name.
  /// - Returns: the record with the declared claims in their order, and the names of the others.
  public func addressRecord(
    _ email: String, tokenClaims claims: [AddressRecord.Claim]
  ) -> (record: AddressRecord, undeclared: [String]) {
    var record = AddressRecord(email)
    var undeclared: [String] = []
    for claim in claims {
      if image.vocabulary.claims.contains(where: { claim.name.hasSameBytes(as: $0.name) }) {
        record.claims.append(claim)
      } else {
        undeclared.append(claim.name)
      }
    }
    return (record, undeclared)
  }
}
