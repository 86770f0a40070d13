internal import LinkPolicy
internal import LinkPolicyAuthoring

/// What two graphs of answers show together, by the facts alone that the caller knows.
///
/// A small graph of its own, since the two branch by classes of their own: each place is a number, with a way on for
/// each value in the order in which ``JointBranching`` goes through them.
struct ShownGraph {
  private struct Node: Hashable {
    var fact: Int
    var branches: [Int]
  }

  private struct Pair: Hashable {
    var left: Int
    var right: Int
  }

  private let branching: JointBranching
  private let book: AnswerBook
  private let hidden: ValueSet
  private var pairs: ShownPairs
  /// The nodes; those with a fact below zero are ends, with the number of a set.
  private var nodes: [Node] = []
  private var numbers: [Node: Int] = [:]
  private var known: [[CellGraph]: Int] = [:]
  private var unions: [Pair: Int] = [:]
  private static let end = -1

  init(
    _ branching: JointBranching, _ book: AnswerBook, hidden: ValueSet, platforms: Set<Name>
  ) {
    pairs = ShownPairs(platforms: platforms)
    self.branching = branching
    self.book = book
    self.hidden = hidden
  }

  /// The place that stands for two places of the graphs.
  mutating func graph(_ a: CellGraph, _ b: CellGraph) -> Int {
    if a == .empty || b == .empty {
      return number(Node(fact: Self.end, branches: [0]))
    }
    if a.isTerminal, b.isTerminal {
      guard let old = book.meaning(a.number), let new = book.meaning(b.number) else {
        return number(Node(fact: Self.end, branches: [0]))
      }
      return number(Node(fact: Self.end, branches: [pairs.number(old, new)]))
    }
    if let result = known[[a, b]] {
      return result
    }
    var fact = Self.end
    var branches: [Int] = []
    branching.visit(a, b) { branch in
      fact = branch.fact
      branches.append(graph(branch.left, branch.right))
      return false
    }
    let result: Int
    if hidden.contains(fact) {
      var joined = branches[0]
      for branch in branches.dropFirst() {
        joined = union(joined, branch)
      }
      result = joined
    } else {
      result = number(Node(fact: fact, branches: branches))
    }
    known[[a, b]] = result
    return result
  }

  /// The way on from a place where the graphs branch on a fact, by the place of the value.
  func branch(_ place: Int, on fact: Int, _ number: Int) -> Int {
    nodes[place].fact == fact ? nodes[place].branches[number] : place
  }

  /// What a pair of answers can tell in the cells of a place; more than one where the place still branches.
  mutating func tellings(
    _ old: AnswerMeaning, _ new: AnswerMeaning, _ place: Int
  ) -> Set<ChangeSituation.Telling> {
    var found: Set<ChangeSituation.Telling> = []
    var open = [place]
    var seen: Set<Int> = []
    while let next = open.popLast() {
      guard seen.insert(next).inserted else { continue }
      if nodes[next].fact == Self.end {
        found.insert(pairs.telling(old, new, in: nodes[next].branches[0]))
      } else {
        open += nodes[next].branches
      }
    }
    return found
  }

  private mutating func union(_ a: Int, _ b: Int) -> Int {
    guard a != b else { return a }
    let pair = Pair(left: min(a, b), right: max(a, b))
    if let result = unions[pair] {
      return result
    }
    let (left, right) = (nodes[a], nodes[b])
    let result: Int
    if left.fact == Self.end, right.fact == Self.end {
      let set = pairs.union(left.branches[0], right.branches[0])
      result = number(Node(fact: Self.end, branches: [set]))
    } else {
      let fact = first(left.fact, right.fact)
      let count = left.fact == fact ? left.branches.count : right.branches.count
      var branches: [Int] = []
      for index in 0..<count {
        branches.append(union(branch(a, on: fact, index), branch(b, on: fact, index)))
      }
      result = number(Node(fact: fact, branches: branches))
    }
    unions[pair] = result
    return result
  }

  private func first(_ a: Int, _ b: Int) -> Int {
    branching.first(a == Self.end ? .max : a, b == Self.end ? .max : b)
  }

  private mutating func number(_ node: Node) -> Int {
    if node.fact != Self.end, let only = node.branches.first,
      !node.branches.contains(where: { $0 != only })
    {
      return only
    }
    if let known = numbers[node] {
      return known
    }
    numbers[node] = nodes.count
    nodes.append(node)
    return nodes.count - 1
  }
}
