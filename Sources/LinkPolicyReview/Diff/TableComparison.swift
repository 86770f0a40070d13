internal import LinkPolicy

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
  private(set) var algebra: CellAlgebra
  /// The groups.
  private(set) var groups: [Group] = []
  /// How many cells there are.
  private(set) var cellCount = 0
  /// 0 where a cell cannot occur, 1 where the answers are the same, 2 and above by group.
  private var root = CellGraph.empty
  private let vocabulary: JointVocabulary
  /// The joint facts that each row and guard tests, with those behind derived facts.
  private let tested: Sides<[ValueSet]>
  private let guardTests: Sides<[ValueSet]>

  /// The number of a group in ``root``.
  private static func number(_ group: Int) -> Int { group + 2 }

  init(
    _ tables: Sides<Int>, of policies: Sides<Policy>, _ vocabulary: JointVocabulary,
    _ makers: inout Sides<CellMaker>, sharesSpace: Bool
  ) {
    self.tables = tables
    self.vocabulary = vocabulary
    let told = Self.toldApart(tables, policies, vocabulary)
    var book = AnswerBook()
    let kinds = Sides { policies[$0].storage.tables[tables[$0]].kinds }
    let old = makers.old.boxes(ofTable: tables.old)
    let new =
      sharesSpace && kinds.old == kinds.new ? old : makers.new.boxes(ofTable: tables.new)
    let boxes = Sides(old: old, new: new)
    func graph(_ side: Side) -> AnswerGraph {
      let cells = makers[side].cells(
        ofTable: tables[side], within: boxes[side], toldApart: told[side])
      return AnswerGraph(
        table: tables[side], of: policies[side], cells, tellsRows: true, &book)
    }
    let before = graph(.old)
    let isSame = policies.old.digest == policies.new.digest
    let graphs = Sides(old: before, new: isSame ? before : graph(.new))
    tested = Sides { side in
      Self.testedFacts(tables[side], policies[side]).map { facts in
        ValueSet(facts.values.map { vocabulary.joint[side][$0] }.filter { $0 >= 0 })
      }
    }
    guardTests = Sides { side in
      policies[side].storage.guards.map { row in
        let facts = policies[side].withDerived(row.conditions).map { $0.fact }
        return ValueSet(facts.map { vocabulary.joint[side][$0] }.filter { $0 >= 0 })
      }
    }
    algebra = CellAlgebra(axes: Self.axes(graphs, vocabulary))
    var roots = Sides { _ in CellGraph.empty }
    for side in Side.allCases {
      var translation = Translation(graphs[side].algebra, side, algebra, vocabulary)
      roots[side] = translation.translate(graphs[side].root, &algebra)
    }
    pair(roots, book, outOfReach: unreachable(policies))
    let isThere = algebra.mapping(root) { $0 == 0 ? 0 : 1 }
    cellCount = algebra.count(isThere)
  }

  // MARK: Cells

  /// The facts that the rows of a table test.
  private static func testedFacts(_ table: Int, _ policy: Policy) -> [ValueSet] {
    policy.storage.tables[table].rows.map { row in
      ValueSet(policy.withDerived(row.conditions).map { $0.fact })
    }
  }

  private func facts(testedBy source: Decision.Source, _ side: Side) -> ValueSet {
    switch source {
    case .row(let index): tested[side][index]
    case .guarding(let index), .would(let index, _): guardTests[side][index]
    case .impossible, .cannotOccur: ValueSet()
    }
  }

  /// Orders in which boxes of a group are widened: what neither row tests comes first, so that
  /// boxes are told in the words of the rows.
  private func orders(_ group: Int) -> [[Int]] {
    let sources = groups[group].sources
    let both = facts(testedBy: sources.old, .old).union(facts(testedBy: sources.new, .new))
    let other = algebra.axes.indices.filter { !both.contains(algebra.axes[$0].fact) }
    let named = algebra.axes.indices.filter { both.contains(algebra.axes[$0].fact) }
    return [other + named, other.reversed() + named.reversed(), other + named.reversed()]
  }

  /// What each policy's cells have to tell apart beside what its own conditions test.
  private static func toldApart(
    _ tables: Sides<Int>, _ policies: Sides<Policy>, _ vocabulary: JointVocabulary
  ) -> Sides<[ResolvedCondition]> {
    let hasOtherKinds =
      Set(policies.old.storage.tables[tables.old].kinds)
      != Set(policies.new.storage.tables[tables.new].kinds)
    let creates = Side.allCases.contains { side in
      policies[side].storage.tables[tables[side]].rows.contains { row in
        row.answer.effects.contains { $0.createsAccount }
      }
    }
    let own = Sides { side in
      var told = AnswerGraph.toldApart(tables[side], of: policies[side])
      if hasOtherKinds {
        told += AnswerGraph.everyValue(
          of: [EngineFact.kind.rawValue], policies[side].vocabulary.schema)
      }
      return creates ? told + Presence.conditions : told
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
    }
    return sets.indices.filter { !sets[$0].isEmpty }.map { fact in
      CellAxis(
        fact: fact, valueCount: vocabulary.facts[fact].values.count, toldApartBy: sets[fact])
    }
  }

  /// Lays the answers side by side and groups where they differ.
  private mutating func pair(
    _ roots: Sides<CellGraph>, _ book: AnswerBook, outOfReach: CellGraph
  ) {
    var pairs: [Sides<Int>] = []
    var numbers: [Sides<Int>: Int] = [:]
    let paired = algebra.pairing(roots.old, roots.new) { old, new in
      guard old != 0, new != 0 else { return 0 }
      let pair = Sides(old: old, new: new)
      if let known = numbers[pair] {
        return known
      }
      pairs.append(pair)
      numbers[pair] = pairs.count
      return pairs.count
    }
    var groups: [Group] = []
    var numberOfGroup: [Group: Int] = [:]
    func number(_ pair: Int, isThere: Bool, isReached: Bool = true) -> Int {
      guard pair > 0 else { return 0 }
      guard let old = book.meaning(pairs[pair - 1].old), let new = book.meaning(pairs[pair - 1].new)
      else { return 0 }
      let kinds = ChangeKind.kinds(from: old, to: new, isThere: isThere)
      guard !kinds.isEmpty else { return 1 }
      let group = Group(
        sources: Sides(old: old.source ?? .impossible, new: new.source ?? .impossible),
        kinds: isReached ? kinds : [.unreachable],
        proving: old.isProof == new.isProof || old.effects != new.effects
          ? nil : old.isProof ? .old : .new)
      if let known = numberOfGroup[group] {
        return known
      }
      groups.append(group)
      numberOfGroup[group] = Self.number(groups.count - 1)
      return Self.number(groups.count - 1)
    }
    let there = Presence.cells(&algebra, vocabulary)
    let changed = algebra.mapping(paired) { number($0, isThere: true) }
    let fresh = algebra.mapping(paired) { number($0, isThere: false) }
    let unreached = algebra.mapping(paired) { number($0, isThere: false, isReached: false) }
    root = algebra.choose(there, changed, else: fresh)
    root = algebra.choose(outOfReach, unreached, else: root)
    self.groups = groups
    // The other choice may have made groups that no cell has.
    dropEmptyGroups()
  }

  /// The cells that no sequence from the empty store comes to under either policy, as far as their
  /// effects prove it.
  private mutating func unreachable(_ policies: Sides<Policy>) -> CellGraph {
    var cells = CellGraph.full
    for side in Side.allCases {
      var own = CellGraph.empty
      for condition in Unreachable(policies[side]).values(inTable: tables[side]) {
        let fact = vocabulary.joint[side][condition.fact]
        guard let axis = algebra.axes.firstIndex(where: { $0.fact == fact }) else { continue }
        let values = vocabulary.values(of: fact, holding: condition.values, side)
        var box = CellBox(algebra.axes.map { .all($0.classCount) })
        let members = algebra.axes[axis].members
        box.classes[axis] = ValueSet(
          members.indices.filter { ValueSet(members[$0]).isSubset(of: values) })
        if !box.classes[axis].isEmpty {
          own = algebra.union(own, algebra.set(of: box))
        }
      }
      cells = algebra.intersection(cells, own)
    }
    return cells
  }

  private mutating func dropEmptyGroups() {
    let kept = groups.indices.filter { !cells(of: $0).isEmpty }
      .sorted { a, b in
        let (left, right) = (groups[a].order, groups[b].order)
        return (left.0, left.1, a) < (right.0, right.1, b)
      }
    var place = [Int](repeating: 0, count: groups.count)
    for (index, group) in kept.enumerated() {
      place[group] = Self.number(index)
    }
    root = algebra.mapping(root) { $0 < 2 ? $0 : place[$0 - 2] }
    groups = kept.map { groups[$0] }
  }

  /// The cells of a group.
  mutating func cells(of group: Int) -> CellGraph {
    algebra.mapping(root) { $0 == Self.number(group) ? 1 : 0 }
  }

  /// Few boxes that together are a group's cells, beside cells that cannot occur.
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

  /// A box of a group.
  struct GroupBox {
    /// What the box says of one axis: the classes that it has, and those that could be beside them.
    struct Limit {
      var axis: Int
      var classes: ValueSet
      var others: ValueSet
    }

    var box: CellBox
    /// How many of the group's cells it holds.
    var count: Int
    /// The axes that it limits.
    var limits: [Limit]
  }

  /// How many cells a group has.
  mutating func count(of group: Int) -> Int {
    let cells = cells(of: group)
    return algebra.count(cells)
  }

  /// The group and cell of what both policies read of one attempt; nil where the answers are the
  /// same, and where the facts are not of one cell.
  func group(_ old: FactVector, _ new: FactVector) -> (group: Int, cell: [Int])? {
    var cell: [Int] = []
    for axis in algebra.axes {
      let value = vocabulary.value(of: axis.fact, old, new)
      guard value >= 0 else { return nil }
      cell.append(axis.classOfValue[value])
    }
    let number = algebra.number(of: root, at: cell)
    return number < 2 ? nil : (number - 2, cell)
  }
}

