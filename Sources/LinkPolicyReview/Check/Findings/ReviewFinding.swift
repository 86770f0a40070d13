internal import LinkPolicy
internal import LinkPolicyAuthoring
package import LinkPolicyDiagnostics

/// A finding of a review, with the data that show whether an extended policy already has the finding.
package struct ReviewFinding: Sendable {
  /// The finding that `check` reports.
  package var diagnostic: Diagnostic
  /// The subject, such as `nonce/mismatched`; nil if the position of the finding identifies the subject.
  package var subject: String?
  /// The position of the row that the finding concerns, if the finding is reported at another position.
  var about: SourcePosition?
  /// The number of extended policies that have the same finding, counted from the nearest; nil if the finding was not
  /// compared.
  package var depth: Int?

  package init(_ diagnostic: Diagnostic, subject: String? = nil, depth: Int? = nil) {
    self.diagnostic = diagnostic
    self.subject = subject
    self.depth = depth
  }

  /// Returns this finding with the number of extended policies that also have the finding.
  ///
  /// A new finding whose position is in an extended policy moves to the line of this policy that causes the finding.
  func comparing(with inherited: [InheritedFindings]) -> ReviewFinding {
    guard !inherited.isEmpty, depth == nil else { return self }
    var compared = self
    compared.depth = inherited.depth(of: diagnostic)
    guard compared.depth == 0, let place = diagnostic.position, place.file > 0,
      let own = diagnostic.related.firstIndex(where: { $0.position.file == 0 })
    else { return compared }
    compared.about = place
    compared.diagnostic.position = diagnostic.related[own].position
    compared.diagnostic.related.append(Diagnostic.Related("the subject is here", at: place))
    return compared
  }
}

/// The identity of a finding: its code, its positions and its message without the example.
///
/// If two findings of a policy and of its base have equal identities, the policy inherits the
/// finding.
struct FindingIdentity: Hashable {
  private let code: Name
  private let position: SourcePosition?
  private let content: String
  private let related: [SourcePosition]

  init(_ finding: Diagnostic) {
    code = finding.code.name
    position = finding.position
    // The example at the end of a finding's message is not part of the finding's identity.
    content = finding.message.parts(separatedBy: ", for example where ")[0]
    related = finding.related.map { $0.position }
  }
}

/// The findings of an extended policy, reviewed without the policies that extend it.
struct InheritedFindings {
  /// The identities of all findings of the extended policy.
  var identities: Set<FindingIdentity> = []
  /// For each finding about some cells of a table, the cells that the finding concerns.
  var cells: [FindingCells.FindingKey: FindingCells] = [:]
}

extension [InheritedFindings] {
  /// Returns the number of consecutive extended policies, beginning with the nearest, that have the finding.
  func depth(of finding: Diagnostic) -> Int {
    let identity = FindingIdentity(finding)
    return firstIndex { !$0.identities.contains(identity) } ?? count
  }
}

/// A search for the line of an overlay that decides a cell, or that gives a derived fact its value in the cell.
struct OverlayPlace {
  let policy: CompiledPolicy
  let table: Int
  let algebra: CellAlgebra
  /// The cell, as the number of its class on each axis.
  let cell: [Int]

  /// Returns the first line in the outermost file that contributes to an answer, or to the value of a derived fact.
  ///
  /// - Parameters:
  ///   - sources: the rows and guards that answer.
  ///   - fact: the fact that has each value of `variants` in turn; -1 if no fact varies.
  ///   - variants: the values of `fact` to examine; one arbitrary value if no fact varies.
  /// - Returns: the position of the line. If no row of the outermost file contributes, returns the line that removes a
  ///   row, or the line of the policy's name.
  func position(
    of sources: [Decision.Source], varying fact: Int, over variants: [Int]
  ) -> SourcePosition {
    for source in sources {
      if let place = row(of: source).flatMap({ Self.ownPlace(of: $0) }) {
        return place
      }
    }
    for value in variants {
      for row in derivedRows(with: fact, being: value) {
        if let place = Self.ownPlace(of: row) {
          return place
        }
      }
    }
    let removed = policy.document.removed.map { $0.position }.first { $0.file == 0 }
    return removed ?? policy.document.name.position
  }

  private func row(of source: Decision.Source) -> CompiledRow? {
    switch source {
    case .row(let number): policy.storage.tables[table].rows[number]
    case .guarding(let number), .would(let number, _): policy.storage.guards[number]
    case .impossible, .cannotOccur, .staleTicket: nil
    }
  }

  /// Returns the position of a row, or of one of its conditions, in the outermost file; nil if neither is in this file.
  private static func ownPlace(of row: CompiledRow) -> SourcePosition? {
    ([row.position] + row.conditions.map { $0.position }).first { $0.file == 0 }
  }

