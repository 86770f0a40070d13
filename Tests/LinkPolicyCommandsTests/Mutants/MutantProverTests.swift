import LinkPolicy
import LinkPolicyProof
import LinkPolicyReview
import LinkPolicyTestSupport
import LinkPolicyYAML
import Testing

@testable import LinkPolicyCommands

@Suite("Proofs of mutants by what is known of the policy")
struct MutantProverTests {
  /// Small policies of which more and less is proved: as it is, with nothing left of others' sessions, and with an action
  /// that strangers enter by.
  private static let edits: [[(old: String, new: String)]] = [
    [],
    [
      (
        "do: [drop-unproven, replace-subject, sign-in]",
        "do: [drop-unproven, replace-subject, revoke-sessions, sign-in]"
      )
    ],
    [
      (
        "address: taken, trust: untrusted, refuse: already-registered",
        "address: taken, trust: untrusted, do: [sign-in]"
      )
    ],
  ]

  @Test(
    "an edit that is said to keep what is proved is proved on its own", arguments: edits.indices)
  func kept(number: Int) throws {
    let policy = try Harbour.policy(Self.edits[number])
    let assumptions = try Assumptions.shipped()
    let proof = MutantProver.prove(
      policy, under: assumptions, invariants: Proof.unbounded, threads: 0)
    let ids = proof.verdicts.compactMap { invariant, verdict in
      if case .proved = verdict { invariant.id } else { nil }
    }
    let proved = try #require(ProvedPolicy(proof))
    let loader = MutantLoader(policy)
    var (kept, lost) = (0, 0)
    for mutant in MutationRun.mutants(of: policy, MutationRun.MutationOptions()) {
      guard let loaded = loader.load(mutant) else { continue }
      let alone = MutantProver.prove(loaded.policy, under: assumptions, invariants: ids, threads: 0)
      if proved.isKept(by: loaded.policy, editing: mutant.part) {
        kept += 1
        // What no account can break any more is kept too.
        let isKept = alone.verdicts.allSatisfy { _, verdict in
          switch verdict {
          case .proved, .vacuous: true
          case .broken, .undecided: false
          }
        }
        #expect(isKept, "\(mutant.id)")
      } else if !alone.isProved {
        lost += 1
      }
    }
    // It says so of many, and there are some of which it would be wrong.
    #expect(kept > 40 && lost > 2, "\(kept) kept, \(lost) lost")
  }

  @Test("a policy of which nothing is proved keeps nothing")
  func nothing() throws {
    let policy = try Harbour.policy()
    let proof = MutantProver.prove(
      policy, under: try Assumptions.shipped(), invariants: ["I9"], threads: 0)
    #expect(ProvedPolicy(proof) == nil)
  }
}
