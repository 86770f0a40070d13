internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyReview

/// Counts what became of a table's cells.
struct CoverageCounter {
  private let policy: CompiledPolicy
  private let index: Int
  private var cells: TableCells
  /// What can occur under the settings.
  private var space = CellGraph.empty
  /// What attempts come to, in all and by what they point to.
  private var reached = CellGraph.empty
  private var made = PointedCells()
  /// What attempts would come to besides: by the number of the exclusion taken away, and with all taken
  /// away.
  private var excluded: [(exclusion: Int, cells: CellGraph, made: PointedCells)] = []
  private var together = CellGraph.empty
  private var madeTogether = PointedCells()

  /// Counts the cells of a table; nil where they are more than the allowance of a review holds.
  ///
  /// - Parameters:
  ///   - index: the table's place in the policy.
  ///   - policy: the policy.
  ///   - settings: what settings can be; cells with other values are not counted.
  ///   - attempts: those at each domain of the owner's address.
  init?(
    ofTable index: Int, of policy: CompiledPolicy, under settings: FactLimits,
    _ attempts: [PlayedAttempts]
  ) {
    self.policy = policy
    self.index = index
    cells = policy.cells(ofTable: index)
    guard !cells.isSpent else { return nil }
    space = cells.space
    space = cells.algebra.intersection(cells.space, boxes([settings]))
    made = pointed(attempts.map { $0.made(index) })
    reached = cells.algebra.union(made.cells)
    madeTogether = pointed(attempts.map { $0.leftOut(index) })
    together = cells.algebra.union(madeTogether.cells)
    var known = reached
    // Where nothing is added by taking all exclusions away, no single one adds anything.
    let isLeftOut = AbstractAttempt.Pointed.allCases.contains {
      !cells.algebra.isSubset(madeTogether[$0], of: made[$0])
    }
    for exclusion in isLeftOut ? attempts.first?.exclusions ?? [] : [] {
      let made = pointed(attempts.map { $0.leftOut(index, by: exclusion) })
      let all = cells.algebra.union(made.cells)
      excluded.append((exclusion, cells.algebra.difference(all, known), made))
      known = cells.algebra.union(known, all)
    }
    together = cells.algebra.difference(together, known)
    guard !cells.isSpent else { return nil }
  }

  /// The cells of attempts that can occur, by what the attempts point to.
  private mutating func pointed(_ attempts: [AttemptBoxes]) -> PointedCells {
    PointedCells(
      cells: AbstractAttempt.Pointed.allCases.map { pointed in
        let boxes = boxes(attempts.map { $0[pointed] }.joined())
        return cells.algebra.intersection(boxes, space)
      })
  }

  private mutating func boxes(_ limits: some Sequence<FactLimits>) -> CellGraph {
    var boxes: Set<CellBox> = []
    for limits in limits {
      let classes = cells.algebra.axes.map { axis in
        limits[axis.fact].map { axis.classes(touching: $0) } ?? .all(axis.classCount)
      }
      if !classes.contains(where: { $0.isEmpty }) {
        boxes.insert(CellBox(classes))
      }
    }
    let graphs = boxes.map { cells.algebra.set(of: $0) }
    return cells.algebra.union(graphs)
  }

  /// What became of the table.
  mutating func coverage() -> TableCoverage {
    let storage = policy.storage
    let key = storage.tables[index].key
    var rows: [TableCoverage.Row] = []
    for (number, taken) in cells.guarded where !taken.isEmpty {
      let name = RowName(table: "guards", id: storage.guards[number].id)
      rows.append(TableCoverage.Row(name: name, cells: count(taken)))
    }
    let guards = policy.guards(ofTable: index)
    var refused: [(guard: Int, cells: CellGraph)] = []
    for (number, decided) in cells.decided.enumerated() where !decided.isEmpty {
      let row = storage.tables[index].rows[number]
      var own = decided
      // What the row would do, a guard may refuse.
      for guarding in row.wouldGuards where guards.contains(guarding) {
        let matched = cells.cells(matching: storage.guards[guarding].conditions)
        refused.append((guarding, cells.algebra.intersection(own, matched)))
        own = cells.algebra.difference(own, matched)
      }
      rows.append(TableCoverage.Row(name: RowName(table: key, id: row.id), cells: count(own)))
    }
    for guarding in guards {
      let taken = cells.algebra.union(refused.filter { $0.guard == guarding }.map { $0.cells })
      if !taken.isEmpty {
        let name = RowName(table: "guards", id: storage.guards[guarding].id)
        rows.append(TableCoverage.Row(name: name, cells: count(taken)))
      }
    }
    return TableCoverage(
      table: key, cells: count(space), impossible: cells.algebra.count(cells.impossible),
      rows: rows, values: values())
  }

  private mutating func count(_ set: CellGraph) -> TableCoverage.Cells {
    func count(_ part: CellGraph) -> Int {
      let common = cells.algebra.intersection(part, set)
      return cells.algebra.count(common)
    }
    var counted = TableCoverage.Cells()
    counted.reached = count(reached)
    for (exclusion, part, _) in excluded {
      let number = count(part)
      if number > 0 {
        counted.excluded[exclusion] = number
      }
    }
    counted.excludedTogether = count(together)
    counted.unmet = cells.algebra.count(set) - counted.count
    return counted
  }

  /// What became of each value of each fact that the table's answer depends on.
  private func values() -> [TableCoverage.Value] {
    let everything = CellBox(cells.algebra.axes.map { .all($0.classCount) })
    func classes(_ axis: Int, _ set: CellGraph) -> ValueSet {
      set.isEmpty ? ValueSet() : cells.algebra.classes(of: axis, in: set, within: everything)
    }
    var values: [TableCoverage.Value] = []
    let schema = policy.vocabulary.schema
    for (index, axis) in cells.algebra.axes.enumerated() where !schema.derived.contains(axis.fact) {
      let possible = classes(index, space)
      let fates = AbstractAttempt.Pointed.allCases.map { pointed in
        let played = classes(index, made[pointed])
        let excluded =
          played == possible
          ? [] : excluded.map { ($0.exclusion, classes(index, $0.made[pointed])) }
        let together = played == possible ? played : classes(index, madeTogether[pointed])
        return axis.members.indices.map { number -> TableCoverage.Fate in
          guard possible.contains(number) else { return .impossible }
          guard !played.contains(number) else { return .played }
          if let first = excluded.first(where: { $0.1.contains(number) }) {
            return .excluded(first.0)
          }
          return together.contains(number) ? .excludedTogether : .unmet
        }
      }
      for (number, members) in axis.members.enumerated() {
        let fact = schema.facts[axis.fact]
        values.append(
          TableCoverage.Value(
            fact: fact.name, values: members.map { fact.values[$0] },
            fates: fates.map { $0[number] }))
      }
    }
    return values
  }
}

/// Cells of attempts, by what the attempts point to.
private struct PointedCells {
  var cells = AbstractAttempt.Pointed.allCases.map { _ in CellGraph.empty }

  subscript(pointed: AbstractAttempt.Pointed) -> CellGraph { cells[Int(pointed.rawValue)] }
}
