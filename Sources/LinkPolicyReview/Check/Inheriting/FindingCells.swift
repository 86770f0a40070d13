internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyDiagnostics

/// The cells of a table that a finding is about, by names, so that they mean the same in another policy.
struct FindingCells: Sendable {
  /// The code, subject and table that identify a finding.
  struct Key: Hashable, Sendable {
    var code: DiagnosticCode
    /// The subject of the finding, such as `claims/email_verified`.
    var subject: String
    /// The key of the table.
    var table: Name
  }

  /// The values of a fact in a part of the cells.
  private struct Values: Sendable {
    var fact: Name
    var values: [Name]
  }

  /// The parts; in each every fact that is not named has any value.
  private var boxes: [[Values]]
  /// All values of each fact.
  private let declared: [Name: [Name]]

  /// Names the cells of a set, whose derived facts follow from the others.
  init(_ set: CellGraph, _ cells: inout TableCells, _ schema: FactSchema) {
    let axes = cells.algebra.axes
    declared = Dictionary(
      uniqueKeysWithValues: schema.facts[..<schema.derived.lowerBound].map { ($0.name, $0.values) })
    let basic = cells.algebra.forgetting(axes.map { schema.derived.contains($0.fact) }, in: set)
    boxes = cells.algebra.boxes(of: basic).map { box in
      (0..<schema.derived.lowerBound).compactMap { fact in
        let axis = axes.firstIndex { $0.fact == fact }
        // All values are named too, for the other policy may have further ones.
        let values = axis.map { axes[$0].values(of: box.classes[$0]) } ?? .all(schema.count(fact))
        return Values(
          fact: schema.facts[fact].name, values: values.values.map { schema.facts[fact].values[$0] }
        )
      }
    }
  }

  /// These cells and further ones.
  func adding(_ others: FindingCells) -> FindingCells {
    var sum = self
    sum.boxes += others.boxes
    return sum
  }

  /// What selects each part in a policy; facts that can have any value there are left out.
  func conditions(in schema: FactSchema) -> [[ResolvedCondition]] {
    let position = SourcePosition(line: 1, column: 1)
    return boxes.map { box in
      box.compactMap { part in
        guard let fact = schema.index(of: part.fact) else { return nil }
        // A value that only the other policy names is `other` here, if that value exists.
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
  /// The conditions that the cells of a table must distinguish to be compared with inherited findings.
  func conditions(ofTable table: Name, in schema: FactSchema) -> [ResolvedCondition] {
    flatMap { inherited in
      inherited.cells.filter { $0.key.table == table }
        .flatMap { $0.value.conditions(in: schema).joined() }
    }
  }

  /// Returns the newest cells of a set: those whose finding the fewest extended policies share.
  ///
  /// - Returns: the cells, and the number of extended policies that have the finding there too.
  func newest(
    of set: CellGraph, _ key: FindingCells.Key, _ cells: inout TableCells, _ schema: FactSchema
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
