/// The order in which the graphs of an algebra branch on facts.
///
/// It decides how large graphs become, and nothing else: cells and boxes are written in the order
/// of the schema whatever graphs do.
package struct AxisOrder: Sendable, Equatable {
  /// The rank of each fact; facts without one come after all others.
  private var ranks: [Int]

  /// The order of the schema.
  package static var declared: AxisOrder { AxisOrder(ranks: []) }

  /// The order in which some facts are given; others follow as in the schema.
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

  /// Whether graphs branch on one fact before another.
  package func places(_ fact: Int, before other: Int) -> Bool {
    (rank(fact), fact) < (rank(other), other)
  }

  private func rank(_ fact: Int) -> Int {
    ranks.indices.contains(fact) ? ranks[fact] : ranks.count
  }

  /// The indices of axes as graphs branch on them.
  func branching(_ axes: [CellAxis]) -> [Int] {
    axes.indices.sorted { places(axes[$0].fact, before: axes[$1].fact) }
  }
}
