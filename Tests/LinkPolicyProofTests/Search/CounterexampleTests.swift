import LinkPolicy
import LinkPolicyTestSupport
import Testing

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
}
