internal import LinkPolicy
internal import LinkPolicyAuthoring

/// Two tables of one action laid side by side, cell by cell.
struct TableComparison: Sendable {
  /// Where one row of the old policy decides and one of the new, otherwise in one way.
  struct Group: Hashable, Sendable {
    var sources: Sides<Decision.Source>
    var kinds: [ChangeKind]
    /// Which policy counts the method as proof of its address, where only one does and nothing
    /// else is done otherwise.
    var proving: Side?
  }

  /// The tables' indices.
  let tables: Sides<Int>
  /// The algebra of the joint cells; the axes' facts are joint ones.
  var algebra: CellAlgebra
  /// The groups.
  var groups: [Group] = []
  /// How many cells there are.
  private(set) var cellCount = 0
  /// 0 where a cell cannot occur, 1 where the answers are the same, 2 and above by group.
  var root = CellGraph.empty
  let vocabulary: JointVocabulary
  /// Whether the cells of one of the tables were too many to begin with.
  private let isTooMuch: Bool
  /// Whether the cells are more than the allowance holds: nothing in them says anything then.
  var isSpent: Bool { isTooMuch || algebra.isSpent }
  /// The joint facts that each row and guard tests, with those behind derived facts.
  let tested: Sides<[ValueSet]>
  let guardTests: Sides<[ValueSet]>
  /// Who makes the attempts.
  let caller: ChangeSituation.Caller
  /// What the attempts are for.
  let duties: ActionDuties

  /// The number of a group in ``root``.
  static func number(_ group: Int) -> Int { group + 2 }

  init(
    _ tables: Sides<Int>, of policies: Sides<CompiledPolicy>, _ vocabulary: JointVocabulary,
    _ makers: inout Sides<CellMaker>, sharesSpace: Bool, readsTenants: Sides<Bool>
  ) {
    self.tables = tables
    self.vocabulary = vocabulary
    let possibility = JointPossibility(tables, of: policies, vocabulary)
    let own = Self.distinguishing(tables, policies, vocabulary)
    let further = Sides { own[$0] + possibility.distinguishing($0) }
    var book = AnswerBook()
    let kinds = Sides { policies[$0].storage.tables[tables[$0]].kinds }
    let old = makers.old.boxes(ofTable: tables.old)
    let new =
      sharesSpace && kinds.old == kinds.new ? old : makers.new.boxes(ofTable: tables.new)
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
    // Equal policies can be written in another order, and what is numbered by it is numbered otherwise then.
    let isSame = sharesSpace && policies.old.digest == policies.new.digest
    let tableCells = Sides(old: oldCells, new: isSame ? oldCells : cells(.new))
    let graphs = Sides(old: before, new: isSame ? before : graph(.new, tableCells.new))
    tested = Sides { side in
      let table = policies[side].storage.tables[tables[side]]
      return Self.testedFacts(table.rows, policies[side], vocabulary.joint[side])
    }
    guardTests = Sides { side in
      Self.testedFacts(policies[side].storage.guards, policies[side], vocabulary.joint[side])
    }
    caller = ChangeSituation.Caller(table: tables.new, of: policies.new)
    duties = ActionDuties(table: tables.new, of: policies.new)
    isTooMuch = graphs.old.isSpent || graphs.new.isSpent
    algebra = CellAlgebra(
      axes: Self.axes(graphs, vocabulary), order: Self.order(graphs, vocabulary),
      allowance: Side.allCases.map { policies[$0].storage.limits.comparison }.max() ?? 0)
    var roots = Sides { _ in CellGraph.empty }
    for side in Side.allCases {
      var translation = GraphTranslation(graphs[side].algebra, side, algebra, vocabulary)
      roots[side] = translation.translate(graphs[side].root, &algebra)
    }
    let possible = possibility.cells(&algebra)
    if possible != .full {
      roots = Sides(
        old: algebra.choose(possible, roots.old, else: .empty),
        new: algebra.choose(possible, roots.new, else: .empty))
    }
    addNotOffered(to: &roots, readsTenants, &book)
    let proofs = isSame ? nil : self.proofs(tableCells, policies)
    pair(
      roots, book, outOfReach: unreachable(policies), proofs: proofs,
      platforms: policies.old.platforms.union(policies.new.platforms))
    let isThere = algebra.mapping(root) { $0 == 0 ? 0 : 1 }
    cellCount = algebra.count(isThere)
  }

  /// The cells in which each policy takes the attempt for proof of its address; nil where neither records any proof.
  ///
  /// What the old policy took for proof, the new one takes for proof as far as it knows the words, whatever it says itself:
  /// who no longer believes a provider edits facts.
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
      var translation = GraphTranslation(graph.algebra, side, algebra, vocabulary)
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

  /// The axes of facts that the caller does not know.
  var hiddenAxes: [Bool] {
    algebra.axes.map { axis in
      let isLabel = vocabulary.isLabel(axis.fact)
      return caller.hidden.contains { $0.rawValue == axis.fact } || isLabel && caller.hidesLabels
    }
  }

  /// The joint facts that rows test, and those behind them; `joint` are the joint ones of the
  /// policy's own.
  private static func testedFacts(
    _ rows: [CompiledRow], _ policy: CompiledPolicy, _ joint: [Int]
  ) -> [ValueSet] {
    let first = policy.vocabulary.schema.derived.lowerBound
    let behind = policy.factsBehindDerived
    return rows.map { row in
      var facts = ValueSet(row.conditions.map { $0.fact })
      for derived in behind.indices where facts.contains(first + derived) {
        facts = facts.union(behind[derived])
      }
      return ValueSet(facts.values.map { joint[$0] }.filter { $0 >= 0 })
    }
  }

  /// What each policy's cells have to tell apart beside what its own conditions test.
  private static func distinguishing(
    _ tables: Sides<Int>, _ policies: Sides<CompiledPolicy>, _ vocabulary: JointVocabulary
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
    return Sides { side in
      own[side] + tests[side.other].compactMap { vocabulary.translate($0, from: side.other) }
    }
  }

  /// The joint axes: the classes that either policy's graph tells apart.
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

  /// The order in which joint graphs branch: that of the old policy's, with the facts of the new
  /// one alone where its own graphs have them.
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
    // Where one side is as declared, the other had a reason not to be.
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

extension CompiledPolicy {
  /// Conditions of another policy, by the names of their facts and values; none where one of the facts is not declared here.
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