extension TableComparison.Group {
  /// By the rows' places: the old one's first.
  fileprivate var order: (Int, Int) { (sources.old.order, sources.new.order) }
}

extension Decision.Source {
  /// Guards come before rows.
  fileprivate var order: Int {
    switch self {
    case .impossible, .cannotOccur: -1
    case .guarding(let index), .would(let index, _): index
    case .row(let index): 1_000_000 + index
    }
  }
}

extension Effect {
  /// Whether it makes an account.
  var createsAccount: Bool { self == .create || self == .createWithoutAddress }
}

/// Whether an attempt finds an account: one it points to, or one that holds its address.
private enum Presence {
  private static var found: [(fact: EngineFact, values: ValueSet)] {
    [
      (
        .account,
        ValueSet(of: FactValue.Account.noAddress, .unverified, .verified)
      ),
      (.address, ValueSet(of: FactValue.Address.own, .taken, .several)),
    ]
  }

  /// Conditions that tell it.
  static var conditions: [ResolvedCondition] {
    found.map {
      ResolvedCondition(
        fact: $0.fact.rawValue, values: $0.values, position: SourcePosition(line: 1, column: 1))
    }
  }

  /// The cells in which it does; every cell where nothing tells.
  static func cells(_ algebra: inout CellAlgebra, _ vocabulary: JointVocabulary) -> CellGraph {
    var cells = CellGraph.empty
    for (fact, values) in found {
      guard let axis = algebra.axes.firstIndex(where: { $0.fact == fact.rawValue }) else {
        continue
      }
      var box = CellBox(algebra.axes.map { .all($0.classCount) })
      let joint = vocabulary.values(of: fact.rawValue, holding: values, .old)
      box.classes[axis] = algebra.axes[axis].classes(touching: joint)
      cells = algebra.union(cells, algebra.set(of: box))
    }
    return cells
  }
}