  /// Returns the rows that determine the derived facts of the cell after one fact changes.
  private func derivedRows(with varied: Int, being value: Int) -> [CompiledRow] {
    var values: [Int: Int] = [varied: value]
    var rows: [CompiledRow] = []
    for fact in policy.storage.facts where algebra.axes.contains(where: { $0.fact == fact.fact }) {
      let row = fact.rows.first { row in
        row.conditions.allSatisfy { condition in
          if let known = values[condition.fact] {
            return condition.values.contains(known)
          }
          guard let axis = algebra.axes.firstIndex(where: { $0.fact == condition.fact }) else {
            return false
          }
          return algebra.axes[axis].classes(touching: condition.values).contains(cell[axis])
        }
      }
      guard let row else { continue }
      values[fact.fact] = row.value
      rows.append(row)
    }
    return rows
  }
}

/// The cells of a table that a finding concerns, with names instead of numbers so that another policy can interpret the
/// cells.
struct FindingCells: Sendable {
  /// The code, subject and table that identify a finding.
  struct FindingKey: Hashable, Sendable {
    var code: DiagnosticCode
    /// The subject of the finding, such as `claims/email_verified`.
    var subject: String
    /// The key of the table, such as `sign-in.federated`.
    var table: Name
  }

  /// The values that one fact can have in a box of cells.
  private struct Values: Sendable {
    var fact: Name
    var values: [Name]
  }

  /// The cells, as a union of boxes; each box restricts the values of some facts.
  ///
  /// A fact that a box does not list can have any value.
  private var boxes: [[Values]]
  /// All values that the reviewed policy declares for each fact.
  private let declared: [Name: [Name]]

  /// Describes a set of cells by the names of facts and values, so that another policy can find the cells.
  ///
  /// The description omits derived facts, because other facts determine the derived facts.
  init(_ set: CellGraph, in cells: inout TableCells, schema: FactSchema) {
    let axes = cells.algebra.axes
    declared = Dictionary(
      uniqueKeysWithValues: schema.facts[..<schema.derived.lowerBound].map { ($0.name, $0.values) })
    let basic = cells.algebra.forgetting(axes.map { schema.derived.contains($0.fact) }, in: set)
    boxes = cells.algebra.boxes(of: basic).map { box in
      (0..<schema.derived.lowerBound).compactMap { fact in
        let axis = axes.firstIndex { $0.fact == fact }
        // For an unrestricted fact, the description lists all values, because another policy may declare further
        // values.
        let values = axis.map { axes[$0].values(of: box.classes[$0]) } ?? .all(schema.count(fact))
        return Values(
          fact: schema.facts[fact].name, values: values.values.map { schema.facts[fact].values[$0] }
        )
      }
    }
  }

  /// Returns the union of these cells and other cells.
  func adding(_ others: FindingCells) -> FindingCells {
    var sum = self
    sum.boxes += others.boxes
    return sum
  }

  /// Returns, for each box, the conditions that select the box's cells in a policy; an unrestricted fact has no
  /// condition.
  func conditions(in schema: FactSchema) -> [[ResolvedCondition]] {
    let position = SourcePosition(line: 1, column: 1)
    return boxes.map { box in
      box.compactMap { part in
        guard let fact = schema.index(of: part.fact) else { return nil }
        // If the fact has the value `other`, this policy interprets every undeclared value of the fact as `other`.
        let hasOthers = part.values.contains("other")
        let known = declared[part.fact] ?? []
        let values = ValueSet(
          schema.facts[fact].values.indices.filter { value in
            let name = schema.facts[fact].values[value]
            return part.values.contains(name) || hasOthers && !known.contains(name)
          })
        guard values.count < schema.count(fact) else { return nil }
        return ResolvedCondition(fact: fact, values: values, position: position)
      }
    }
  }
}

extension [InheritedFindings] {
  /// Returns the conditions that a table's cells must distinguish for a comparison with inherited findings.
  func conditions(ofTable table: Name, in schema: FactSchema) -> [ResolvedCondition] {
    flatMap { inherited in
      inherited.cells.filter { $0.key.table == table }
        .flatMap { $0.value.conditions(in: schema).joined() }
    }
  }

  /// Returns those cells of a set in which the fewest extended policies already have the finding.
  ///
  /// - Returns: the cells, and the number of extended policies that have the finding in these cells.
  func newest(
    of set: CellGraph, for key: FindingCells.FindingKey, in cells: inout TableCells,
    schema: FactSchema
  ) -> (cells: CellGraph, depth: Int) {
    for (depth, inherited) in enumerated() {
      let known = inherited.cells[key]?.conditions(in: schema).map { cells.cells(matching: $0) }
      let all = cells.algebra.union(known ?? [])
      let new = cells.algebra.difference(set, all)
      if !new.isEmpty {
        return (new, depth)
      }
    }
    return (set, count)
  }
}
