package import LinkPolicy
package import LinkPolicyAuthoring
internal import LinkPolicyExploration

/// A map from a policy's rows to their cells, which counts the cells and finds the cell of an attempt.
///
/// A cell of a table has one class of values for each fact. Two values are in one class if no condition of the table's
/// rows and guards distinguishes the values, even through derived facts. The cells of a row are the possible cells that
/// the row decides after the guards. A cell in which a guard with `would` refuses the row's effects is not a cell of
/// the row.
package struct CellMap: Sendable {
  /// The cells of one row, with their counts.
  package struct MapRow: Sendable {
    /// The index of the table in the policy.
    package var table: Int
    /// The index of the row in the table.
    package var row: Int
    /// The number of cells that the row decides.
    package var count: Int
    /// The number of the row's cells that are proved unreachable from the empty store.
    package var unreachable: Int
    /// The condition that makes all cells unreachable, such as `credential: broken`; nil if no single condition holds
    /// in all cells.
    package var reason: String?
    var cells: CellGraph
    var reachable: CellGraph

    /// Returns whether a cell of the row may be reachable from the empty store.
    func isReachable(_ cell: Cell, in map: CellMap) -> Bool {
      map.tables[table].algebra.contains(reachable, cell.map { Int($0) })
    }
  }

  /// A cell, given by the number of its class on each axis.
  package typealias Cell = [UInt16]

  let policy: CompiledPolicy
  var tables: [TableCells] = []
  /// The rows of all tables, in the order of the policy.
  package private(set) var rows: [MapRow] = []
  /// The indices of tables with too many cells to count, which the map leaves out.
  package private(set) var uncounted: [Int] = []
  /// For each guard, whether the guard refuses at least one cell that may be reachable from the empty store.
  package private(set) var guardsReachable: [Bool]

  package init(_ policy: CompiledPolicy) {
    self.policy = policy
    guardsReachable = [Bool](repeating: false, count: policy.storage.guards.count)
    let unreachable = Unreachable(policy)
    for (index, table) in policy.storage.tables.enumerated() {
      let (first, met) = (rows.count, guardsReachable)
      var cells = policy.essentialCells(ofTable: index)
      let conditions = unreachable.values(inTable: index)
      let impossible = cells.unreachable(conditions)
      let applying = policy.guards(ofTable: index).filter { number in
        policy.storage.guards[number].conditions.allSatisfy { condition in
          cells.algebra.axes.contains { $0.fact == condition.fact }
        }
      }
      for (number, taken) in cells.guarded {
        note(number, taking: taken, besides: impossible, in: &cells)
      }
      for (number, row) in table.rows.enumerated() {
        var own = cells.decided[number]
        for guarding in row.wouldGuards where applying.contains(guarding) {
          let refused = cells.cells(matching: policy.storage.guards[guarding].conditions)
          note(
            guarding, taking: cells.algebra.intersection(own, refused), besides: impossible,
            in: &cells)
          own = cells.algebra.difference(own, refused)
        }
        let reachable = cells.algebra.difference(own, impossible)
        let count = cells.algebra.count(own)
        rows.append(
          MapRow(
            table: index, row: number, count: count,
            unreachable: count - cells.algebra.count(reachable),
            reason: Self.reason(
              for: own, reachable: reachable, conditions: conditions, in: &cells, under: policy),
            cells: own, reachable: reachable))
      }
      if cells.isSpent {
        guardsReachable = met
        leaveUncounted(index, from: first)
      }
      tables.append(cells)
    }
  }

  /// Discards the counts of a table that has too many cells, and treats the guards of the table as reachable.
  private mutating func leaveUncounted(_ index: Int, from first: Int) {
    uncounted.append(index)
    for place in rows.indices[first...] {
      rows[place] = MapRow(
        table: index, row: rows[place].row, count: 0, unreachable: 0, reason: nil, cells: .empty,
        reachable: .empty)
    }
    for guarding in policy.guards(ofTable: index) {
      guardsReachable[guarding] = true
    }
  }

  private mutating func note(
    _ number: Int, taking taken: CellGraph, besides impossible: CellGraph,
    in cells: inout TableCells
  ) {
    if !cells.algebra.isSubset(taken, of: impossible) {
      guardsReachable[number] = true
    }
  }

  private static func reason(
    for own: CellGraph, reachable: CellGraph, conditions: [ResolvedCondition],
    in cells: inout TableCells, under policy: CompiledPolicy
  ) -> String? {
    guard reachable.isEmpty, !own.isEmpty else { return nil }
    for condition in conditions {
      let set = cells.unreachable([condition])
      guard cells.algebra.isSubset(own, of: set) else { continue }
      let fact = policy.vocabulary.schema.facts[condition.fact]
      let values = condition.values.values.map { fact.values[$0].text }
      return fact.name.text + ": " + values.joined(separator: ", ")
    }
    return nil
  }

  /// Returns the cell of a table that contains the given fact values, which must include the derived facts.
  package func cell(of facts: FactVector, inTable table: Int) -> Cell {
    tables[table].algebra.axes.map { UInt16(truncatingIfNeeded: $0.classOfValue[facts[$0.fact]]) }
  }

  /// Returns the index in ``rows`` of the row that has a given index in a table.
  package func index(table: Int, row: Int) -> Int {
    policy.storage.tables[..<table].reduce(row) { $0 + $1.rows.count }
  }

  /// Returns at most `limit` boxes of those cells of a row that may be reachable and are not in `reached`.
  ///
  /// A box may also contain impossible cells.
  mutating func missing(
    ofRow index: Int, besides reached: Set<Cell>, limit: Int
  ) -> (boxes: [CellBox], isCut: Bool) {
    let row = rows[index]
    let cannotOccur = tables[row.table].cannotOccur()
    var algebra = tables[row.table].algebra
    var rest = algebra.removing(reached, from: row.reachable)
    var boxes: [CellBox] = []
    while let cell = algebra.smallestCell(of: rest) {
      guard boxes.count < limit else { return (boxes, true) }
      let box = algebra.widestBox(around: cell, in: algebra.union(rest, cannotOccur))
      boxes.append(box)
      rest = algebra.difference(rest, algebra.set(of: box))
    }
    return (boxes, algebra.isSpent)
  }

  /// Returns the conditions of a box in words, without facts that the box does not restrict.
  ///
  /// If a cell is given, the words name only the values in the cell's classes.
  func words(
    _ box: CellBox, of cell: Cell? = nil, inTable table: Int
  ) -> [(fact: String, values: [String])] {
    let schema = policy.vocabulary.schema
    var words: [(fact: String, values: [String])] = []
    for (index, axis) in tables[table].algebra.axes.enumerated()
    where box.classes[index].count < axis.classCount && axis.fact != EngineFact.action.rawValue {
      let fact = schema.facts[axis.fact]
      let classes = cell.map { ValueSet([Int($0[index])]) } ?? box.classes[index]
      words.append((fact.name.text, axis.values(of: classes).values.map { fact.values[$0].text }))
    }
    return words
  }

  /// Returns a wide box that contains the given cell and no other possible cell.
  mutating func box(of cell: Cell, inTable table: Int) -> CellBox {
    let cannotOccur = tables[table].cannotOccur()
    let classes = cell.map { Int($0) }
    let set = tables[table].algebra.set(of: CellBox(classes.map { ValueSet([$0]) }))
    let allowed = tables[table].algebra.union(set, cannotOccur)
    return tables[table].algebra.widestBox(around: classes, in: allowed)
  }
}

