package import LinkPolicy
package import LinkPolicyAuthoring

/// A decision graph that gives each possible cell of a policy's table the number of its answer.
package struct AnswerGraph: Sendable {
  package let algebra: CellAlgebra
  package let root: CellGraph
  /// Whether the construction exceeded its allowance of steps.
  ///
  /// All other content of a spent graph is invalid.
  package var isSpent: Bool { algebra.isSpent }

  /// Creates the graph of a table's answers, with the answer numbers of a book.
  ///
  /// The graph merges two values of a fact if every condition treats both values alike. Merged values count as possible
  /// if at least one of these values is possible. With `isExact`, the graph keeps every value separate. To compare two
  /// graphs, make at least one graph exact.
  package init(
    table index: Int, of policy: CompiledPolicy, by editor: PolicyEditor, isExact: Bool = false,
    _ book: inout AnswerBook
  ) {
    let exact = isExact ? policy.testedFacts : []
    let further =
      Self.distinguishing(index, of: policy)
      + Self.everyValue(of: exact, policy.vocabulary.schema)
    let cells = editor.cells(ofTable: index, of: policy, distinguishing: further)
    self.init(table: index, of: policy, cells, tellsRows: false, &book)
  }

  /// Creates the graph of a table's answers, over cells that distinguish the conditions from ``distinguishing(_:of:)``.
  ///
  /// With `tellsRows`, two rows or guards never share an answer number, even if their answers are equal.
  package init(
    table index: Int, of policy: CompiledPolicy, _ cells: TableCells, tellsRows: Bool,
    _ book: inout AnswerBook
  ) {
    var cells = cells
    var memo = GraphMemo()
    root =
      Self.root(
        table: index, of: policy, &cells, tellsRows: tellsRows, book: &book, memo: &memo
      ).root
    algebra = cells.algebra
  }

  /// Creates a graph from its parts.
  package init(_ root: CellGraph, of algebra: CellAlgebra) {
    self.root = root
    self.algebra = algebra
  }

  /// Returns the graph of a table's answers in the algebra of the table's cells.
  ///
  /// - Parameters:
  ///   - index: the index of the table.
  ///   - policy: the policy of the table.
  ///   - cells: the cells of the table, which distinguish all conditions of ``distinguishing(_:of:)``.
  ///   - tellsRows: whether the answers of two rows or guards always have different numbers.
  ///   - book: the numbers of the answers.
  ///   - memo: the graphs without derived facts of the graphs that the algebra mapped earlier.
  ///   - maker: the builder of the answers of another version of the table; its policy must have the same vocabulary and
  ///     errors.
  /// - Returns: the graph, without derived facts, and the builder of the answers.
  package static func root(
    table index: Int, of policy: CompiledPolicy, _ cells: inout TableCells, tellsRows: Bool,
    book: inout AnswerBook, memo: inout GraphMemo, reusing maker: AnswerMaker? = nil
  ) -> (root: CellGraph, maker: AnswerMaker) {
    var maker = AnswerMaker(
      table: index, of: policy, cells: &cells, tellsRows: tellsRows, book: book, reusing: maker)
    // The builder is the only owner of the book while it adds answers, so the book is not copied.
    book = AnswerBook()
    var graph = CellGraph.empty
    for number in cells.decided.indices where !cells.decided[number].isEmpty {
      let answer = maker.answer(ofRow: number, &cells)
      graph = cells.algebra.choose(cells.decided[number], answer, else: graph)
    }
    for (number, taken) in cells.guarded {
      let refused = maker.answer(ofGuard: number, &cells)
      graph = cells.algebra.choose(taken, refused, else: graph)
    }
    graph = cells.algebra.choose(cells.impossible, maker.impossible(), else: graph)
    book = maker.takeBook()
    let root = cells.algebra.mapping(
      graph, without: policy.vocabulary.schema.derived, known: &memo)
    return (root, maker)
  }

  /// Creates the graph of proofs in a table: 2 in cells where the attempt proves its address, 1 in other cells, 0 in
  /// impossible cells.
  ///
  /// - Parameters:
  ///   - proofs: lists of conditions; an attempt proves its address if all conditions of one list hold. An empty list
  ///     proves nothing.
  ///   - policy: the policy of the conditions and cells.
  ///   - cells: cells that distinguish all conditions.
  package init(proofs: [[ResolvedCondition]], of policy: CompiledPolicy, _ cells: TableCells) {
    var cells = cells
    var proved = CellGraph.empty
    for conditions in proofs where !conditions.isEmpty {
      let matching = cells.cells(matching: conditions)
      proved = cells.algebra.union(proved, matching)
    }
    let graph = cells.algebra.choose(proved, .terminal(2), else: .terminal(1))
    let possible = cells.algebra.choose(cells.space, graph, else: .empty)
    var memo = GraphMemo()
    root = cells.algebra.mapping(
      possible, without: policy.vocabulary.schema.derived, known: &memo)
    algebra = cells.algebra
  }

  /// Returns the conditions that the cells of a table must distinguish so that each cell has one answer.
  ///
  /// The conditions test the facts that change the results of the table's effects. If an effect records a proof, the
  /// policy's conditions of `proof` are included.
  package static func distinguishing(_ index: Int, of policy: CompiledPolicy) -> [ResolvedCondition]
  {
    let effects = policy.storage.tables[index].rows.map { $0.answer.effects }
    let supersedes = policy.storage.hasSupersededMethods
    let facts = EffectMeaning.facts(of: effects.flatMap { $0 }, supersedes: supersedes).map {
      $0.rawValue
    }
    let needsProof = effects.contains { EffectMeaning.recordsProof($0) }
    return everyValue(of: facts, policy.vocabulary.schema)
      + (needsProof ? policy.storage.proof : [])
  }

  /// Returns one condition for each value of the given facts.
  package static func everyValue(of facts: [Int], _ schema: FactSchema) -> [ResolvedCondition] {
    facts.flatMap { fact in
      (0..<schema.count(fact)).map { value in
        ResolvedCondition(
          fact: fact, values: ValueSet([value]),
          position: SourcePosition(line: 1, column: 1))
      }
    }
  }

  /// Returns the number of the answer for a fact vector, or 0 if the vector cannot occur.
  package func number(at facts: FactVector) -> Int {
    number { facts[$0] }
  }

  /// Returns the number of the answer after one value of a fact vector is changed.
  package func number(at facts: FactVector, with fact: Int, being value: Int) -> Int {
    number { $0 == fact ? value : facts[$0] }
  }

  private func number(_ value: (Int) -> Int) -> Int {
    algebra.number(of: root, reading: value)
  }

  // MARK: Comparison

  /// Returns the first cell, in the order of branches, in which the answers of the graphs differ; nil if all answers
  /// agree.
  ///
  /// Both graphs must branch in the same order, and neither graph may be spent. If the policies number values of `fact`
  /// differently, `pairs` lists the two numbers of each such value. Equal numbers always correspond. A cell that is
  /// impossible in one graph does not count as different.
  package func difference(
    from other: AnswerGraph, reading fact: Int = -1, as pairs: [(before: Int, after: Int)] = []
  ) -> [(fact: Int, value: Int)]? {
    var comparison = Comparison(
      branching: JointBranching(left: self, right: other, fact: fact, pairs: pairs))
    return comparison.difference(root, other.root).map { Array($0.reversed()) }
  }

  private struct Comparison {
    let branching: JointBranching
    var equal: Set<[CellGraph]> = []

    /// Returns the path to the first difference below two nodes, with the last fact first; nil if no
    /// cell has two different answers.
    mutating func difference(_ a: CellGraph, _ b: CellGraph) -> [(fact: Int, value: Int)]? {
      if a.isTerminal, b.isTerminal {
        return a == b || a.isEmpty || b.isEmpty ? nil : []
      }
      if a == .empty || b == .empty || equal.contains([a, b]) {
        return nil
      }
      var found: [(fact: Int, value: Int)]?
      branching.visit(a, b) { branch in
        guard let path = difference(branch.left, branch.right) else { return false }
        // The path omits a fact that has only one possible value.
        found =
          branching.isForced(a, testing: branch.fact)
          ? path : path + [(branch.fact, branch.value)]
        return true
      }
      if found == nil {
        equal.insert([a, b])
      }
      return found
    }
  }
}

