internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyExploration

/// A comparison of an old and a new table for one action, cell by cell.
struct TableComparison: Sendable {
  /// The cells that one old row and one new row decide with the same kinds of change.
  struct CellGroup: Hashable, Sendable {
    var sources: Sides<Decision.Source>
    var kinds: [ChangeKind]
    /// The only policy that treats the written method as proof of the method's address.
    ///
    /// Nil if the writes differ, or if the policies agree about the proof.
    var proving: Side?
    /// True for attempts of an untrusted provider that only the new policy declares; reports list this provider as a
    /// whole.
    var isOfAddedProvider = false
  }

  /// The index of the table in each policy.
  let tables: Sides<Int>
  /// The algebra of the joint cells.
  ///
  /// Each axis divides the values of one joint fact into classes.
  var algebra: CellAlgebra
  /// The groups of cells with different answers.
  var groups: [CellGroup] = []
  /// For each group of the kind `tells-more`, another answer of the new policy that the caller can now distinguish from
  /// the group's answer.
  var toldApart: [CellGroup: ShownAnswer] = [:]
  /// The new answers of the groups in ``toldApart``, as the caller sees them.
  var ownShown: [CellGroup: ShownAnswer] = [:]
  /// The number of cells that can occur.
  private(set) var cellCount = 0
  /// The result of the comparison, as a graph that maps each cell to a number.
  ///
  /// The number is 0 for an impossible cell, 1 for equal answers, and otherwise the index of the cell's group plus 2.
  var root = CellGraph.empty
  let vocabulary: JointVocabulary
  /// True if the graph of either table exceeded its maximum number of steps before the comparison.
  private let isTooMuch: Bool
  /// True if the comparison exceeded its maximum number of steps.
  ///
  /// If true, all other results of the comparison are invalid.
  var isSpent: Bool { isTooMuch || algebra.isSpent }
  /// The joint facts that each row tests, including the facts behind derived facts.
  let tested: Sides<[ValueSet]>
  let guardTests: Sides<[ValueSet]>
  /// The class of callers that can make the attempts, such as administrators.
  let caller: ChangeSituation.CallerClass
  /// The writes that are the purpose of the attempts, such as the stored method of a `link`.
  let duties: ActionDuties
  /// The losses that holders of accounts can suffer under the old policy.
  let stakes: HolderStakes

  /// Returns the number of a group in ``root``: the group's index plus 2.
  static func number(_ group: Int) -> Int { group + 2 }

  init(
    tables: Sides<Int>, of compared: ComparedPolicies, makers: inout Sides<CellMaker>
  ) {
    let policies = compared.policies
    let vocabulary = compared.vocabulary
    self.tables = tables
    self.vocabulary = vocabulary
    let possibility = JointPossibility(tables, of: policies, vocabulary)
    let own = Self.distinguishing(tables, of: policies, vocabulary: vocabulary)
    let further = Sides { own[$0] + possibility.distinguishing($0) }
    var book = AnswerBook()
    let kinds = Sides { policies[$0].storage.tables[tables[$0]].kinds }
    let old = makers.old.boxes(ofTable: tables.old)
    let new =
      compared.sharesSpace && kinds.old == kinds.new ? old : makers.new.boxes(ofTable: tables.new)
    let boxes = Sides(old: old, new: new)
    func cells(_ side: Side) -> TableCells {
      makers[side].cells(
        ofTable: tables[side], within: boxes[side], distinguishing: further[side])
    }
    func graph(_ side: Side, _ cells: TableCells) -> AnswerGraph {
      AnswerGraph(table: tables[side], of: policies[side], cells, tellsRows: true, &book)
    }
    let oldCells = cells(.old)
    let before = graph(.old, oldCells)
    let isSame = compared.areSame
    let tableCells = Sides(old: oldCells, new: isSame ? oldCells : cells(.new))
    let graphs = Sides(old: before, new: isSame ? before : graph(.new, tableCells.new))
    tested = Sides { side in
      compared.testedFacts(of: policies[side].storage.tables[tables[side]].rows, on: side)
    }
    guardTests = compared.guardTests
    caller = ChangeSituation.CallerClass(table: tables.new, of: policies.new)
    duties = ActionDuties(table: tables.new, of: policies.new)
    stakes = compared.stakes
    isTooMuch = graphs.old.isSpent || graphs.new.isSpent
    algebra = CellAlgebra(
      axes: Self.axes(graphs, vocabulary), order: Self.order(graphs, vocabulary),
      allowance: Side.allCases.map { policies[$0].storage.limits.comparison }.max() ?? 0)
    func translated(_ side: Side, _ joint: inout CellAlgebra) -> CellGraph {
      var translation = GraphTranslation(
        from: graphs[side].algebra, of: side, to: joint, vocabulary: vocabulary)
      return translation.translate(graphs[side].root, &joint)
    }
    let oldRoot = translated(.old, &algebra)
    var roots = Sides(old: oldRoot, new: isSame ? oldRoot : translated(.new, &algebra))
    let possible = possibility.cells(&algebra)
    if possible != .full {
      roots = Sides(
        old: algebra.choose(possible, roots.old, else: .empty),
        new: algebra.choose(possible, roots.new, else: .empty))
    }
    addNotOffered(to: &roots, compared.readsTenants, &book)
    let proofs = isSame ? nil : self.proofs(tableCells, policies)
    pair(
      roots, book, outOfReach: self.cells(of: compared.unreachable), proofs: proofs,
      added: compared.added, platforms: compared.platforms)
    let isThere = algebra.mapping(root) { $0 == 0 ? 0 : 1 }
    cellCount = algebra.count(isThere)
  }

