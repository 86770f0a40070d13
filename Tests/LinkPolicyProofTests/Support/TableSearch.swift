import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyTestSupport

@testable import LinkPolicyExploration
@testable import LinkPolicyProof

/// The search for sequences that break invariants which tables decide, made whatever the tables show.
enum TableSearch {
  /// The ids of those of I9, I10 and I13 that a sequence is found for, by a proof of some invariant that closures decide, under the harbour's
  /// assumptions.
  static func found(_ proof: Proof) throws -> Set<String> {
    let policy = proof.policy
    let rows = policy.storage.tables.flatMap { table in
      table.rows.map { RowName(table: table.key, id: $0.id) }
    }
    let signIns = rows.filter { $0.table.text.hasPrefix("sign-in") }
    var wanted = TableWitnesses.WitnessGoals()
    wanted.suspects = [.reachable: [], .repeatable: signIns, .tenants: rows]
    let names = OwnersDomains(
      policy: policy, assumptions: try HarbourProof.assumptions(), environment: proof.environment)
    let closures = proof.access.map { $0.closure }
    wanted.ownersProviders = closures.map { names.providers(at: $0.model.domain) }
    return Set(TableWitnesses(closures, for: wanted, worlds: 5_000).found.keys.map { $0.id })
  }
}
