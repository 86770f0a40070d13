package import LinkPolicy
internal import LinkPolicyAuthoring
package import LinkPolicyExploration

/// The coverage of one table by the attempts of a proof, cell by cell.
///
/// A cell has one value for each fact on which the table's answer depends. If no condition of the table distinguishes
/// two values of a fact, the two values count as one.
package struct TableCoverage: Sendable {
  /// The number of cells that attempts reach, and the number of unreached cells for each reason.
  ///
  /// Every cell counts once.
  package struct Cells: Sendable, Equatable {
    /// The number of cells that some attempt reaches.
    package var reached = 0
    /// The number of cells that attempts would reach if one exclusion were lifted, keyed by the number of the
    /// exclusion.
    ///
    /// If lifting any one of several exclusions would be enough to reach a cell, the cell counts only for the exclusion
    /// with the lowest number.
    package var excluded: [Int: Int] = [:]
    /// The number of cells that attempts would reach only if several exclusions were lifted.
    package var excludedTogether = 0
    /// The number of cells that no attempt at a reachable account reaches, even without exclusions.
    package var unmet = 0

    /// The number of all cells.
    package var count: Int {
      reached + excluded.values.reduce(0, +) + excludedTogether + unmet
    }

    /// Adds the counts of another table's cells.
    mutating func add(_ others: Cells) {
      reached += others.reached
      for (exclusion, count) in others.excluded {
        excluded[exclusion, default: 0] += count
      }
      excludedTogether += others.excludedTogether
      unmet += others.unmet
    }
  }

  /// The coverage of the cells that one row or guard decides.
  package struct RowCoverage: Sendable {
    /// The row or guard that decides the cells.
    package var name: RowName
    package var cells: Cells
  }

  /// The result for one fact value and one target: some attempt has the value, or the reason why no attempt has it.
  ///
  /// The target is the followed account, another account or no account.
  package enum Fate: Sendable, Hashable {
    /// Some attempt has the value.
    case played
    /// No attempt has the value.
    ///
    /// If the exclusion with this number were lifted, some attempt would have the value.
    case excluded(Int)
    /// An attempt would have the value only if several exclusions were lifted.
    case excludedTogether
    /// No attempt at a reachable account has the value, even without exclusions.
    case unmet
    /// No cell has the value.
    case impossible
  }

  /// The coverage of a group of values of one fact; no condition of the table distinguishes the values of a group.
  package struct ValueCoverage: Sendable {
    package var fact: Name
    package var values: [Name]
    /// The result for each target of attempts, in this order: the followed account, another account, no account.
    package var fates: [Fate]

    /// Whether the values can occur although no attempt has any of these values.
    var isUnplayed: Bool {
      !fates.contains(.played) && fates.contains { $0 != .impossible }
    }

    /// The lowest number among the exclusions that rule out the values; nil if no single exclusion rules out the
    /// values.
    var exclusion: Int? {
      fates.compactMap { if case .excluded(let number) = $0 { number } else { nil } }.min()
    }
  }

  /// The table's key, such as `sign-in.federated`.
  package var table: Name
  package var cells: Cells
  /// The number of cells that the policy declares impossible.
  package var impossible: Int
  /// The rows and guards that decide some cell: first guards, then rows, then guards with `would`.
  package var rows: [RowCoverage]
  /// The coverage of each value of each fact on which the table's answer depends, without derived facts.
  package var values: [ValueCoverage]
}

/// A counter of the covered cells of a table.
struct CoverageCounter {
  private let policy: CompiledPolicy
  private let index: Int
  private var cells: TableCells
  /// The cells that are possible under the settings.
  private var space = CellGraph.empty
  /// The cells that attempts reach.
  private var reached = CellGraph.empty
  /// The cells that attempts reach, by target.
  private var made = PointedCells()
  /// For each exclusion, the further cells that attempts would reach if the exclusion were lifted.
  private var excluded: [(exclusion: Int, cells: CellGraph, made: PointedCells)] = []
  private var together = CellGraph.empty
  private var madeTogether = PointedCells()