extension TableCells {
  fileprivate mutating func cannotOccur() -> CellGraph {
    algebra.complement(algebra.union(space, impossible))
  }

  /// Returns the cells in which at least one fact has only unreachable values.
  fileprivate mutating func unreachable(_ conditions: [ResolvedCondition]) -> CellGraph {
    var set = CellGraph.empty
    for condition in conditions {
      guard let axis = algebra.axes.firstIndex(where: { $0.fact == condition.fact }) else {
        continue
      }
      var box = CellBox(algebra.axes.map { .all($0.classCount) })
      box.classes[axis] = ValueSet(
        algebra.axes[axis].members.indices.filter { index in
          algebra.axes[axis].members[index].allSatisfy { condition.values.contains($0) }
        })
      guard !box.classes[axis].isEmpty else { continue }
      set = algebra.union(set, algebra.set(of: box))
    }
    return set
  }
}

extension CellAlgebra {
  /// Returns the set without the given cells.
  ///
  /// Removing all cells in one call costs little more than removing a single cell.
  fileprivate mutating func removing(
    _ cells: Set<CellMap.Cell>, from set: CellGraph
  ) -> CellGraph {
    let sorted = cells.sorted { a, b in
      branching.lazy.map { a[$0] }.lexicographicallyPrecedes(branching.lazy.map { b[$0] })
    }
    return difference(set, graph(of: sorted[...], level: 0))
  }

  /// Returns the set of the given cells.
  ///
  /// The cells must be sorted, and must agree on all axes before `level`.
  private mutating func graph(of cells: ArraySlice<CellMap.Cell>, level: Int) -> CellGraph {
    guard !cells.isEmpty else { return .empty }
    guard level < branching.count else { return .full }
    let axis = branching[level]
    var branches = [CellGraph](repeating: .empty, count: axes[axis].classCount)
    var start = cells.startIndex
    while start < cells.endIndex {
      let value = cells[start][axis]
      var end = start
      while end < cells.endIndex, cells[end][axis] == value {
        end += 1
      }
      branches[Int(value)] = graph(of: cells[start..<end], level: level + 1)
      start = end
    }
    return node(axis: axis, branches: branches)
  }
}
