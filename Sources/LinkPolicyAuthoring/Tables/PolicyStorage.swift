package import LinkPolicy

/// The immutable tables of a compiled policy, for tools.
///
/// All copies of the policy share the tables.
///
/// Decisions use the image that is written from these tables.
package final class PolicyStorage: Sendable {
  let name: Name
  let title: Name
  package let vocabulary: Vocabulary
  package let facts: [CompiledFact]
  package let guards: [CompiledRow]
  package let tables: [CompiledTable]
  package let errors: [CompiledError]
  package let proof: [ResolvedCondition]
  /// The combinations that the policy declares impossible, each as a list of conditions.
  package let impossible: [[ResolvedCondition]]
  var digest: PolicyDigest { digestSource.digest }
  let digestSource: DigestSource
  let document: PolicyDocument
  /// The invariants that the policy declares.
  package let invariants: [CompiledInvariant]
  /// Whether some row has the effect `supersede-subject`.
  ///
  /// Only this effect creates superseded methods: no list shows them, but a person can still sign in with them.
  package let hasSupersededMethods: Bool
  /// Whether some row has the effect `add-subject`; if so, an account can list several subjects of one provider.
  package let addsSubjects: Bool
  /// The limits on the computation of the policy's cells.
  package let limits: CellLimits

  init(
    document: PolicyDocument, vocabulary: Vocabulary, facts: [CompiledFact],
    guards: [CompiledRow], tables: [CompiledTable], errors: [CompiledError],
    proof: [ResolvedCondition], impossible: [[ResolvedCondition]], hasSupersededMethods: Bool,
    invariants: [CompiledInvariant], digest: DigestSource
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
    digestSource = digest
    addsSubjects = tables.contains { table in
      table.rows.contains { $0.answer.effects.contains(.addSubject) }
    }
    limits = CellLimits(guards: guards, impossible: impossible, facts: facts, tables: tables)
  }
}

extension CellLimits {
  /// Creates the limits from the number of guards, rows and impossible combinations of a policy.
  init(
    guards: [CompiledRow], impossible: [[ResolvedCondition]], facts: [CompiledFact],
    tables: [CompiledTable]
  ) {
    let rows = facts.map { $0.rows.count } + tables.map { $0.rows.count }
    self.init(rows: rows.reduce(guards.count + impossible.count, +))
  }
}
