import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyTestSupport
import Testing

@testable import LinkPolicyProof

/// Proofs of the harbour, small enough for a test to make many.
enum HarbourProof {
  /// The harbour's own provider speaks for its owner there, and nobody vouches for the other.
  static let text = """
    assume: 1
    title: harbour
    assertions:
      - {provider: login.harbour.example, domain: harbour.example, who: owner}
      - {who: anyone}

    """

  static func assumptions() throws -> Assumptions {
    try Assumptions(Array(text.utf8), name: "harbour-assumptions.yaml", isStrict: true)
  }

  /// Proves a policy under the harbour's assumptions.
  static func prove(
    _ policy: CompiledPolicy, in switches: [(String, String)] = [],
    _ edit: (inout Proof.Options) -> Void = { _ in }
  ) throws -> Proof {
    var options = Proof.Options()
    edit(&options)
    var environment = ProofEnvironment()
    for (name, value) in switches {
      let isSet = ProofSwitch(named: name).map { environment.set($0, value) }
      #expect(isSet == true)
    }
    return Proof(policy, under: try assumptions(), in: environment, options)
  }
}
