internal import LinkPolicy
package import LinkPolicyAuthoring

/// A policy and its proof, for a quick check whether the proof still holds after a small edit.
///
/// The proof found all reachable accounts of the policy. An edit preserves the proof if the attempts that the edited
/// tables decide lead to no further account and break no further invariant. A check of the attempts at the edited
/// tables is much faster than a new exploration of all tables. If this check fails, the edited policy needs a separate
/// proof.
package struct ProvedPolicy: Sendable {
  private let policy: CompiledPolicy
  private let access: [AccessProof]
  private let assumptions: Assumptions
  private let environment: ProofEnvironment
  /// The invariants that the account closures proved.
  private let proved: Set<Invariant>

  /// Creates the proved policy of a proof; nil if the account closures are incomplete or prove nothing.
  package init?(_ proof: Proof) {
    proved = Set(
      proof.verdicts.compactMap { invariant, verdict in
        if case .proved = verdict, AccessProof.decided.contains(invariant) {
          invariant
        } else {
          nil
        }
      })
    guard !proved.isEmpty, proof.notPlayed.isEmpty else { return nil }
    policy = proof.policy
    access = proof.access
    (assumptions, environment) = (proof.assumptions, proof.environment)
  }

  /// Returns whether the check shows that an edited policy preserves all proved invariants.
  ///
  /// - Parameters:
  ///   - edited: the edited policy, which has the same vocabulary.
  ///   - part: the edited part of the policy, such as a table.
  /// - Returns: true if the proof also holds for the edited policy; false if the check leaves the question open.
  package func isKept(by edited: CompiledPolicy, editing part: PolicyEditor.Part) -> Bool {
    guard let changed = tables(touchedBy: part, edited) else { return false }
    let edited = edited.readingInvariants
    // The edited policy may distinguish domains that the original policy treats alike.
    let domains = OwnersDomains(policy: edited, assumptions: assumptions, environment: environment)
      .all
    guard domains == access.map({ $0.closure.model.domain }) else { return false }
    let tables = changed.map { AnswerTable($0, of: edited) }
    guard !tables.contains(where: { $0.isSpent }) else { return false }
    return access.allSatisfy { proof in
      guard let model = proof.closure.model.deciding(by: edited) else { return false }
      let check = AccessCheck(model)
      return proof.closure.isClosed(under: model, deciding: tables)
        && proof.closure.states.allSatisfy { state in
          proved.isDisjoint(with: check.broken(state, in: proof.closure.table))
        }
    }
  }

  /// Returns the tables whose answers an edit can change; nil if the edit changes more than answers of tables.
  private func tables(touchedBy part: PolicyEditor.Part, _ edited: CompiledPolicy) -> [Int]? {
    guard edited.storage.tables.count == policy.storage.tables.count else { return nil }
    switch part {
    case .table(let index): return [index]
    case .guards(let numbers):
      guard edited.storage.guards.count == policy.storage.guards.count else { return nil }
      return policy.storage.tables.indices.filter { table in
        [policy, edited].contains { one in
          let applying = one.guards(ofTable: table)
          return numbers.contains { applying.contains($0) }
        }
      }
    // Errors change only the reply of an answer, not its writes.
    case .errors: return []
    case .fact, .proof, .readings, .rules, .tables, .everything: return nil
    }
  }
}
