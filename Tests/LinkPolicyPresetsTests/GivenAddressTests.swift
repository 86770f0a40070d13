import LinkPolicy
import LinkPolicyPresets
import Testing

/// An address that a sign-in brings beside its assertion's records, or in their place.
@Suite("Addresses beside an assertion")
struct GivenAddressTests {
  private static func decide(
    _ policy: Policy, _ attempt: Attempt, _ holders: [[Account]]
  ) throws(InputError) -> Decision {
    try policy.decide(
      try policy.lookup(for: attempt, by: .nobody, under: [:]).answered(
        credential: .nobody, addresses: holders, session: .notAsked, target: .notAsked,
        code: .notAsked, method: .enabled))
  }

  /// One that counts as absent is absent in either place: this once ended the process.
  @Test(arguments: Presets.names)
  func internationalised(name: String) throws {
    let policy = try #require(Presets.policy(named: name))
    var beside = Attempt(.signIn, with: Assertion(verified: "google.com", subject: "s"))
    beside.address = "ä@gmail.com"
    let within = Attempt(
      .signIn,
      with: Assertion(
        verified: "google.com", subject: "s", addresses: [AddressRecord("ä@gmail.com")]))
    let decisions = try [beside, within].map { try Self.decide(policy, $0, []) }
    #expect(decisions[0].row?.id == decisions[1].row?.id)
    for decision in decisions {
      #expect(decision.address == nil && decision.ticket?.address == nil)
      #expect(decision.notes.count == 1)
      #expect(decision.changes.writes.count == decisions[0].changes.writes.count)
    }
  }

  @Test func ordinary() throws {
    var beside = Attempt(.signIn, with: Assertion(verified: "google.com", subject: "s"))
    beside.address = "Ada@gmail.com"
    let decision = try Self.decide(Presets.firebase, beside, [[]])
    #expect(decision.address == "Ada@gmail.com" && decision.notes.isEmpty)
    #expect(decision.row?.id == "first-trusted" && decision.changes.writes.count == 3)
  }

  /// Beside the records it is one more of them.
  @Test func besideRecords() throws {
    let policy = try #require(Presets.policy(named: "hardened"))
    var both = Attempt(
      .signIn,
      with: Assertion(
        verified: "google.com", subject: "s", addresses: [AddressRecord("ada@gmail.com")],
        nonce: .matched))
    both.address = "bob@gmail.com"
    let lookup = try policy.lookup(for: both, by: .nobody, under: [:])
    #expect(lookup.addresses == ["ada@gmail.com"])
    #expect(try Self.decide(policy, both, [[]]).address == "ada@gmail.com")
  }
}
