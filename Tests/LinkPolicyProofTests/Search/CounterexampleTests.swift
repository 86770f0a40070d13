import LinkPolicy
import LinkPolicyReview
import LinkPolicyTestSupport
import LinkPolicyTesting
import Testing

@testable import LinkPolicyExploration
@testable import LinkPolicyProof

@Suite("Counterexamples")
struct CounterexampleTests {
  @Test("tell what every account is after each step")
  func accounts() throws {
    let policy = try Harbour.policy(
      (
        "address: taken, trust: untrusted, refuse: already-registered",
        "address: taken, trust: untrusted, do: [replace-subject, sign-in]"
      ))
    let proof = try HarbourProof.prove(policy)
    #expect(!proof.counterexamples.isEmpty)
    for example in proof.counterexamples {
      let accounts = example.accounts(under: proof.policy)
      #expect(accounts.count == example.steps.count && !accounts.contains { $0 == nil })
      for (step, left) in zip(example.steps, accounts) where !step.isRefused {
        // Whatever account a step ends at is there after it, unless the step took it away.
        let ids = (left ?? []).map { $0.id }
        #expect(step.account.map { ids.contains($0) } ?? true, "\(step.sentence)")
      }
      // A step adds no account that it does not say it makes.
      var known = 0
      for (step, left) in zip(example.steps, accounts) {
        let count = left?.count ?? 0
        #expect(count <= known || step.result.contains("new account"), "\(step.sentence)")
        known = count
      }
    }
  }

  @Test("are vectors if they have a step, so that what is written can be read")
  func vectors() throws {
    // Nobody can begin, which takes no attempt to see; and a stranger gets in, which does.
    let policy = try Harbour.policy(
      ("joining: [open, closed]", "joining: [closed, open]"),
      (
        "address: taken, trust: untrusted, refuse: already-registered",
        "address: taken, trust: untrusted, do: [replace-subject, sign-in]"
      ))
    let proof = try HarbourProof.prove(policy)
    let lengths = proof.counterexamples.map { $0.sequence.steps.count }
    #expect(lengths.contains(0) && lengths.contains { $0 > 0 })
    let written = ProofReport(proof, named: "harbour").vectors
    let cases = try VectorReader.read(written, name: "counterexamples", format: .jsonLines)
    #expect(cases.map { $0.steps.count } == lengths.filter { $0 > 0 })
  }
}
