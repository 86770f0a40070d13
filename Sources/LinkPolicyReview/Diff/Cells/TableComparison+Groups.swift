internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyExploration

extension TableComparison {
  /// Pairs the answers of both policies cell by cell, and groups the cells whose answers differ.
  mutating func pair(
    _ roots: Sides<CellGraph>, _ book: AnswerBook, outOfReach: CellGraph,
    proofs: Sides<CellGraph>?, added: AddedProviders, platforms: Set<Name>
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
    let told = self.told(in: paired, pairs: pairs, book: book, shown: &shown)
    let aspects = self.aspects(outOfReach: outOfReach, proofs: proofs, added: added)
    let cells = algebra.pairing(aspects, told) { $0 + $1 * CellAspects.count }
    let (caller, duties, stakes) = (caller, duties, stakes)
    var groups: [CellGroup] = []
    var numberOfGroup: [CellGroup: Int] = [:]
    var toldApart: [CellGroup: ShownAnswer] = [:]
    var ownShown: [CellGroup: ShownAnswer] = [:]
    root = algebra.pairing(paired, cells) { pair, number in
      guard pair > 0, let old = book.meaning(pairs[pair - 1].old),
        let new = book.meaning(pairs[pair - 1].new)
      else { return 0 }
      let aspects = CellAspects(rawValue: number % CellAspects.count)
      var situation = ChangeSituation(
        isThere: aspects.contains(.isThere), holdsCredential: aspects.holdsCredential,
        caller: caller, duties: duties, stakes: stakes,
        believes: proofs.map { _ in aspects.believes },
        telling: shown.telling(old, new, in: number / CellAspects.count))
      situation.isSignedOut = aspects.contains(.isSignedOut)
      situation.isOfNewProvider = aspects.contains(.isOfNewProvider)
      let kinds = ChangeKind.kinds(from: old, to: new, in: situation)
      guard !kinds.isEmpty else { return 1 }
      let group = CellGroup(
        sources: Sides(old: old.source ?? .impossible, new: new.source ?? .impossible),
        kinds: aspects.contains(.isOutOfReach) ? kinds + [.unreachable] : kinds,
        proving: old.isProof == new.isProof || old.writes != new.writes
          ? nil : old.isProof ? .old : .new,
        isOfAddedProvider: aspects.contains(.isOfAddedProvider))
      if let known = numberOfGroup[group] {
        return known
      }
      if situation.telling.more {
        ownShown[group] = new.shown
        toldApart[group] = shown.toldApart(old, new, in: number / CellAspects.count)
      }
      groups.append(group)
      numberOfGroup[group] = Self.number(groups.count - 1)
      return Self.number(groups.count - 1)
    }
    self.groups = groups
    self.toldApart = toldApart
    self.ownShown = ownShown
    sortGroups()
  }

  /// Returns a graph with a number for each cell; the number represents the answer pairs that the caller considers
  /// possible before the attempt.
  ///
  /// Cells that the caller cannot distinguish before the attempt share one set, which contains the answer pairs of all
  /// these cells.
  private mutating func told(
    in paired: CellGraph, pairs: [Sides<Int>], book: AnswerBook, shown: inout ShownPairs
  ) -> CellGraph {
    let sets = algebra.mapping(paired) { pair in
      guard pair > 0, let old = book.meaning(pairs[pair - 1].old),
        let new = book.meaning(pairs[pair - 1].new)
      else { return 0 }
      return shown.number(old, new)
    }
    return algebra.gathering(hiddenAxes, in: sets) { shown.union($0, $1) }
  }

  /// Returns the aspects of each cell, such as a missing session, from which the kinds of change in the cell follow.
  private mutating func aspects(
    outOfReach: CellGraph, proofs: Sides<CellGraph>?, added: AddedProviders
  ) -> CellGraph {
    var aspects = CellGraph.empty
    let isNew = cells(
      ofProviders: vocabulary.values(of: EngineFact.provider.rawValue, missingIn: .old))
    let isAdded = cells(ofProviders: vocabulary.providers(named: added.words))
    let there = JointPresence.cells(&algebra, vocabulary)
    let tellsHolders = JointPresence.tellsHolders(algebra)
    let holders = JointPresence.holders(&algebra, vocabulary)
    let sets: [(CellGraph, CellAspects)] = [
      (there, .isThere), (holders, .isHolder), (outOfReach, .isOutOfReach),
      (tellsHolders ? .full : .empty, .tellsHolder), (proofs?.old ?? .empty, .isOldProof),
      (proofs?.new ?? .empty, .isNewProof), (isNew, .isOfNewProvider),
      (isAdded, .isOfAddedProvider),
      (signedOutCells(), .isSignedOut),
    ]
    for (cells, aspect) in sets {
      aspects = algebra.pairing(aspects, cells) { $0 + $1 * aspect.rawValue }
    }
    return aspects
  }

  /// Returns the cells in which the caller's session is missing or ended; empty if no axis distinguishes
  /// sessions.
  private mutating func signedOutCells() -> CellGraph {
    let fact = EngineFact.session.rawValue
    guard let axis = algebra.axes.firstIndex(where: { $0.fact == fact }) else { return .empty }
    let ended = vocabulary.values(
      of: fact, holding: ValueSet(of: FactValue.SessionValue.none, .revoked, .gone), .new)
    var box = CellBox(algebra.axes.map { .all($0.classCount) })
    let members = algebra.axes[axis].members
    box.classes[axis] = ValueSet(
      members.indices.filter { ValueSet(members[$0]).isSubset(of: ended) })
    return box.classes[axis].isEmpty ? .empty : algebra.set(of: box)
  }

