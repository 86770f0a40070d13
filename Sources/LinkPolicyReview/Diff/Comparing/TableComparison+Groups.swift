internal import LinkPolicy
internal import LinkPolicyAuthoring

extension TableComparison {
  /// Lays the answers side by side and groups where they differ.
  mutating func pair(
    _ roots: Sides<CellGraph>, _ book: AnswerBook, outOfReach: CellGraph,
    proofs: Sides<CellGraph>?, platforms: Set<Name>
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
    var shown = ShownPairs(platforms: platforms)
    let told = self.told(paired, pairs, book, &shown)
    let aspects = self.aspects(outOfReach, proofs)
    let cells = algebra.pairing(aspects, told) { $0 + $1 * CellAspects.count }
    let (caller, duties) = (caller, duties)
    var groups: [Group] = []
    var numberOfGroup: [Group: Int] = [:]
    root = algebra.pairing(paired, cells) { pair, number in
      guard pair > 0, let old = book.meaning(pairs[pair - 1].old),
        let new = book.meaning(pairs[pair - 1].new)
      else { return 0 }
      let aspects = CellAspects(rawValue: number % CellAspects.count)
      let situation = ChangeSituation(
        isThere: aspects.contains(.isThere), holdsCredential: aspects.holdsCredential,
        caller: caller, duties: duties, believes: proofs.map { _ in aspects.believes },
        telling: shown.telling(old, new, in: number / CellAspects.count))
      let kinds = ChangeKind.kinds(from: old, to: new, in: situation)
      guard !kinds.isEmpty else { return 1 }
      let group = Group(
        sources: Sides(old: old.source ?? .impossible, new: new.source ?? .impossible),
        kinds: aspects.contains(.isOutOfReach) ? kinds + [.unreachable] : kinds,
        proving: old.isProof == new.isProof || old.writes != new.writes
          ? nil : old.isProof ? .old : .new)
      if let known = numberOfGroup[group] {
        return known
      }
      groups.append(group)
      numberOfGroup[group] = Self.number(groups.count - 1)
      return Self.number(groups.count - 1)
    }
    self.groups = groups
    sortGroups()
  }

  /// For each cell the number of what is shown in all that differ from it only in what the caller does not know.
  private mutating func told(
    _ paired: CellGraph, _ pairs: [Sides<Int>], _ book: AnswerBook, _ shown: inout ShownPairs
  ) -> CellGraph {
    let sets = algebra.mapping(paired) { pair in
      guard pair > 0, let old = book.meaning(pairs[pair - 1].old),
        let new = book.meaning(pairs[pair - 1].new)
      else { return 0 }
      return shown.number(old, new)
    }
    return algebra.gathering(hiddenAxes, in: sets) { shown.union($0, $1) }
  }

  /// What else of each cell decides what a change does there.
  private mutating func aspects(_ outOfReach: CellGraph, _ proofs: Sides<CellGraph>?) -> CellGraph {
    var aspects = CellGraph.empty
    let there = JointPresence.cells(&algebra, vocabulary)
    let tellsHolders = JointPresence.tellsHolders(algebra)
    let holders = JointPresence.holders(&algebra, vocabulary)
    let sets: [(CellGraph, CellAspects)] = [
      (there, .isThere), (holders, .isHolder), (outOfReach, .isOutOfReach),
      (tellsHolders ? .full : .empty, .tellsHolder), (proofs?.old ?? .empty, .isOldProof),
      (proofs?.new ?? .empty, .isNewProof),
    ]
    for (cells, aspect) in sets {
      aspects = algebra.pairing(aspects, cells) { $0 + $1 * aspect.rawValue }
    }
    return aspects
  }

  /// Answers what one policy has no such value for, as it does: the attempt is malformed there.
  ///
  /// A policy that tests no tenant decides nothing across tenants.
  mutating func addNotOffered(
    to roots: inout Sides<CellGraph>, _ readsTenants: Sides<Bool>, _ book: inout AnswerBook
  ) {
    let translated = roots
    for side in Side.allCases {
      for (index, axis) in algebra.axes.enumerated() {
        var missing = vocabulary.values(of: axis.fact, missingIn: side)
        if axis.fact == EngineFact.tenant.rawValue, !readsTenants[side] {
          missing.insert(FactValue.Tenant.other.rawValue)
        }
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

  private mutating func sortGroups() {
    let kept = groups.indices
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

/// What of a cell decides what a change does there.
private struct CellAspects: OptionSet {
  let rawValue: Int

  /// Whether an account is found.
  static let isThere = CellAspects(rawValue: 1)
  /// Whether it has the attempt's credential.
  static let isHolder = CellAspects(rawValue: 2)
  /// Whether no sequence comes to the cell.
  static let isOutOfReach = CellAspects(rawValue: 4)
  /// Whether the cells tell who holds the credential.
  static let tellsHolder = CellAspects(rawValue: 8)
  /// Whether each policy takes the attempt for proof of its address.
  static let isOldProof = CellAspects(rawValue: 16)
  static let isNewProof = CellAspects(rawValue: 32)
  static let count = 64

  var believes: Sides<Bool> { Sides(old: contains(.isOldProof), new: contains(.isNewProof)) }

  var holdsCredential: Bool? { contains(.tellsHolder) ? contains(.isHolder) : nil }
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
