import Foundation
import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyTestSupport
import LinkPolicyYAML
import Testing

@testable import LinkPolicyProof

/// Moves that a checker of its own has found and that the closure once left out.
@Suite("Moves that are played")
struct PlayedMovesTests {
  /// A policy that declares no provider by name: who asserts is not told apart, but what is proved is.
  private static let unlisted = """
    linkpolicy: 1
    name: unlisted
    providers:
      "*": {kind: federated}
    decisions:
      sign-in.federated:
        rows:
          - {id: returning, credential: known, do: [sign-in]}
          - {id: broken,    credential: broken, refuse: no}
          - {id: first,     credential: new, address: [absent, free], do: [create, sign-in]}
          - {id: join,      credential: new, address: taken, same-provider: none, do: [link, sign-in]}
          - {id: second,    credential: new, address: taken, same-provider: other-subject, refuse: no}
    errors: {no: {}}

    """

  /// A policy by which a code makes an account where the one that it was mailed for is gone.
  private static let remade = """
    linkpolicy: 1
    name: remade
    providers:
      facebook.com: {kind: federated}
      password:     {kind: password, gives: [email]}
    purposes:
      invite: {to: asserted, for: account, stale: never}
    actions:
      invite: {points-to: session, address: required}
      accept: {points-to: code, takes: invite, address: required}
    decisions:
      sign-in.federated:
        rows:
          - {id: returning, credential: known, do: [sign-in]}
          - {id: broken,    credential: broken, refuse: no}
          - {id: first,     credential: new, address: [absent, free], do: [create-without-address, sign-in]}
          - {id: join,      credential: new, address: taken, same-provider: none, do: [link, sign-in]}
          - {id: second,    credential: new, address: taken, same-provider: other-subject, refuse: no}
      sign-in.password:
        rows:
          - {id: right, secret: right, do: [sign-in]}
          - {id: rest, refuse: no}
      invite:
        rows:
          - {id: nobody, session: [none, gone, revoked], refuse: no}
          - {id: send,   session: [recent, old], do: [send-code: invite]}
      delete:
        rows:
          - {id: nobody, session: [none, gone, revoked], refuse: no}
          - {id: delete, session: [recent, old], do: [delete]}
      accept:
        rows:
          - {id: make, account: none, code: valid, address: free,
             do: [create, set-password, verify-email, sign-in]}
          - {id: rest, refuse: no}
    errors: {no: {}}

    """

  private static func broken(_ text: String, _ assertions: String) throws -> [Set<Invariant>] {
    let policy = try CompiledPolicy(yaml: Array(text.utf8), name: "moves.yaml")
    let assumptions = try Assumptions(
      Array("assume: 1\nassertions:\n\(rows(assertions))".utf8), name: "assume.yaml",
      isStrict: false)
    var options = Proof.Options()
    options.invariants = ["I1", "I2", "I8"]
    let proof = Proof(policy, under: assumptions, in: ProofEnvironment(), options)
    return proof.access.map { $0.broken }
  }

  private static func rows(_ assertions: String) -> String {
    assertions.split(separator: "\n").map { "  - \($0)\n" }.joined() + "  - {who: anyone}\n"
  }

  @Test("a member of a family that the assumptions know proves the address")
  func members() throws {
    let known = try Self.broken(
      Self.unlisted, "{provider: google.com, domain: gmail.com, who: owner}")
    #expect(known.count == 2)
    #expect(known.contains { $0.isSuperset(of: [.ownMethods, .ownSessions, .safeLanding]) })
    // Where nobody's assertion proves anything, the owner has proved nothing.
    #expect(try Self.broken(Self.unlisted, "").allSatisfy { $0 == [.safeLanding] })
  }

  @Test("the owner's address can be at a domain that the policy takes another for")
  func aliases() throws {
    let text = Self.unlisted.replacingOccurrences(
      of: "name: unlisted",
      with: "name: unlisted\naddresses: {aliases: {evil.example: good.example}}")
    let policy = try CompiledPolicy(yaml: Array(text.utf8), name: "moves.yaml")
    let assumptions = try Assumptions(
      Array("assume: 1\nassertions:\n  - {who: owner}\n".utf8), name: "assume.yaml", isStrict: false
    )
    let domains = OwnersDomains(
      policy: policy, assumptions: assumptions, environment: ProofEnvironment()
    ).all
    // In its canonical spelling, to which all are brought.
    #expect(domains == ["example.com", "good.example"])
    var options = Proof.Options()
    options.invariants = ["I1", "I2", "I8"]
    let proof = Proof(policy, under: assumptions, in: ProofEnvironment(), options)
    // Where only its owner has an address asserted, nobody else comes in but by another spelling.
    #expect(proof.access.map { $0.broken.isEmpty } == [true, false])
  }

  @Test("a code outlives the account that it was mailed for")
  func gone() throws {
    let found = try Self.broken(Self.remade, "")
    #expect(found.allSatisfy { $0.isSuperset(of: [.ownMethods, .ownSessions, .safeLanding]) })
  }
}
