internal import LinkPolicy

/// Orders of facts in which what rows test together stands together.
///
/// A graph has to remember, wherever it is cut, which of the rows that were begun above can still
/// match below. Placing next whichever fact leaves the fewest rows begun keeps that small for what
/// policies are made of: pairs, chains, rings and trees of facts.
struct AxisArrangement {
  /// The facts that are tested together, by row, guard or entry; each sorted and more than one.
  private let groups: [[Int]]
  /// All facts that have a place, in the order of the schema.
  private let facts: [Int]
  /// Those of more classes than one level of a graph tells apart, the widest first.
  private let wide: [Int]

  init(_ rows: [[ResolvedCondition]], of axes: [CellAxis]) {
    facts = axes.map { $0.fact }
    wide = axes.filter { $0.classCount > CellLevel.widest }
      .sorted { ($1.classCount, $0.fact) < ($0.classCount, $1.fact) }.map { $0.fact }
    let placed = ValueSet(facts)
    var known: Set<[Int]> = []
    var groups: [[Int]] = []
    for row in rows {
      let group = ValueSet(row.map { $0.fact }).intersection(placed).values
      if group.count > 1, known.insert(group).inserted {
        groups.append(group)
      }
    }
    self.groups = groups
  }

  /// The orders worth trying, likely ones first.
  ///
  /// What can occur ties the engine's facts to each other, so that they keep their order among
  /// themselves: before the policy's own facts, or between them.
  ///
  /// Where a fact is wide, most rows are about a few of its values each, and have nothing to do with
  /// each other below it: placed first, it keeps what one row changes from standing in many places.
  var orders: [AxisOrder] {
    let inFront = wide.isEmpty ? [] : [AxisOrder(wide + facts.filter { !wide.contains($0) })]
    guard !groups.isEmpty else { return inFront + [.declared] }
    let engine = EngineFact.allCases.count
    let first = facts.filter { $0 < engine }
    let after = first + arranged(facts.filter { $0 >= engine }, keeping: 0)
    return inFront + [.declared, AxisOrder(after), AxisOrder(arranged(facts, keeping: engine))]
  }

  /// The facts at which the most rows are begun and not ended, in the order of the schema: those
  /// that no order keeps apart.
  var entangled: [Int] {
    let order = arranged(facts, keeping: 0)
    var isPlaced: Set<Int> = []
    var widest: [[Int]] = []
    for fact in order {
      isPlaced.insert(fact)
      let open = groups.filter { group in
        group.contains { isPlaced.contains($0) } && !group.allSatisfy { isPlaced.contains($0) }
      }
      if open.count > widest.count {
        widest = open
      }
    }
    return ValueSet(widest.flatMap { $0 }).values
  }

  /// Facts, each placed where it leaves the fewest groups begun; of equals the one that goes with
  /// the most of what is placed, then the first of the schema.
  ///
  /// Those before `kept` keep their order among themselves. Facts that are in no group come first.
  private func arranged(_ facts: [Int], keeping kept: Int) -> [Int] {
    let chosen = ValueSet(facts)
    let groups = groups.map { ValueSet($0).intersection(chosen) }.filter { $0.count > 1 }
    var groupsOfFact: [Int: [Int]] = [:]
    for (index, group) in groups.enumerated() {
      for fact in group.values {
        groupsOfFact[fact, default: []].append(index)
      }
    }
    var missing = groups.map { $0.count }
    var rest = facts
    var order: [Int] = []
    while !rest.isEmpty {
      let next = rest.first { $0 < kept }
      var best: (place: Int, opened: Int, shared: Int)?
      for (place, fact) in rest.enumerated() where fact >= kept || fact == next {
        var opened = 0
        var shared = 0
        for index in groupsOfFact[fact] ?? [] {
          let isBegun = missing[index] < groups[index].count
          shared += isBegun ? 1 : 0
          opened += isBegun ? (missing[index] == 1 ? -1 : 0) : 1
        }
        let isBetter = best.map { (opened, -shared) < ($0.opened, -$0.shared) } ?? true
        if isBetter {
          best = (place, opened, shared)
        }
      }
      guard let best else { break }
      let fact = rest.remove(at: best.place)
      for index in groupsOfFact[fact] ?? [] {
        missing[index] -= 1
      }
      order.append(fact)
    }
    return order
  }
}
