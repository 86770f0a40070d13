import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyDiagnostics
import LinkPolicyReview
import LinkPolicyTestSupport
import LinkPolicyYAML
import Testing

@testable import LinkPolicyExploration
@testable import LinkPolicyProof

@Suite("Tenants by the tables")
struct TenantTablesTests {
  private static let guarded = (
    "guards:\n",
    "guards:\n  - {id: elsewhere, action: link, tenant: other, refuse: sign-in-first}\n"
  )

  private static func acting(_ edits: (String, String)...) throws -> [String] {
    var text = Harbour.text
    for (old, new) in edits {
      text = text.split(separator: old, omittingEmptySubsequences: false).joined(separator: new)
    }
    let policy = try CompiledPolicy(yaml: Array(text.utf8), name: "harbour.yaml")
    return TenantTables(policy).acting.map { $0.text }
  }

  @Test("a policy that never tests tenants decides nothing across them")
  func untested() throws {
    #expect(try Self.acting().isEmpty)
  }

  @Test("a row that changes an account of another tenant is named, one that is guarded is not")
  func named() throws {
    #expect(try Self.acting(Self.guarded).isEmpty)
    let deletes = (
      "errors:\n",
      """
        delete:
          rows:
            - {id: nobody, session: [none, gone],           refuse: sign-in-first}
            - {id: go,     session: [recent, old, revoked], do: [delete]}
      errors:

      """
    )
    #expect(try Self.acting(Self.guarded, deletes) == ["delete/go"])
    let policy = try Harbour.policy(Self.guarded, deletes)
    let proof = try HarbourProof.prove(policy) { $0.invariants = ["I10"] }
    guard case .broken = proof.verdicts[0].verdict else {
      Issue.record("a row that deletes another tenant's account breaks nothing")
      return
    }
    #expect(ProofReport(proof, named: "x").text.text.contains("by delete/go"))
  }
}
