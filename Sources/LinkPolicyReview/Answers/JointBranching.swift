internal import LinkPolicyAuthoring

/// How two graphs of answers branch when they are walked through together.
///
/// Both have to branch in one order. At each place the fact is tested that either graph tests first; a graph
/// that does not test it there stays where it is.
struct JointBranching {
  let left: AnswerGraph
  let right: AnswerGraph
  /// A fact whose values the right graph reads otherwise; -1 for none.
  let fact: Int
  /// How it reads them: any other value is read as it is.
  let pairs: [(before: Int, after: Int)]

  /// A way on from two places.
  struct Branch {
    /// The fact that is tested, and the value of it by which the left graph goes on.
    let fact: Int
    let value: Int
    let left: CellGraph
    let right: CellGraph
  }

  /// Calls back with every way on from two places of which one at least tests a fact, value by value.
  ///
  /// - Parameters:
  ///   - a: the place in the left graph.
  ///   - b: the place in the right graph.
  ///   - isEnough: is told each way on, and says whether no other is wanted.
  func visit(_ a: CellGraph, _ b: CellGraph, until isEnough: (Branch) -> Bool) {
    let (i, j) = (left.algebra.axis(of: a), right.algebra.axis(of: b))
    let facts = (
      i < left.algebra.axes.count ? left.algebra.axes[i].fact : Int.max,
      j < right.algebra.axes.count ? right.algebra.axes[j].fact : Int.max
    )
    let tested = first(facts.0, facts.1)
    let values = (facts.0 == tested ? left.algebra.axes[i] : right.algebra.axes[j]).classOfValue
    for value in values.indices {
      let next =
        facts.0 == tested
        ? left.algebra.branch(a, axis: i, class: left.algebra.axes[i].classOfValue[value]) : a
      var readings = [value]
      if tested == fact {
        readings += pairs.filter { $0.before == value }.map { $0.after }
      }
      for reading in readings {
        let match =
          facts.1 == tested
          ? right.algebra.branch(b, axis: j, class: right.algebra.axes[j].classOfValue[reading])
          : b
        let branch = Branch(fact: tested, value: value, left: next, right: match)
        if isEnough(branch) {
          return
        }
      }
    }
  }

  /// Whether the left graph goes on by one class of values only where it tests a fact.
  func isForced(_ a: CellGraph, testing fact: Int) -> Bool {
    let axis = left.algebra.axis(of: a)
    guard axis < left.algebra.axes.count, left.algebra.axes[axis].fact == fact else { return false }
    let open = (0..<left.algebra.axes[axis].classCount).count {
      !left.algebra.branch(a, axis: axis, class: $0).isEmpty
    }
    return open == 1
  }

  /// The fact on which graphs branch first; `Int.max` stands for none.
  func first(_ a: Int, _ b: Int) -> Int {
    guard a != .max, b != .max else { return min(a, b) }
    return left.algebra.order.places(b, before: a) ? b : a
  }
}
