internal import LinkPolicy
package import LinkPolicyAuthoring
internal import LinkPolicyReview

/// A policy of which something is proved for any number of accounts, to ask of small edits of it whether they keep that.
///
/// The accounts that can come about under the policy are known. An edit keeps them, and with them the proof, where the attempts
/// that the edited tables decide lead to nothing else: that takes far less than following all attempts again. Where they
/// may, nothing is said, and the edited policy is to be proved on its own.
package struct ProvedPolicy: Sendable {
  private let policy: CompiledPolicy
  private let access: [AccessProof]
  private let assumptions: Assumptions
  private let environment: ProofEnvironment
  /// The invariants that are proved of the policy.
  private let proved: Set<Invariant>

  /// The policy of a proof; nil where closures of accounts show nothing of it.
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

  /// Whether an edited policy keeps all that is proved, as far as that shows at once.
  ///
  /// - Parameters:
  ///   - edited: the edited policy, with the vocabulary of the policy.
  ///   - part: what was edited.
  /// - Returns: whether it is proved of the edited policy too; false where that is not known.
  package func isKept(by edited: CompiledPolicy, editing part: PolicyEditor.Part) -> Bool {
    guard let changed = tables(touchedBy: part, edited) else { return false }
    let edited = edited.reading(
      also: ValueSet(edited.storage.invariants.flatMap { $0.conditions.map { $0.fact } }))
    // An edit can tell domains apart that were played as one.
    let domains = OwnersDomains(edited, assumptions, environment).all
    guard domains == access.map({ $0.closure.model.domain }) else { return false }
    let tables = changed.map { AnswerTable($0, of: edited) }
    guard !tables.contains(where: { $0.isSpent }) else { return false }
    return access.allSatisfy { proof in
      guard let model = proof.closure.model.deciding(by: edited) else { return false }
      let check = AccessCheck(model)
      return proof.closure.isClosed(under: model, deciding: tables)
        && proof.closure.states.allSatisfy { state in
          proved.isDisjoint(with: check.broken(state, proof.closure.table))
        }
    }
  }

  /// The tables whose answers an edit can change; nil where it changes more than answers of tables.
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
    // What is asked, told and shown, and by which names, writes nothing.
    case .errors: return []
    case .fact, .proof, .readings, .rules, .tables, .everything: return nil
    }
  }
}
