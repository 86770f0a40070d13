package import LinkPolicy

/// The tables of a compiled policy as tools look at them: never changed once made, shared by all its
/// copies.
///
/// What decides is the image that is written of them.
package final class PolicyStorage: Sendable {
  let name: Name
  let title: Name
  package let vocabulary: Vocabulary
  package let facts: [CompiledFact]
  package let guards: [CompiledRow]
  package let tables: [CompiledTable]
  package let errors: [CompiledError]
  package let proof: [ResolvedCondition]
  /// What the policy declares impossible, each entry by its conditions.
  package let impossible: [[ResolvedCondition]]
  let digest: PolicyDigest
  let document: PolicyDocument
  /// What must never happen, by the policy's own word.
  package let invariants: [CompiledInvariant]
  /// Whether superseded subjects can exist, so that an account holds more than its current ones.
  package let hasSupersededMethods: Bool
  /// How much work its cells may take.
  package let limits: CellLimits

  init(
    document: PolicyDocument, vocabulary: Vocabulary, facts: [CompiledFact],
    guards: [CompiledRow], tables: [CompiledTable], errors: [CompiledError],
    proof: [ResolvedCondition], impossible: [[ResolvedCondition]], hasSupersededMethods: Bool,
    invariants: [CompiledInvariant], digest: PolicyDigest
  ) {
    name = document.name.value
    title = document.title
    self.document = document
    self.vocabulary = vocabulary
    self.facts = facts
    self.guards = guards
    self.tables = tables
    self.errors = errors
    self.proof = proof
    self.impossible = impossible
    self.hasSupersededMethods = hasSupersededMethods
    self.invariants = invariants
    self.digest = digest
    limits = CellLimits(guards, impossible, facts, tables)
  }
}