  /// Returns the cells with the given joint providers; empty if no axis distinguishes providers.
  private mutating func cells(ofProviders values: ValueSet) -> CellGraph {
    let fact = EngineFact.provider.rawValue
    guard !values.isEmpty, let axis = algebra.axes.firstIndex(where: { $0.fact == fact }) else {
      return .empty
    }
    var box = CellBox(algebra.axes.map { .all($0.classCount) })
    box.classes[axis] = algebra.axes[axis].classes(touching: values)
    return algebra.set(of: box)
  }

  /// Sets a policy's answer to "not offered" in cells with a value that the policy lacks.
  ///
  /// The policy rejects attempts with an undeclared value as malformed.
  ///
  /// A policy that does not test tenants also rejects attempts across tenants.
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

  /// Returns the cells that no sequence of attempts reaches from the empty store under either policy.
  ///
  /// A proof from the effects of each policy shows that the cells are unreachable.
  mutating func cells(of unreachable: Sides<Unreachable>) -> CellGraph {
    var cells = CellGraph.full
    for side in Side.allCases {
      var own = CellGraph.empty
      for condition in unreachable[side].values(inTable: tables[side]) {
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

/// The aspects of a cell, such as a missing session, from which the kinds of change in the cell follow.
private struct CellAspects: OptionSet {
  let rawValue: Int

  /// The attempt finds an account.
  static let isThere = CellAspects(rawValue: 1)
  /// The account has the attempt's credential.
  static let isHolder = CellAspects(rawValue: 2)
  /// No sequence of attempts from the empty store reaches the cell.
  static let isOutOfReach = CellAspects(rawValue: 4)
  /// The comparison has separate cells for accounts with and without the attempt's credential.
  static let tellsHolder = CellAspects(rawValue: 8)
  /// The old policy treats the attempt as proof of the attempt's address.
  ///
  /// The flag ``isNewProof`` has the same meaning for the new policy.
  static let isOldProof = CellAspects(rawValue: 16)
  static let isNewProof = CellAspects(rawValue: 32)
  /// Only the new policy declares the attempt's provider.
  static let isOfNewProvider = CellAspects(rawValue: 64)
  /// Only the new policy declares the attempt's provider, and this policy does not trust the provider's assertions.
  static let isOfAddedProvider = CellAspects(rawValue: 128)
  /// The caller's session is missing or ended.
  static let isSignedOut = CellAspects(rawValue: 256)
  static let count = 512

  var believes: Sides<Bool> { Sides(old: contains(.isOldProof), new: contains(.isNewProof)) }

  var holdsCredential: Bool? { contains(.tellsHolder) ? contains(.isHolder) : nil }
}

extension TableComparison.CellGroup {
  /// The sort key: the position of the old row, then the position of the new row.
  fileprivate var order: (Int, Int) { (sources.old.order, sources.new.order) }
}

extension Decision.Source {
  /// The sort key, which places guards before rows.
  fileprivate var order: Int {
    switch self {
    case .impossible, .cannotOccur, .staleTicket: -1
    case .guarding(let index), .would(let index, _): index
    case .row(let index): 1_000_000 + index
    }
  }
}

/// The facts that show whether an attempt finds an account: by its target, its address or its credential.
enum JointPresence {
  private static var found: [(fact: EngineFact, values: ValueSet)] {
    [
      (
        .account,
        ValueSet(of: FactValue.AccountVerification.noAddress, .unverified, .verified)
      ),
      (.address, ValueSet(of: FactValue.Address.own, .taken, .several)),
      (.credential, held),
    ]
  }

  /// The conditions that show that an attempt finds an account; one of them is enough.
  static var conditions: [ResolvedCondition] {
    found.map {
      ResolvedCondition(
        fact: $0.fact.rawValue, values: $0.values, position: SourcePosition(line: 1, column: 1))
    }
  }

  /// The condition that the account has the attempt's credential.
  static var holding: ResolvedCondition {
    ResolvedCondition(
      fact: EngineFact.credential.rawValue, values: held,
      position: SourcePosition(line: 1, column: 1))
  }

  private static var held: ValueSet { ValueSet(of: FactValue.CredentialValue.own, .known) }

  /// Returns whether an attempt with the given facts finds an account.
  static func isThere(_ facts: FactVector) -> Bool {
    found.contains { $0.values.contains(facts[$0.fact]) }
  }

  /// Returns the cells in which the attempt finds an account; empty if no axis distinguishes the facts of
  /// ``conditions``.
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

  /// Returns whether the cells distinguish accounts that have the attempt's credential.
  static func tellsHolders(_ algebra: CellAlgebra) -> Bool {
    algebra.axes.contains { $0.fact == EngineFact.credential.rawValue }
  }

  /// Returns the cells in which the account has the attempt's credential.
  static func holders(_ algebra: inout CellAlgebra, _ vocabulary: JointVocabulary) -> CellGraph {
    let fact = EngineFact.credential.rawValue
    guard let axis = algebra.axes.firstIndex(where: { $0.fact == fact }) else { return .empty }
    var box = CellBox(algebra.axes.map { .all($0.classCount) })
    box.classes[axis] = algebra.axes[axis].classes(
      touching: vocabulary.values(of: fact, holding: held, .old))
    return algebra.set(of: box)
  }
}
