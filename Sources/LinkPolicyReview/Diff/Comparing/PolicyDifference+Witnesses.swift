extension PolicyDifference {
  // The first stores are the exact ones, and show most differences.
  private static var wideStores: Int { 40 }
  // Of many boxes, few can be aimed at: two systems that are laid side by side are explored further.
  private static var manyBoxes: Int { 60 }
  private static var mostWideStores: Int { 160 }

  /// Looks for a sequence for each box: first in the stores that any short sequence leads to, then, for what is still wanted,
  /// further on with the few providers and domains that a box is about.
  ///
  /// `progress` is told what is being done.
  package mutating func addWitnesses(
    limits: Explorer.Limits = Explorer.Limits(), seed: UInt64 = 0,
    progress: (String) -> Void = { _ in }
  ) {
    defer { addDeclarationWitnesses(limits: limits, seed: seed, progress: progress) }
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
      while !explorer.isDone,
        explorer.expanded < Self.wideStores || search.open.count > Self.manyBoxes
      {
        let next = explorer.expanded + 20
        explorer.explore { $0.expanded < next }
        progress("\(explorer.expanded) stores under the \(side.rawValue) policy")
        search.search(explorer, of: side, from: looked)
        looked = explorer.situations.count
      }
      searchedStores += explorer.expanded
    }
    aim(&search, focus, limits: limits, seed: seed, progress: progress)
    changes = search.result
  }

  // In so many times the stores of one exploration, over all aims and both policies, nearly all is found that ever is.
  private static var rounds: Int { 4 }
  // What one policy comes to in few stores, the other may come to in many.
  private static var storesAtATime: Int { 40 }
  // The stores of both policies after the last that showed something; firebase's longest way to a box took 240.
  private static var patience: Int { 320 }
  // Novelty leads on from few stores: with one provider of each kind the others are much alike.
  private static var exactStores: Int { 10 }

  /// Goes further for the boxes that nothing was found for.
  private mutating func aim(
    _ search: inout WitnessSearch, _ focus: WitnessFocus, limits: Explorer.Limits, seed: UInt64,
    progress: (String) -> Void
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
    while expanded < Self.rounds * limits.stores,
      let aim = Self.next(search.open.compactMap { aims[$0] }, except: tried)
    {
      tried.insert(aim)
      var explorers = Sides { side in
        Explorer(
          policies[side], distinguishedBy: [policies[side.other]], limits: limits,
          focus.representatives(side, seed: seed, aim), tables: aim.tables)
      }
      var looked = Sides { _ in 0 }
      var inVain = 0
      while inVain < (aim.providers == nil ? Self.patience / 2 : Self.patience),
        Side.allCases.contains(where: { !explorers[$0].isDone }),
        isOpen(aim)
      {
        for side in [Side.new, .old] where !explorers[side].isDone {
          let next = explorers[side].expanded + Self.storesAtATime
          explorers[side].explore { $0.expanded < next }
          progress("\(explorers[side].expanded) stores under the \(side.rawValue) policy, aimed")
          let before = search.open.count
          search.search(explorers[side], of: side, from: looked[side])
          looked[side] = explorers[side].situations.count
          inVain = search.open.count < before ? 0 : inVain + Self.storesAtATime
        }
      }
      expanded += explorers.old.expanded + explorers.new.expanded
    }
    searchedStores += expanded
  }

  /// The first aim that was not tried: of all boxes the first, then of all the second.
  private static func next(
    _ aims: [[WitnessFocus.Aim]], except tried: Set<WitnessFocus.Aim>
  ) -> WitnessFocus.Aim? {
    for rank in 0..<(aims.map(\.count).max() ?? 0) {
      for list in aims where list.indices.contains(rank) && !tried.contains(list[rank]) {
        return list[rank]
      }
    }
    return nil
  }
}
