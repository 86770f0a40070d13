import Testing

@testable import LinkPolicy
@testable import LinkPolicyAuthoring

/// Address records behind the first one.
@Suite("Further address records")
struct FurtherRecordTests {
  private static func policy(_ match: String) throws -> Policy {
    try compiled(
      """
      linkpolicy: 1
      name: records
      providers: {p: {kind: federated}}
      claims: {email_verified: {yes: [true]}}
      addresses: {match: \(match), elect: [held, primary], fold: [case, dots, plus-tags]}
      errors: {no: {}}
      proof: {claim.email_verified: yes}
      decisions:
        sign-in.federated:
          rows:
            - {id: new, credential: new, address: [absent, free], do: [create, sign-in]}
            - {id: rest, refuse: no}
      """
    ).policy
  }

  private static func attempt(_ records: [AddressRecord]) -> Attempt {
    Attempt(.signIn, with: Assertion(verified: "p", subject: "s", addresses: records))
  }

  /// What is not looked up needs no canonical form; its form is checked all the same.
  @Test(arguments: ["primary", "any-proven"])
  func unasked(match: String) throws {
    let policy = try Self.policy(match)
    let proven = AddressRecord(
      "a@gmail.com", claims: [AddressRecord.Claim("email_verified", .boolean(true))])
    let lookup = try policy.lookup(
      for: Self.attempt([proven, AddressRecord("+tag@gmail.com")]), by: .nobody, under: [:])
    #expect(lookup.addresses == ["a@gmail.com"])
    #expect(throws: InputError.self) {
      try policy.lookup(
        for: Self.attempt([proven, AddressRecord("no address")]), by: .nobody, under: [:])
    }
    #expect(throws: InputError.self) {
      try policy.lookup(
        for: Self.attempt([AddressRecord("+tag@gmail.com")]), by: .nobody, under: [:])
    }
  }

  /// An address beside the records is elected among them, and has no claims.
  @Test func elected() throws {
    let policy = try Self.policy("any-proven")
    var attempt = Self.attempt([
      AddressRecord("a@gmail.com", claims: [AddressRecord.Claim("email_verified", .boolean(true))])
    ])
    attempt.address = "b@gmail.com"
    let lookup = try policy.lookup(for: attempt, by: .nobody, under: [:])
    #expect(lookup.addresses == ["a@gmail.com"])
  }
}