/// Brings a graph over one policy's facts into the joint algebra.
private struct Translation {
  private let own: CellAlgebra
  /// For each own axis the joint one, and for each of its classes the joint classes.
  private var axes: [(axis: Int, classes: [ValueSet])] = []
  private var known: [CellGraph: CellGraph] = [:]

  init(
    _ own: CellAlgebra, _ side: Side, _ joint: CellAlgebra, _ vocabulary: JointVocabulary
  ) {
    self.own = own
    for axis in own.axes {
      let fact = vocabulary.joint[side][axis.fact]
      // Derived facts are in no graph that is brought here.
      let place = joint.axes.firstIndex { $0.fact == fact } ?? -1
      let classes = axis.members.map { members in
        place < 0
          ? ValueSet()
          : joint.axes[place].classes(
            touching: vocabulary.values(of: fact, holding: ValueSet(members), side))
      }
      axes.append((place, classes))
    }
  }

  mutating func translate(_ graph: CellGraph, _ joint: inout CellAlgebra) -> CellGraph {
    guard !graph.isTerminal else { return graph }
    if let done = known[graph] {
      return done
    }
    let axis = own.axis(of: graph)
    var result = CellGraph.empty
    for number in 0..<own.axes[axis].classCount {
      let branch = translate(own.branch(graph, axis: axis, class: number), &joint)
      var box = CellBox(joint.axes.map { .all($0.classCount) })
      box.classes[axes[axis].axis] = axes[axis].classes[number]
      guard !branch.isEmpty, !box.classes[axes[axis].axis].isEmpty else { continue }
      result = joint.choose(joint.set(of: box), branch, else: result)
    }
    known[graph] = result
    return result
  }
}
