package import LinkPolicy

extension AnswerGraph {
  /// What becomes of people and their accounts where two policies answer a table differently.
  ///
  /// Both graphs have to be numbered by one book and branch in one order, and neither may be spent.
  ///
  /// - Parameters:
  ///   - other: the graph of the other policy, in which values that no condition tells apart may be one.
  ///   - book: the answers of both.
  ///   - fact: a fact whose values the other policy reads otherwise; -1 for none.
  ///   - pairs: how it reads them; any other value is read as it is.
  ///   - outOfReach: values of facts that no sequence comes to under either policy.
  /// - Returns: the kinds of changes, the most dangerous first; empty where the answers are the same.
  package func kinds(
    to other: AnswerGraph, _ book: AnswerBook, reading fact: Int = -1,
    as pairs: [(before: Int, after: Int)] = [], outOfReach: [ResolvedCondition] = []
  ) -> [ChangeKind] {
    var walk = KindWalk(
      left: self, right: other, book: book, fact: fact, pairs: pairs, outOfReach: outOfReach)
    walk.visit(root, other.root, KindWalk.State())
    return ChangeKind.allCases.filter { walk.found.contains($0) }
  }
}

/// A walk through two graphs at once that collects the kinds of what differs.
private struct KindWalk {
  /// What the way to a place in the graphs says of its cells.
  struct State: Hashable {
    var isFound = false
    var testsAccount = false
    var testsAddress = false
    var isOutOfReach = false
  }

  private struct Place: Hashable {
    var left: CellGraph
    var right: CellGraph
    var state: State
  }

  static let accounts = ValueSet(of: FactValue.Account.noAddress, .unverified, .verified)
  static let addresses = ValueSet(of: FactValue.Address.own, .taken, .several)

  private let branching: JointBranching
  let book: AnswerBook
  let outOfReach: [ResolvedCondition]
  private let hasAccount: Bool
  private let hasAddress: Bool
  private(set) var found: Set<ChangeKind> = []
  private var visited: Set<Place> = []

  init(
    left: AnswerGraph, right: AnswerGraph, book: AnswerBook, fact: Int,
    pairs: [(before: Int, after: Int)], outOfReach: [ResolvedCondition]
  ) {
    branching = JointBranching(left: left, right: right, fact: fact, pairs: pairs)
    self.book = book
    self.outOfReach = outOfReach
    hasAccount = left.algebra.axes.contains { $0.fact == EngineFact.account.rawValue }
    hasAddress = left.algebra.axes.contains { $0.fact == EngineFact.address.rawValue }
  }

  mutating func visit(_ a: CellGraph, _ b: CellGraph, _ state: State) {
    guard a != .empty, b != .empty else { return }
    guard visited.insert(Place(left: a, right: b, state: state)).inserted else { return }
    if a.isTerminal, b.isTerminal {
      add(a.number, b.number, state)
      return
    }
    branching.visit(a, b) { branch in
      visit(branch.left, branch.right, state.knowing(branch.fact, branch.value, outOfReach))
      return false
    }
  }

  private mutating func add(_ old: Int, _ new: Int, _ state: State) {
    guard old != new, let before = book.meaning(old), let after = book.meaning(new) else { return }
    let isOpen = hasAccount && !state.testsAccount || hasAddress && !state.testsAddress
    for isThere in state.isFound ? [true] : isOpen ? [true, false] : [false] {
      let kinds = ChangeKind.kinds(from: before, to: after, isThere: isThere)
      found.formUnion(state.isOutOfReach && !kinds.isEmpty ? [.unreachable] : kinds)
    }
  }
}

extension KindWalk.State {
  /// The state behind a branch on a value of a fact.
  fileprivate func knowing(_ fact: Int, _ value: Int, _ outOfReach: [ResolvedCondition]) -> Self {
    var state = self
    if fact == EngineFact.account.rawValue {
      state.testsAccount = true
      state.isFound = state.isFound || KindWalk.accounts.contains(value)
    } else if fact == EngineFact.address.rawValue {
      state.testsAddress = true
      state.isFound = state.isFound || KindWalk.addresses.contains(value)
    }
    state.isOutOfReach =
      state.isOutOfReach || outOfReach.contains { $0.fact == fact && $0.values.contains(value) }
    return state
  }
}