  /// Returns the cells in which each policy treats the attempt as proof of its address; nil if neither policy
  /// records proof.
  ///
  /// For the new policy, the result also contains the cells that meet the old policy's conditions of `proof`, if the
  /// new policy has the facts of these conditions.
  private mutating func proofs(
    _ cells: Sides<TableCells>, _ policies: Sides<CompiledPolicy>
  ) -> Sides<CellGraph>? {
    guard Self.recordsProof(tables, policies) else { return nil }
    var proofs = Sides { _ in CellGraph.empty }
    for side in Side.allCases {
      let own = policies[side].storage.proof
      let former = policies.new.conditions(named: policies.old.storage.proof, in: policies.old)
      let graph = AnswerGraph(
        proofs: side == .old ? [own] : [own, former], of: policies[side], cells[side])
      var translation = GraphTranslation(
        from: graph.algebra, of: side, to: algebra, vocabulary: vocabulary)
      let joint = translation.translate(graph.root, &algebra)
      proofs[side] = algebra.mapping(joint) { $0 == 2 ? 1 : 0 }
    }
    return proofs
  }

  private static func recordsProof(_ tables: Sides<Int>, _ policies: Sides<CompiledPolicy>) -> Bool
  {
    Side.allCases.contains { side in
      policies[side].storage.tables[tables[side]].rows.contains {
        EffectMeaning.recordsProof($0.answer.effects)
      }
    }
  }

  // MARK: Cells

  /// For each axis, whether at least one policy hides the axis's fact from the caller.
  var hiddenAxes: [Bool] {
    algebra.axes.map { vocabulary.isHidden($0.fact, from: caller) }
  }

