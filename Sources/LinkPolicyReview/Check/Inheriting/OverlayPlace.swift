internal import LinkPolicy
internal import LinkPolicyAuthoring

/// Finds the line of an overlay that decides, or that gives a derived fact its value, in a cell.
struct OverlayPlace {
  let policy: CompiledPolicy
  let table: Int
  let algebra: CellAlgebra
  /// The class on each axis.
  let cell: [Int]

  /// The first line of the outermost file among those that have a part in what is answered.
  ///
  /// - Parameters:
  ///   - sources: the rows and guards that answer.
  ///   - fact: a fact whose value varies.
  ///   - variants: its values.
  /// - Returns: the line; where no row of the file has a part, that of a row it removed, or of its name.
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

  /// Where the outermost file has a row, or a condition of it; nil for a row of another file.
  private static func ownPlace(of row: CompiledRow) -> SourcePosition? {
    ([row.position] + row.conditions.map { $0.position }).first { $0.file == 0 }
  }

  /// The rows that give derived facts their values.
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
