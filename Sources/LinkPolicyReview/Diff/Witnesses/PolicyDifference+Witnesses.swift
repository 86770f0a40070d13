package import LinkPolicyExploration

extension PolicyDifference {
  // The number of stores that the first search expands for each policy, because the first stores show most differences.
  private static var wideStores: Int { 40 }
  // The number of open boxes above which the first search continues, because later searches can target only few boxes.
  private static var manyBoxes: Int { 60 }
  private static var mostWideStores: Int { 160 }

  /// Determines the kinds of change for declarations, and searches for a sequence that shows the difference in each
  /// box.
  ///
  /// - Parameters:
  ///   - limits: the bounds of an exploration, such as the maximum number of stores.
  ///   - seed: the seed of the explorations; a seed other than 0 selects other representatives, in another order.
  ///   - isSpent: a function that returns true when the search for sequences must end.
  ///   - progress: a function that receives status messages, such as `10 stores under the new policy`.
  package mutating func addWitnesses(
    limits: Explorer.Limits = Explorer.Limits(), seed: UInt64 = 0,
    until isSpent: () -> Bool = { false }, progress: (String) -> Void = { _ in }
  ) {
    addDeclarationWitnesses(limits: limits, seed: seed, progress: progress)
    addBoxWitnesses(limits: limits, seed: seed, until: isSpent, progress: progress)
  }

  /// Searches for a sequence that shows the difference in each box.
  ///
  /// The first search explores the stores of all short sequences. Later searches explore longer sequences for each open
  /// box, with only the providers and domains of the box. The kinds of change do not depend on the sequences that the
  /// search finds.
  ///
  /// - Parameters:
  ///   - limits: the bounds of an exploration, such as the maximum number of stores.
  ///   - seed: the seed of the explorations; a seed other than 0 selects other representatives, in another order.
  ///   - isSpent: a function that returns true when the search must end.
  ///   - progress: a function that receives status messages, such as `10 stores under the new policy`.
  package mutating func addBoxWitnesses(
    limits: Explorer.Limits = Explorer.Limits(), seed: UInt64 = 0,
    until isSpent: () -> Bool = { false }, progress: (String) -> Void = { _ in }
  ) {
    defer { takeTenantWitnesses() }
    guard !changes.isEmpty else { return }
    var search = WitnessSearch(self)
    let focus = WitnessFocus(self)
    var wide = limits
    wide.stores = min(Self.mostWideStores, limits.stores)
    for side in [Side.new, .old] where !search.isDone {
      var explorer = Explorer(
        policies[side], distinguishedBy: [policies[side.other]], limits: wide,
        focus.representatives(side, seed: seed))
      var looked = 0
      while !explorer.isDone, !isSpent(),
        explorer.expanded < Self.wideStores || search.open.count > Self.manyBoxes
      {
        let next = explorer.expanded + 20
        explorer.explore { $0.expanded < next && !isSpent() }
        progress("\(explorer.expanded) stores under the \(side.rawValue) policy")
        search.search(explorer, of: side, from: looked, until: isSpent)
        looked = explorer.situations.count
      }
      searchedStores += explorer.expanded
    }
    if !isSpent() {
      aim(&search, focus, limits: limits, seed: seed, until: isSpent, progress: progress)
    }
    endedEarly = !search.isDone && isSpent()
    changes = search.result
  }

  // The maximum number of stores for all further searches of both policies, as a multiple of the stores of one
  // exploration. Further stores show almost nothing new.
  private static var rounds: Int { 4 }
  // The number of stores after which the search switches to the other policy, because one policy may reach a situation
  // much earlier than the other policy.
  private static var storesAtATime: Int { 20 }
  // The number of stores after which the search gives up an aim, if none of them results in a sequence.
  private static var patience: Int { 320 }
  // The number of stores that an aim expands regardless of novelty; a few stores suffice, because providers of one kind
  // behave alike.
  private static var exactStores: Int { 10 }

  /// Explores longer sequences for the boxes that still need a sequence or a better sequence.
  private mutating func aim(
    _ search: inout WitnessSearch, _ focus: WitnessFocus, limits: Explorer.Limits, seed: UInt64,
    until isSpent: () -> Bool, progress: (String) -> Void
  ) {
    let policies = policies
    let all = Representatives(of: [policies.new, policies.old], seed: seed)
    let aims = Dictionary(
      uniqueKeysWithValues: search.open.map { ($0, focus.aims(at: $0, all)) })
    var limits = limits
    limits.exactStores = min(limits.exactStores, Self.exactStores)
    var tried: Set<WitnessFocus.Aim> = []
    var expanded = 0
    func isOpen(_ aim: WitnessFocus.Aim) -> Bool {
      search.open.contains { aims[$0]?.contains(aim) ?? false }
    }
    while expanded < Self.rounds * limits.stores, !isSpent(),
      let aim = Self.next(search.open.compactMap { aims[$0] }, except: tried)
    {
      tried.insert(aim)
      var explorers = Sides { side in
        Explorer(
          policies[side], distinguishedBy: [policies[side.other]], limits: limits,
          focus.representatives(side, seed: seed, aim), tables: aim.tables)
      }
      let goals = search.open.filter {
        !search.hasSequence($0) && aims[$0]?.contains(aim) ?? false
      }
      for side in Side.allCases {
        explorers[side].aim(
          at: goals.enumerated().map { search.goal($1, numbered: $0, side) },
          focus.representatives(side, seed: seed, goals.first.flatMap { aims[$0]?.first } ?? aim))
      }
      var looked = Sides { _ in 0 }
      var inVain = 0
      while inVain < (aim.providers == nil ? Self.patience / 2 : Self.patience),
        Side.allCases.contains(where: { !explorers[$0].isDone }),
        isOpen(aim), !isSpent()
      {
        for side in [Side.new, .old] where !explorers[side].isDone {
          let next = explorers[side].expanded + Self.storesAtATime
          explorers[side].explore { $0.expanded < next && !isSpent() }
          progress("\(explorers[side].expanded) stores under the \(side.rawValue) policy, targeted")
          let before = search.open.count
          search.search(explorers[side], of: side, from: looked[side], until: isSpent)
          looked[side] = explorers[side].situations.count
          inVain = search.open.count < before ? 0 : inVain + Self.storesAtATime
        }
        for side in Side.allCases {
          explorers[side].keep(goals: Set(goals.indices.filter { !search.hasSequence(goals[$0]) }))
        }
      }
      expanded += explorers.old.expanded + explorers.new.expanded
    }
    searchedStores += expanded
  }

  /// Returns the next aim that the search has not tried; nil if the search has tried all aims.
  ///
  /// The search tries the first aim of every box before any second aim.
  private static func next(
    _ aims: [[WitnessFocus.Aim]], except tried: Set<WitnessFocus.Aim>
  ) -> WitnessFocus.Aim? {
    for rank in 0..<(aims.map { $0.count }.max() ?? 0) {
      for list in aims where list.indices.contains(rank) && !tried.contains(list[rank]) {
        return list[rank]
      }
    }
    return nil
  }
}
