extension Decision {
  /// A row or guard by name and place.
  public struct RowReference: Sendable {
    /// The row's id.
    public var id: String
    /// The table it stands in, or `guards`.
    public var table: String
    /// Where it stands.
    public var position: SourcePosition
    /// What it cites.
    public var because: [String]
  }

  /// A row that did not decide, with the first of its conditions that failed.
  public struct Neighbour: Sendable {
    /// The row.
    public var row: RowReference
    /// The fact of the condition; nil where an earlier row or guard decided first.
    public var fact: String?
    /// The value the fact has.
    public var value: String?
  }

  private func reference(_ row: CompiledRow, _ table: String) -> RowReference {
    RowReference(
      id: row.id.text, table: table, position: row.position, because: row.because.map { $0.text })
  }

  /// The row or guard that decided; nil where none did because the facts cannot occur together.
  public var row: RowReference? {
    let key = storage.tables[table].key.text
    switch source {
    case .row(let index): return reference(storage.tables[table].rows[index], key)
    case .guarding(let index), .would(let index, _):
      return reference(storage.guards[index], "guards")
    case .impossible, .cannotOccur: return nil
    }
  }

  /// The row that a guard with `would` was asked of.
  public var refusedRow: RowReference? {
    guard case .would(_, let row) = source else { return nil }
    return reference(storage.tables[table].rows[row], storage.tables[table].key.text)
  }

  /// The other rows of the table, each with the first condition that failed.
  public var neighbours: [Neighbour] {
    var result: [Neighbour] = []
    for (index, row) in storage.tables[table].rows.enumerated() {
      if case .row(index) = source { continue }
      let failed = row.conditions.first { !$0.holds(facts) }
      let schema = storage.vocabulary.schema
      result.append(
        Neighbour(
          row: reference(row, storage.tables[table].key.text),
          fact: failed.map { schema.facts[$0.fact].name.text },
          value: failed.map { schema.facts[$0.fact].values[facts[$0.fact]].text }))
    }
    return result
  }

  /// The values of the facts that the policy tests, by name, in the order of the schema.
  public var factValues: [(fact: String, value: String)] {
    let schema = storage.vocabulary.schema
    var result: [(fact: String, value: String)] = []
    for index in schema.facts.indices {
      let isDerived = schema.derived.contains(index)
      guard isDerived || storage.vocabulary.usedFacts.contains(index) else { continue }
      result.append((schema.facts[index].name.text, schema.facts[index].values[facts[index]].text))
    }
    return result
  }

  /// The name of the policy that decided.
  public var policyName: String { storage.name.text }

  /// The name of the policy that decided, as it is kept.
  package var policyID: Name { storage.name }

  /// The digest of the policy that decided.
  public var policyDigest: PolicyDigest { storage.digest }

  /// The files that the positions of rows refer to.
  public var policySources: SourceMap { storage.sources }

  /// One line: where the deciding row stands, its id, and what it cites.
  public var explanation: String {
    guard let row else {
      return "no row: " + (source == .impossible ? "declared impossible" : "cannot occur")
    }
    var text = storage.sources.describe(row.position)
    text += row.table.hasSameBytes(as: "guards") ? " guard " : " row "
    text += row.id
    if !row.because.isEmpty {
      text += " because"
      for reason in row.because {
        text += " " + reason
      }
    }
    return text
  }
}
