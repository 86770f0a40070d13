extension Decision {
  /// A row or guard by name and place.
  public typealias RowReference = LinkPolicy.RowReference

  /// A row that did not decide, with the first of its conditions that failed.
  public struct Neighbour: Sendable {
    /// The one that was passed over, by name and place.
    public var row: RowReference
    /// The fact of the condition; nil where an earlier row or guard decided first.
    public var fact: String?
    /// The value the fact has.
    public var value: String?
  }

  /// The other rows of the table, each with the first condition that failed.
  public var neighbours: [Neighbour] {
    var result: [Neighbour] = []
    let key = image.key(ofTable: table).text
    for index in 0..<image.rowCount(ofTable: table) {
      if case .row(index) = source { continue }
      let row = image.row(index, ofTable: table)
      let failed = image.failedCondition(of: image.conditions(ofRow: row), facts)
      let fact = failed.map { image.fact(ofCondition: $0) }
      let schema = image.vocabulary.schema
      result.append(
        Neighbour(
          row: image.reference(toRow: row, of: key),
          fact: fact.map { schema.facts[$0].name.text },
          value: fact.map { schema.facts[$0].values[facts[$0]].text }))
    }
    return result
  }

  /// The values of the facts that the policy tests, by name, in the order of the schema.
  public var factValues: [(fact: String, value: String)] {
    let schema = image.vocabulary.schema
    var result: [(fact: String, value: String)] = []
    for index in schema.facts.indices {
      let isDerived = schema.derived.contains(index)
      guard isDerived || image.vocabulary.usedFacts.contains(index) else { continue }
      result.append((schema.facts[index].name.text, schema.facts[index].values[facts[index]].text))
    }
    return result
  }

  /// The name of the policy that decided.
  public var policyName: String { image.name.text }

  /// The name of the policy that decided, as it is kept.
  package var policyID: Name { image.name }

  /// The digest of the policy that decided.
  public var policyDigest: PolicyDigest { image.digest }

  /// The files that the positions of rows refer to.
  public var policySources: SourceMap { image.sources }

  /// One line: where the deciding row stands, its id, and what it cites.
  public var explanation: String {
    guard let row else {
      switch source {
      case .impossible: return "no row: declared impossible"
      case .staleTicket: return "no row: the ticket no longer means the same"
      case .row, .guarding, .would, .cannotOccur: return "no row: cannot occur"
      }
    }
    var text = image.sources.describe(row.position)
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
