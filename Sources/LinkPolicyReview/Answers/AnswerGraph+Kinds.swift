package import LinkPolicy
package import LinkPolicyAuthoring

extension AnswerGraph {
  /// What becomes of people and their accounts where two policies answer a table differently.
  ///
  /// Both graphs have to be numbered by one book and branch in one order, and neither may be spent.
  ///
  /// - Parameters:
  ///   - other: the graph of the other policy, in which values that no condition tells apart may be one.
  ///   - book: the answers of both.
  ///   - caller: who makes the table's attempts.
  ///   - duties: what the table's attempts are for.
  ///   - platforms: the platforms that either policy names errors for.
  ///   - labels: the facts that are labels.
  ///   - fact: a fact whose values the other policy reads otherwise; -1 for none.
  ///   - pairs: how it reads them; any other value is read as it is.
  ///   - outOfReach: values of facts that no sequence comes to under either policy.
  /// - Returns: the kinds of changes, the most dangerous first; empty where the answers are the same.
  package func kinds(
    to other: AnswerGraph, _ book: AnswerBook, by caller: ChangeSituation.Caller,
    for duties: ActionDuties, platforms: Set<Name>, labels: Range<Int> = 0..<0,
    reading fact: Int = -1, as pairs: [(before: Int, after: Int)] = [],
    outOfReach: [ResolvedCondition] = []
  ) -> [ChangeKind] {
    let branching = JointBranching(left: self, right: other, fact: fact, pairs: pairs)
    var hidden = ValueSet(caller.hidden.map { $0.rawValue })
    if caller.hidesLabels {
      hidden = hidden.union(ValueSet(labels))
    }
    var shown = ShownGraph(branching, book, hidden: hidden, platforms: platforms)
    let context = shown.graph(root, other.root)
    var walk = KindWalk(
      branching: branching, book: book, caller: caller, duties: duties, outOfReach: outOfReach,
      shown: shown)
    walk.visit(root, other.root, KindWalk.State(), context)
    return ChangeKind.ordered(walk.found)
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
    var holdsCredential: Bool?
  }

  private struct Place: Hashable {
    var left: CellGraph
    var right: CellGraph
    var state: State
    var context: Int
  }

  static let accounts = ValueSet(
    of: FactValue.AccountVerification.noAddress, .unverified, .verified)
  static let addresses = ValueSet(of: FactValue.Address.own, .taken, .several)
  static let held = ValueSet(of: FactValue.Credential.own, .known)

  private let branching: JointBranching
  private let book: AnswerBook
  private let caller: ChangeSituation.Caller
  private let duties: ActionDuties
  private let outOfReach: [ResolvedCondition]
  private let hasAccount: Bool
  private let hasAddress: Bool
  private var shown: ShownGraph
  private(set) var found: Set<ChangeKind> = []
  private var visited: Set<Place> = []

  init(
    branching: JointBranching, book: AnswerBook, caller: ChangeSituation.Caller,
    duties: ActionDuties, outOfReach: [ResolvedCondition], shown: ShownGraph
  ) {
    self.branching = branching
    self.book = book
    self.caller = caller
    self.duties = duties
    self.outOfReach = outOfReach
    self.shown = shown
    let axes = branching.left.algebra.axes
    hasAccount = axes.contains { $0.fact == EngineFact.account.rawValue }
    hasAddress = axes.contains { $0.fact == EngineFact.address.rawValue }
  }

  mutating func visit(_ a: CellGraph, _ b: CellGraph, _ state: State, _ context: Int) {
    guard a != .empty, b != .empty else { return }
    let place = Place(left: a, right: b, state: state, context: context)
    guard visited.insert(place).inserted else { return }
    if a.isTerminal, b.isTerminal {
      add(a.number, b.number, state, context)
      return
    }
    var number = 0
    branching.visit(a, b) { branch in
      visit(
        branch.left, branch.right, state.knowing(branch.fact, branch.value, outOfReach),
        shown.branch(context, on: branch.fact, number))
      number += 1
      return false
    }
  }

  private mutating func add(_ old: Int, _ new: Int, _ state: State, _ context: Int) {
    guard old != new, let before = book.meaning(old), let after = book.meaning(new) else { return }
    let isOpen = hasAccount && !state.testsAccount || hasAddress && !state.testsAddress
    for isThere in state.isFound ? [true] : isOpen ? [true, false] : [false] {
      for telling in shown.tellings(before, after, context) {
        let situation = ChangeSituation(
          isThere: isThere, holdsCredential: state.holdsCredential, caller: caller,
          duties: duties, telling: telling)
        let kinds = ChangeKind.kinds(from: before, to: after, in: situation)
        found.formUnion(kinds)
        if state.isOutOfReach, !kinds.isEmpty {
          found.insert(.unreachable)
        }
      }
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
    } else if fact == EngineFact.credential.rawValue {
      state.holdsCredential = KindWalk.held.contains(value)
    }
    state.isOutOfReach =
      state.isOutOfReach || outOfReach.contains { $0.fact == fact && $0.values.contains(value) }
    return state
  }
}
