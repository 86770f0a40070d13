internal import LinkPolicy

/// The order in which the decision graphs of a ``CellAlgebra`` test facts.
///
/// The order affects only the size of graphs. Cells and boxes always list axes in the order of the schema.
package struct AxisOrder: Sendable, Equatable {
  /// The rank of each fact, by fact index; facts without a rank come after all ranked facts.
  private var ranks: [Int]

  /// The order in which the schema lists facts.
  package static var declared: AxisOrder { AxisOrder(ranks: []) }

  /// Creates an order that starts with the given facts.
  ///
  /// All other facts follow in the order of the schema.
  package init(_ facts: [Int]) {
    ranks = [Int](repeating: facts.count, count: (facts.max() ?? -1) + 1)
    for (rank, fact) in facts.enumerated() {
      ranks[fact] = rank
    }
  }

  private init(ranks: [Int]) {
    self.ranks = ranks
  }

  package var isDeclared: Bool { ranks.isEmpty }

  /// Returns whether a graph tests one fact before another.
  package func places(_ fact: Int, before other: Int) -> Bool {
    (rank(fact), fact) < (rank(other), other)
  }

  private func rank(_ fact: Int) -> Int {
    ranks.indices.contains(fact) ? ranks[fact] : ranks.count
  }

  /// Returns the indices of the axes, sorted by the order in which graphs test the axes' facts.
  func branching(_ axes: [CellAxis]) -> [Int] {
    axes.indices.sorted { places(axes[$0].fact, before: axes[$1].fact) }
  }
}

/// A search for fact orders that keep the facts of each row close together, so that graphs stay small.
///
/// At each level, a graph needs a separate node for each set of rows that can still match. A row is open if the order
/// so far contains some, but not all, of the row's facts. The arrangement always appends the fact that leaves the
/// fewest rows open. Graphs therefore stay small for pairs, chains, rings and trees of facts, which are typical of
/// policies.
struct AxisArrangement {
  /// The groups of facts that one row, guard or impossible combination tests together.
  ///
  /// Each group is sorted and has at least two facts.
  private let groups: [[Int]]
  /// All facts to arrange, in the order of the schema.
  private let facts: [Int]
  /// The facts with too many classes for one graph level, in descending order of the number of classes.
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

  /// The candidate orders, beginning with the most promising order.
  ///
  /// The facts of the engine, such as `account`, constrain each other, so their relative order stays the same. The
  /// facts of the policy come after or between the facts of the engine.
  ///
  /// If some facts are wide, the first candidate moves the wide facts to the front instead. Most rows test only a few
  /// values of a wide fact. Below the level of a wide fact, rows for different values are independent, so an edit of
  /// one row changes only one part of the graph.
  var orders: [AxisOrder] {
    let inFront = wide.isEmpty ? [] : [AxisOrder(wide + facts.filter { !wide.contains($0) })]
    guard !groups.isEmpty else { return inFront + [.declared] }
    let engine = EngineFact.allCases.count
    let first = facts.filter { $0 < engine }
    let after = first + arranged(facts.filter { $0 >= engine }, keeping: 0)
    return inFront + [.declared, AxisOrder(after), AxisOrder(arranged(facts, keeping: engine))]
  }

  /// The facts of the open rows at the level with the most open rows, in the order of the schema.
  ///
  /// If a graph becomes too large, the combinations of these facts are the likely cause.
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

  /// Returns the facts in an order in which each fact leaves the fewest groups open.
  ///
  /// If two facts leave equally many groups open, the fact that is in more open groups comes first. If this number is
  /// equal, too, the earlier fact of the schema comes first. Facts numbered below `kept` keep their relative order.
  /// Facts in no group come first.
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
