internal import LinkPolicy
internal import LinkPolicyAnalysis

extension TableComparison {
  /// Lays the answers side by side and groups where they differ.
  mutating func pair(
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
        proving: old.isProof == new.isProof || old.writes != new.writes
          ? nil : old.isProof ? .old : .new)
      if let known = numberOfGroup[group] {
        return known
      }
      groups.append(group)
      numberOfGroup[group] = Self.number(groups.count - 1)
      return Self.number(groups.count - 1)
    }
    let there = JointPresence.cells(&algebra, vocabulary)
    let changed = algebra.mapping(paired) { number($0, isThere: true) }
    let fresh = algebra.mapping(paired) { number($0, isThere: false) }
    let unreached = algebra.mapping(paired) { number($0, isThere: false, isReached: false) }
    root = algebra.choose(there, changed, else: fresh)
    root = algebra.choose(outOfReach, unreached, else: root)
    self.groups = groups
    // The other choice may have made groups that no cell has.
    dropEmptyGroups()
  }

  /// Answers what one policy has no such value for, as it does: the attempt is malformed there.
  mutating func addNotOffered(to roots: inout Sides<CellGraph>, _ book: inout AnswerBook) {
    let translated = roots
    for side in Side.allCases {
      for (index, axis) in algebra.axes.enumerated() {
        let missing = vocabulary.values(of: axis.fact, missingIn: side)
        guard !missing.isEmpty else { continue }
        var box = CellBox(algebra.axes.map { .all($0.classCount) })
        box.classes[index] = axis.classes(touching: missing)
        let other = algebra.mapping(translated[side.other]) { $0 == 0 ? 0 : 1 }
        let cells = algebra.intersection(other, algebra.set(of: box))
        let answer = CellGraph.terminal(book.number(of: .notOffered))
        roots[side] = algebra.choose(cells, answer, else: roots[side])
      }
    }
  }

  /// The cells that no sequence from the empty store comes to under either policy, as far as their
  /// effects prove it.
  mutating func unreachable(_ policies: Sides<CompiledPolicy>) -> CellGraph {
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
}

extension TableComparison.Group {
  /// By the rows' places: the old one's first.
  fileprivate var order: (Int, Int) { (sources.old.order, sources.new.order) }
}

extension Decision.Source {
  /// Guards come before rows.
  fileprivate var order: Int {
    switch self {
    case .impossible, .cannotOccur, .staleTicket: -1
    case .guarding(let index), .would(let index, _): index
    case .row(let index): 1_000_000 + index
    }
  }
}
