internal import LinkPolicy
internal import LinkPolicyAuthoring

extension TableComparison {
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
    // Most attempts are answered alike, and only the facts on the way to that are read.
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

  private func facts(testedBy source: Decision.Source, _ side: Side) -> ValueSet {
    switch source {
    case .row(let index): tested[side][index]
    case .guarding(let index), .would(let index, _): guardTests[side][index]
    case .impossible, .cannotOccur, .staleTicket: ValueSet()
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
}
