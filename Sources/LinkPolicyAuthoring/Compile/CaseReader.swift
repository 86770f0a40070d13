package import LinkPolicy
package import LinkPolicyDiagnostics

/// A reader of one version of a policy, which finds the rows that match an attempt.
///
/// A finding about another version describes the attempt. The reader computes no cells, so a tool can query many
/// versions quickly.
package struct CaseReader {
  /// The result for an attempt in one version of the policy.
  package enum CaseAnswer {
    /// The version has no table or no value for the attempt, declares the attempt impossible, or refuses it by a guard.
    case settled
    /// The matching rows; empty if no row matches.
    case rows([Name])
  }

  private let document: PolicyDocument
  private let schema: FactSchema
  private let facts: [[CompiledRow]]
  private let guards: [CompiledRow]
  private let impossible: [[ResolvedCondition]]
  private let tables: [[CompiledRow]]

  /// Resolves the names in a document; returns nil if the document has an error.
  ///
  /// A row can be compared with an attempt only after the row's names are resolved.
  package init?(_ document: PolicyDocument) {
    var builder = VocabularyBuilder(document)
    let vocabulary = builder.build()
    guard !builder.findings.hasErrors else { return nil }
    let errors = document.errors.map {
      CompiledError(name: $0.name.value, ask: nil, tell: [], names: [])
    }
    var resolver = RowResolver(document: document, vocabulary: vocabulary, errors: errors)
    let schema = vocabulary.schema
    guards = document.guards.map { resolver.guarding($0) }.filter { !$0.hasWould }
    facts = document.facts.enumerated().map { offset, fact in
      fact.rows.map { resolver.fact($0, of: schema.derived.lowerBound + offset) }
    }
    tables = document.decisions.map { table in table.rows.map { resolver.decision($0) } }
    impossible = document.impossible.map { resolver.resolve($0.conditions) }
    guard !resolver.findings.contains(where: { $0.level == .error }) else { return nil }
    self.document = document
    self.schema = schema
  }

  /// Returns the rows of the document that match an attempt, or ``CaseAnswer/settled`` if the attempt does not reach
  /// the rows.
  package func answer(to found: FoundCase) -> CaseAnswer {
    // A setting that exists only in the document's version has its first value, which is the default.
    var values = [Int](repeating: 0, count: schema.facts.count)
    for (name, word) in found.values {
      guard let fact = schema.index(of: name) else { continue }
      guard let value = schema.facts[fact].value(named: word) else { return .settled }
      values[fact] = value
    }
    let meets = { (conditions: [ResolvedCondition]) in
      conditions.allSatisfy { $0.values.contains(values[$0.fact]) }
    }
    for (offset, rows) in facts.enumerated() {
      let matching = rows.filter { meets($0.conditions) }
      if case .fact(let name) = found.question, document.facts[offset].name.value == name {
        return .rows(matching.map { $0.id })
      }
      guard let row = matching.first else { return .rows([]) }
      values[schema.derived.lowerBound + offset] = row.value
    }
    let isTaken = impossible.contains { meets($0) } || guards.contains { meets($0.conditions) }
    guard !isTaken, let table = table(values) else { return .settled }
    return .rows(tables[table].filter { meets($0.conditions) }.map { $0.id })
  }

  /// Returns the index of the table that decides an attempt; nil if no table decides it.
  private func table(_ values: [Int]) -> Int? {
    let (action, kind) = (EngineFact.action.rawValue, EngineFact.kind.rawValue)
    let (actionName, kindName) = (
      schema.facts[action].values[values[action]], schema.facts[kind].values[values[kind]]
    )
    return document.decisions.firstIndex { table in
      table.action.value == actionName
        && (table.kinds.isEmpty || table.kinds.contains { $0.value == kindName })
    }
  }
}
