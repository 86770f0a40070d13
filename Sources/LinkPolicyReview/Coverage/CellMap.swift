package import LinkPolicy
package import LinkPolicyAuthoring

/// The cells of a policy's rows: how many there are, and in which one a step lies.
///
/// A cell of a table is a combination of classes of fact values, two values being in one class if
/// no condition of the table's rows and guards, or of a derived fact behind them, tells them apart.
/// A row's cells are those in which it decides: after the guards, within what can occur, and without
/// those in which a guard with `would` refuses what the row would do.
package struct CellMap: Sendable {
  /// The cells of one row.
  package struct Row: Sendable {
    /// The table's index, and the row's in it.
    package var table: Int
    package var row: Int
    /// The number of cells.
    package var count: Int
    /// The number of those that no sequence from the empty store can reach, as is proved.
    package var unreachable: Int
    /// What would have to be the case in all of the unreachable ones, such as `credential: broken`;
    /// nil unless all cells are unreachable for one reason.
    package var reason: String?
    var cells: CellGraph
    var reachable: CellGraph

    /// Whether nothing proves that a cell of the row cannot be reached from the empty store.
    func isReachable(_ cell: Cell, in map: CellMap) -> Bool {
      map.tables[table].algebra.contains(reachable, cell.map { Int($0) })
    }
  }

  /// A cell, by its classes.
  package typealias Cell = [UInt16]

  let policy: CompiledPolicy
  var tables: [TableCells] = []
  /// The rows in the order of the tables.
  package private(set) var rows: [Row] = []
  /// The tables whose cells are too many to be counted, by index: their rows have none here.
  package private(set) var uncounted: [Int] = []
  /// For each guard whether some cell that it takes may be reached from the empty store.
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
        note(number, taken, besides: impossible, &cells)
      }
      for (number, row) in table.rows.enumerated() {
        var own = cells.decided[number]
        for guarding in row.wouldGuards where applying.contains(guarding) {
          let refused = cells.cells(matching: policy.storage.guards[guarding].conditions)
          note(guarding, cells.algebra.intersection(own, refused), besides: impossible, &cells)
          own = cells.algebra.difference(own, refused)
        }
        let reachable = cells.algebra.difference(own, impossible)
        let count = cells.algebra.count(own)
        rows.append(
          Row(
            table: index, row: number, count: count,
            unreachable: count - cells.algebra.count(reachable),
            reason: Self.reason(own, reachable, conditions, &cells, policy), cells: own,
            reachable: reachable))
      }
      if cells.isSpent {
        guardsReachable = met
        leaveUncounted(index, from: first)
      }
      tables.append(cells)
    }
  }

  /// Takes back what was counted of a table: nothing is said of its rows and guards.
  private mutating func leaveUncounted(_ index: Int, from first: Int) {
    uncounted.append(index)
    for place in rows.indices[first...] {
      rows[place] = Row(
        table: index, row: rows[place].row, count: 0, unreachable: 0, reason: nil, cells: .empty,
        reachable: .empty)
    }
    for guarding in policy.guards(ofTable: index) {
      guardsReachable[guarding] = true
    }
  }

  private mutating func note(
    _ number: Int, _ taken: CellGraph, besides impossible: CellGraph, _ cells: inout TableCells
  ) {
    if !cells.algebra.isSubset(taken, of: impossible) {
      guardsReachable[number] = true
    }
  }

  private static func reason(
    _ own: CellGraph, _ reachable: CellGraph, _ conditions: [ResolvedCondition],
    _ cells: inout TableCells, _ policy: CompiledPolicy
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

  /// The cell of a vector in a table, derived facts included.
  package func cell(of facts: FactVector, inTable table: Int) -> Cell {
    tables[table].algebra.axes.map { UInt16(truncatingIfNeeded: $0.classOfValue[facts[$0.fact]]) }
  }

  /// The number of a row in ``rows``.
  package func index(table: Int, row: Int) -> Int {
    policy.storage.tables[..<table].reduce(row) { $0 + $1.rows.count }
  }

  /// The boxes of a row's cells that are neither among the given ones nor proved unreachable, at
  /// most some; they may hold cells that cannot occur.
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

  /// The conditions of a box in words, without facts of which it holds every class; of a cell
  /// within it the classes are the cell's own.
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

  /// A cell as the box of itself, widened over what cannot occur and over nothing else.
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

  /// The cells in which some fact has only values that cannot be reached.
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
  /// The set without some cells, taken out together so that many cost little more than one.
  fileprivate mutating func removing(
    _ cells: Set<CellMap.Cell>, from set: CellGraph
  ) -> CellGraph {
    let sorted = cells.sorted { a, b in
      branching.lazy.map { a[$0] }.lexicographicallyPrecedes(branching.lazy.map { b[$0] })
    }
    return difference(set, graph(of: sorted[...], level: 0))
  }

  /// The set of some cells, which are sorted and alike before a level.
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