  /// Counts the cells of a table; nil if the table exceeds the cell budget of a review.
  ///
  /// - Parameters:
  ///   - index: the index of the table in the policy.
  ///   - policy: the policy.
  ///   - settings: the possible values of settings; cells with other values are not counted.
  ///   - attempts: the attempts at each domain of the owner's address.
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
    // If lifting all exclusions adds no cell, lifting one exclusion adds no cell either.
    let isLeftOut = AbstractAttempt.AttemptTarget.allCases.contains {
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

  /// Returns the possible cells of attempts, divided by target.
  private mutating func pointed(_ attempts: [AttemptBoxes]) -> PointedCells {
    PointedCells(
      cells: AbstractAttempt.AttemptTarget.allCases.map { pointed in
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

  /// Returns the coverage of the table.
  mutating func coverage() -> TableCoverage {
    let storage = policy.storage
    let key = storage.tables[index].key
    var rows: [TableCoverage.RowCoverage] = []
    for (number, taken) in cells.guarded where !taken.isEmpty {
      let name = RowName(table: "guards", id: storage.guards[number].id)
      rows.append(TableCoverage.RowCoverage(name: name, cells: count(taken)))
    }
    let guards = policy.guards(ofTable: index)
    var refused: [(guard: Int, cells: CellGraph)] = []
    for (number, decided) in cells.decided.enumerated() where !decided.isEmpty {
      let row = storage.tables[index].rows[number]
      var own = decided
      // A guard with `would` may refuse an attempt that the row allows, so the cells of the guard are counted
      // separately.
      for guarding in row.wouldGuards where guards.contains(guarding) {
        let matched = cells.cells(matching: storage.guards[guarding].conditions)
        refused.append((guarding, cells.algebra.intersection(own, matched)))
        own = cells.algebra.difference(own, matched)
      }
      rows.append(
        TableCoverage.RowCoverage(name: RowName(table: key, id: row.id), cells: count(own)))
    }
    for guarding in guards {
      let taken = cells.algebra.union(refused.filter { $0.guard == guarding }.map { $0.cells })
      if !taken.isEmpty {
        let name = RowName(table: "guards", id: storage.guards[guarding].id)
        rows.append(TableCoverage.RowCoverage(name: name, cells: count(taken)))
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

  /// Returns the coverage of each value of each fact on which the table's answer depends, without derived facts.
  private func values() -> [TableCoverage.ValueCoverage] {
    let everything = CellBox(cells.algebra.axes.map { .all($0.classCount) })
    func classes(_ axis: Int, _ set: CellGraph) -> ValueSet {
      set.isEmpty ? ValueSet() : cells.algebra.classes(of: axis, in: set, within: everything)
    }
    var values: [TableCoverage.ValueCoverage] = []
    let schema = policy.vocabulary.schema
    for (index, axis) in cells.algebra.axes.enumerated() where !schema.derived.contains(axis.fact) {
      let possible = classes(index, space)
      let fates = AbstractAttempt.AttemptTarget.allCases.map { pointed in
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
          TableCoverage.ValueCoverage(
            fact: fact.name, values: members.map { fact.values[$0] },
            fates: fates.map { $0[number] }))
      }
    }
    return values
  }
}

/// The cells of attempts, divided by target.
private struct PointedCells {
  var cells = AbstractAttempt.AttemptTarget.allCases.map { _ in CellGraph.empty }

  subscript(pointed: AbstractAttempt.AttemptTarget) -> CellGraph { cells[Int(pointed.rawValue)] }
}

/// The fact values of the attempts that a proof plays at the accounts of a closure, and of the attempts that exclusions
/// rule out.
struct PlayedAttempts: Sendable {
  let closure: AccountClosure

  /// The numbers of the exclusions that apply, in order.
  var exclusions: [Int] { closure.model.exclusionNumbers }

  /// Returns the attempts that reach a table.
  func made(_ table: Int) -> AttemptBoxes { closure.tables[table].asked }

  /// Returns the further attempts that would reach a table if all exclusions were lifted.
  func leftOut(_ table: Int) -> AttemptBoxes {
    closure.attempts(lifting: exclusions, at: table)
  }

  /// Returns the further attempts that would reach a table if the exclusion with the given number were lifted.
  func leftOut(_ table: Int, by exclusion: Int) -> AttemptBoxes {
    closure.attempts(lifting: [exclusion], at: table)
  }
}