extension AnswerGraph {
  /// Returns the kinds of changes between two policies' answers in one table.
  ///
  /// Both graphs must take their answer numbers from the same book and branch in the same order. Neither graph may be
  /// spent.
  ///
  /// - Parameters:
  ///   - other: the graph of the other policy, exact or not.
  ///   - book: the answers of both graphs.
  ///   - caller: the class of callers that make the table's attempts, such as administrators.
  ///   - duties: the writes that are the purpose of the table's attempts.
  ///   - stakes: the losses that holders of accounts can suffer under this policy.
  ///   - platforms: the platforms for which either policy names errors, such as `rest`.
  ///   - schema: the facts of the table's policy.
  ///   - fact: the fact whose values the two policies number differently; -1 if there is no such fact.
  ///   - pairs: for each value of `fact` that the policies number differently, its two numbers; equal numbers always
  ///     correspond.
  ///   - outOfReach: values of facts that no sequence of attempts reaches under either policy.
  /// - Returns: the kinds of changes, the most dangerous first; empty if the answers are equal.
  package func kinds(
    to other: AnswerGraph, _ book: AnswerBook, by caller: ChangeSituation.CallerClass,
    for duties: ActionDuties, at stakes: HolderStakes, platforms: Set<Name>,
    in schema: FactSchema,
    reading fact: Int = -1, as pairs: [(before: Int, after: Int)] = [],
    outOfReach: [ResolvedCondition] = []
  ) -> [ChangeKind] {
    let branching = JointBranching(left: self, right: other, fact: fact, pairs: pairs)
    var shown = ShownGraph(branching, book, hidden: caller.hidden(in: schema), platforms: platforms)
    let context = shown.graph(root, other.root)
    var walk = KindWalk(
      branching: branching, book: book, caller: caller, duties: duties, stakes: stakes,
      outOfReach: outOfReach, shown: shown)
    walk.visit(root, other.root, in: KindWalk.WalkState(), context: context)
    return ChangeKind.ordered(walk.found)
  }
}

