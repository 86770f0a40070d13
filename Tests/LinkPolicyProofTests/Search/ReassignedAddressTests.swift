import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyYAML
import Testing

@testable import LinkPolicyProof

@Suite("Proofs if the owner's address first belonged to the attacker")
struct ReassignedAddressTests {
  /// A policy that joins every connection bound to the domain of its address.
  private static let bound = """
    linkpolicy: 1
    name: bound
    title: Bound
    providers:
      saml.one: {kind: federated}
    proof: {connection: bound}
    decisions:
      sign-in.federated:
        hit: first
        rows:
          - {id: broken, credential: broken, refuse: no}
          - {id: unbound, credential: [new, known], connection: [unbound, none], refuse: no}
          - {id: absent, credential: [new, known], connection: bound, address: absent, refuse: no}
          - {id: known, connection: bound, address: {not: absent}, credential: known, do: [sign-in]}
          - {id: first, connection: bound, credential: new, address: free, do: [create, verify-email, sign-in]}
          - {id: join, connection: bound, credential: new, address: taken, do: [add-subject, sign-in]}
    errors:
      no: {}

    """

  private static func prove(
    _ invariants: [String], _ text: String, reassigned: String
  ) throws -> Proof {
    let policy = try CompiledPolicy(yaml: Array(text.utf8), name: "bound.yaml")
    let assumed =
      "assume: 1\nswitches: {reassigned: \(reassigned)}\n"
      + "assertions:\n  - {provider: saml.one, who: owner}\n"
    let assumptions = try Assumptions(Array(assumed.utf8), name: "assume.yaml", isStrict: true)
    var options = Proof.Options()
    options.invariants = invariants
    return Proof(policy, under: assumptions, in: assumptions.environment, options)
  }

  private static let invariants = ["I1", "I2", "I3", "I8"]

  @Test("a former owner used the connection bound to the address's domain", arguments: invariants)
  func boundConnection(invariant: String) throws {
    #expect(try !Self.prove([invariant], Self.bound, reassigned: "during").isProved)
  }

  @Test("nobody but the owner uses that connection if the address never passes")
  func neverPasses() throws {
    #expect(try Self.prove(Self.invariants, Self.bound, reassigned: "off").isProved)
  }
}