  /// Returns the conditions that each policy's cells must distinguish in addition to the conditions of the policy's
  /// rows.
  private static func distinguishing(
    _ tables: Sides<Int>, of policies: Sides<CompiledPolicy>, vocabulary: JointVocabulary
  ) -> Sides<[ResolvedCondition]> {
    let hasOtherKinds =
      Set(policies.old.storage.tables[tables.old].kinds)
      != Set(policies.new.storage.tables[tables.new].kinds)
    let creates = Side.allCases.contains { side in
      policies[side].storage.tables[tables[side]].rows.contains { row in
        row.answer.effects.contains { $0.templates.makeAccount }
      }
    }
    let own = Sides { side in
      var further = AnswerGraph.distinguishing(tables[side], of: policies[side])
      if hasOtherKinds {
        further += AnswerGraph.everyValue(
          of: [EngineFact.kind.rawValue], policies[side].vocabulary.schema)
      }
      if Self.recordsProof(tables, policies) {
        let policy = policies[side]
        further += policy.storage.proof
        if side == .new {
          further += policy.conditions(named: policies.old.storage.proof, in: policies.old)
        }
      }
      return creates ? further + JointPresence.conditions : further
    }
    let tests = Sides { side in
      policies[side].withDerived(policies[side].tests(ofTable: tables[side])) + own[side]
    }
    // A cell must not contain both accounts with the attempt's credential and accounts without that credential.
    let testsCredential = Side.allCases.contains { side in
      tests[side].contains { $0.fact == EngineFact.credential.rawValue }
    }
    return Sides { side in
      own[side] + tests[side.other].compactMap { vocabulary.translate($0, from: side.other) }
        + vocabulary.valuesAlone(in: side) + (testsCredential ? [JointPresence.holding] : [])
    }
  }

  /// Returns the joint axes, on which two values share a class only if neither policy's graph separates the values.
  private static func axes(
    _ graphs: Sides<AnswerGraph>, _ vocabulary: JointVocabulary
  ) -> [CellAxis] {
    var sets = [[ValueSet]](repeating: [], count: vocabulary.facts.count)
    for side in Side.allCases {
      for axis in graphs[side].algebra.axes where vocabulary.joint[side][axis.fact] >= 0 {
        let fact = vocabulary.joint[side][axis.fact]
        sets[fact] += axis.members.map {
          vocabulary.values(of: fact, holding: ValueSet($0), side)
        }
      }
      for fact in sets.indices {
        let missing = vocabulary.values(of: fact, missingIn: side)
        if !missing.isEmpty {
          sets[fact].append(missing)
        }
      }
    }
    return sets.indices.filter { !sets[$0].isEmpty }.map { fact in
      CellAxis(
        fact: fact, valueCount: vocabulary.facts[fact].values.count, distinguishedBy: sets[fact])
    }
  }

  /// Returns the branching order of the joint graphs: one policy's order, with the facts of only the other policy
  /// inserted.
  private static func order(
    _ graphs: Sides<AnswerGraph>, _ vocabulary: JointVocabulary
  ) -> AxisOrder {
    let orders = Sides { graphs[$0].algebra.order }
    guard !(orders.old.isDeclared && orders.new.isDeclared) else { return .declared }
    let facts = Sides { side in
      let algebra = graphs[side].algebra
      return algebra.branching.map { vocabulary.joint[side][algebra.axes[$0].fact] }
        .filter { $0 >= 0 }
    }
    // An order that one policy chose to keep its graph small takes precedence over the order of declaration.
    let (first, second) =
      orders.old.isDeclared ? (facts.new, facts.old) : (facts.old, facts.new)
    var joint = first
    var place = 0
    for fact in second {
      if let known = joint.firstIndex(of: fact) {
        place = known + 1
      } else {
        joint.insert(fact, at: place)
        place += 1
      }
    }
    return AxisOrder(joint)
  }
}

extension TableComparison {
  /// Returns the set of a group's cells, as a graph.
  mutating func cells(of group: Int) -> CellGraph {
    algebra.mapping(root) { $0 == Self.number(group) ? 1 : 0 }
  }

  /// Returns a small set of boxes that together contain a group's cells, and possibly impossible cells.
  mutating func boxes(of group: Int) -> [GroupBox] {
    let cells = cells(of: group)
    let free = algebra.mapping(root) { $0 == 0 ? 1 : 0 }
    let space = algebra.complement(free)
    var result: [GroupBox] = []
    for box in algebra.fewBoxes(of: cells, free: free, orders: orders(group)) {
      let inside = algebra.set(of: box)
      let changed = algebra.intersection(inside, cells)
      var shown: [GroupBox.Limit] = []
      for axis in algebra.axes.indices where box.classes[axis].count < algebra.axes[axis].classCount
      {
        var wider = box
        wider.classes[axis] = .all(algebra.axes[axis].classCount)
        let open = algebra.classes(of: axis, in: space, within: wider)
        let own = box.classes[axis].intersection(open)
        if own != open {
          shown.append(GroupBox.Limit(axis: axis, classes: own, others: open.subtracting(own)))
        }
      }
      result.append(GroupBox(box: box, count: algebra.count(changed), limits: shown))
    }
    return result
  }