/// A joint traversal of two graphs that collects the kinds of their differences.
private struct KindWalk {
  /// The facts that are known on the path to a pair of nodes and affect the kinds of change, such as whether an account
  /// exists.
  struct WalkState: Hashable {
    var isFound = false
    var testsAccount = false
    var testsAddress = false
    var isOutOfReach = false
    var holdsCredential: Bool?
  }

  private struct KindWalkNode: Hashable {
    var left: CellGraph
    var right: CellGraph
    var state: WalkState
    var context: Int
  }

  static let accounts = ValueSet(
    of: FactValue.AccountVerification.noAddress, .unverified, .verified)
  static let addresses = ValueSet(of: FactValue.Address.own, .taken, .several)
  static let held = ValueSet(of: FactValue.CredentialValue.own, .known)

  private let branching: JointBranching
  private let book: AnswerBook
  private let caller: ChangeSituation.CallerClass
  private let duties: ActionDuties
  private let stakes: HolderStakes
  private let outOfReach: [ResolvedCondition]
  private let hasAccount: Bool
  private let hasAddress: Bool
  private var shown: ShownGraph
  private(set) var found: Set<ChangeKind> = []
  private var visited: Set<KindWalkNode> = []

  init(
    branching: JointBranching, book: AnswerBook, caller: ChangeSituation.CallerClass,
    duties: ActionDuties, stakes: HolderStakes, outOfReach: [ResolvedCondition], shown: ShownGraph
  ) {
    self.branching = branching
    self.book = book
    self.caller = caller
    self.duties = duties
    self.stakes = stakes
    self.outOfReach = outOfReach
    self.shown = shown
    let axes = branching.left.algebra.axes
    hasAccount = axes.contains { $0.fact == EngineFact.account.rawValue }
    hasAddress = axes.contains { $0.fact == EngineFact.address.rawValue }
  }

  mutating func visit(_ a: CellGraph, _ b: CellGraph, in state: WalkState, context: Int) {
    guard a != .empty, b != .empty else { return }
    let place = KindWalkNode(left: a, right: b, state: state, context: context)
    guard visited.insert(place).inserted else { return }
    if a.isTerminal, b.isTerminal {
      addKinds(from: a.number, to: b.number, in: state, context: context)
      return
    }
    var number = 0
    branching.visit(a, b) { branch in
      visit(
        branch.left, branch.right,
        in: state.knowing(branch.fact, being: branch.value, outOfReach: outOfReach),
        context: shown.branch(context, on: branch.fact, number))
      number += 1
      return false
    }
  }

  private mutating func addKinds(from old: Int, to new: Int, in state: WalkState, context: Int) {
    guard old != new, let before = book.meaning(old), let after = book.meaning(new) else { return }
    let isOpen = hasAccount && !state.testsAccount || hasAddress && !state.testsAddress
    for isThere in state.isFound ? [true] : isOpen ? [true, false] : [false] {
      for telling in shown.tellings(before, after, below: context) {
        let situation = ChangeSituation(
          isThere: isThere, holdsCredential: state.holdsCredential, caller: caller,
          duties: duties, stakes: stakes, telling: telling)
        let kinds = ChangeKind.kinds(from: before, to: after, in: situation)
        found.formUnion(kinds)
        if state.isOutOfReach, !kinds.isEmpty {
          found.insert(.unreachable)
        }
      }
    }
  }
}

extension KindWalk.WalkState {
  /// Returns the state after the traversal takes the branch for a value of a fact.
  fileprivate func knowing(_ fact: Int, being value: Int, outOfReach: [ResolvedCondition]) -> Self {
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