  /// A box that contains some or all cells of a group.
  struct GroupBox: Sendable {
    /// A restriction of a box on one axis: the classes in the box, and the classes that would also be possible without
    /// the restriction.
    struct Limit: Sendable {
      var axis: Int
      var classes: ValueSet
      var others: ValueSet
    }

    var box: CellBox
    /// The number of the group's cells in the box.
    var count: Int
    /// The axes on which the box excludes possible classes of values.
    var limits: [Limit]
  }

  /// Returns the number of cells in a group.
  mutating func count(of group: Int) -> Int {
    let cells = cells(of: group)
    return algebra.count(cells)
  }

  /// Returns the group and the cell of an attempt from the facts that each policy reads; nil if both answers are equal.
  ///
  /// The result is also nil if the facts belong to no joint cell.
  func group(_ old: FactVector, _ new: FactVector) -> (group: Int, cell: [Int])? {
    // Most answers are equal, so the function reads only the facts along one path of the graph.
    var graph = root
    while algebra.axis(of: graph) < algebra.axes.count {
      let axis = algebra.axis(of: graph)
      let value = vocabulary.value(of: algebra.axes[axis].fact, old, new)
      guard value >= 0 else { return nil }
      graph = algebra.branch(graph, axis: axis, class: algebra.axes[axis].classOfValue[value])
    }
    guard graph != .empty, graph != .full else { return nil }
    var cell: [Int] = []
    for axis in algebra.axes {
      let value = vocabulary.value(of: axis.fact, old, new)
      guard value >= 0 else { return nil }
      cell.append(axis.classOfValue[value])
    }
    let number = algebra.number(of: root, at: cell)
    return number < 2 ? nil : (number - 2, cell)
  }

  /// Returns two answers in words: the group's answer, and another answer that the caller can newly distinguish from
  /// the group's answer.
  func answersToldApart(_ group: CellGroup) -> [String]? {
    guard group.kinds.contains(.tellsMore), let other = toldApart[group], let own = ownShown[group]
    else { return nil }
    return [own.words, other.words]
  }

  private func facts(testedBy source: Decision.Source, _ side: Side) -> ValueSet {
    switch source {
    case .row(let index): tested[side][index]
    case .guarding(let index), .would(let index, _): guardTests[side][index]
    case .impossible, .cannotOccur, .staleTicket: ValueSet()
    }
  }

  /// Returns the orders of facts in which the comparison widens the boxes of a group.
  ///
  /// Facts that the two rows do not test come first, so that the remaining restrictions use facts of the rows.
  private func orders(_ group: Int) -> [[Int]] {
    let sources = groups[group].sources
    let both = facts(testedBy: sources.old, .old).union(facts(testedBy: sources.new, .new))
    let other = algebra.axes.indices.filter { !both.contains(algebra.axes[$0].fact) }
    let named = algebra.axes.indices.filter { both.contains(algebra.axes[$0].fact) }
    return [other + named, other.reversed() + named.reversed(), other + named.reversed()]
  }
}

extension CompiledPolicy {
  /// Translates conditions of another policy by the names of facts and values.
  ///
  /// Returns an empty list if this policy lacks one of the facts.
  fileprivate func conditions(
    named conditions: [ResolvedCondition], in other: CompiledPolicy
  ) -> [ResolvedCondition] {
    var result: [ResolvedCondition] = []
    for condition in conditions {
      let declared = other.vocabulary.schema.facts[condition.fact]
      guard let fact = vocabulary.schema.index(of: declared.name) else { return [] }
      let values = condition.values.values.compactMap { value in
        vocabulary.schema.facts[fact].value(named: declared.values[value])
      }
      result.append(
        ResolvedCondition(fact: fact, values: ValueSet(values), position: condition.position))
    }
    return result
  }
}
