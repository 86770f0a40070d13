/// A cache of the results of ``CellAlgebra/choose(_:_:else:)``.
///
/// The table uses open addressing. The hash function is simple, because a dictionary would spend
/// more time on hashing than the algebra spends on graphs. Attackers cannot choose handles, so the
/// hash need not resist collisions.
struct ChoiceTable: Sendable {
  private struct ChoiceEntry: Sendable {
    var condition: CellGraph
    var chosen: CellGraph
    var other: CellGraph
    var result: CellGraph

    func isChoice(_ condition: CellGraph, _ chosen: CellGraph, else other: CellGraph) -> Bool {
      self.condition == condition && self.chosen == chosen && self.other == other
    }
  }

  /// The cached choices, in the order of insertion.
  private var entries: [ChoiceEntry] = []
  /// For each slot, the index of an entry, or a negative number if the slot is free.
  ///
  /// The number of slots is a power of two, and at most half of the slots are in use.
  private var slots: [Int32] = []

  /// Returns the cached result of a choice; nil if the table has no result for the choice.
  func result(
    _ condition: CellGraph, _ chosen: CellGraph, else other: CellGraph
  ) -> CellGraph? {
    guard !slots.isEmpty else { return nil }
    var slot = firstSlot(condition, chosen, else: other)
    while slots[slot] >= 0 {
      let entry = entries[Int(slots[slot])]
      if entry.isChoice(condition, chosen, else: other) {
        return entry.result
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  /// Caches the result of a choice that is not in the table yet.
  mutating func remember(
    _ result: CellGraph, of condition: CellGraph, _ chosen: CellGraph, else other: CellGraph
  ) {
    entries.append(ChoiceEntry(condition: condition, chosen: chosen, other: other, result: result))
    guard entries.count * 2 > slots.count else {
      take(entries.count - 1)
      return
    }
    slots = [Int32](repeating: -1, count: Swift.max(64, slots.count * 4))
    for place in entries.indices {
      take(place)
    }
  }

  /// The number of cached choices.
  var count: Int { entries.count }

  /// Removes the choices that were cached after the first `count` choices.
  mutating func removeAll(after count: Int) {
    // Open addressing stays consistent if the last entries leave first.
    while let entry = entries.last, entries.count > count {
      var slot = firstSlot(entry.condition, entry.chosen, else: entry.other)
      while slots[slot] != Int32(entries.count - 1) {
        slot = (slot + 1) & (slots.count - 1)
      }
      slots[slot] = -1
      entries.removeLast()
    }
  }

  private mutating func take(_ place: Int) {
    let entry = entries[place]
    var slot = firstSlot(entry.condition, entry.chosen, else: entry.other)
    while slots[slot] >= 0 {
      slot = (slot + 1) & (slots.count - 1)
    }
    slots[slot] = Int32(place)
  }

  private func firstSlot(
    _ condition: CellGraph, _ chosen: CellGraph, else other: CellGraph
  ) -> Int {
    let seed: UInt64 = 0x9E37_79B9_7F4A_7C15
    let hash = Self.mixed(Self.mixed(Self.mixed(seed, condition), chosen), other)
    return Int(truncatingIfNeeded: hash >> 1) & (slots.count - 1)
  }

  private static func mixed(_ hash: UInt64, _ graph: CellGraph) -> UInt64 {
    let product = (hash ^ UInt64(UInt32(bitPattern: graph.handle))) &* 0xBF58_476D_1CE4_E5B9
    return product ^ (product >> 31)
  }
}

/// The cached results of one function of one or two graphs of an algebra.
///
/// The size of the table depends only on the number of results.
package struct GraphResults: Sendable {
  private var results = ChoiceTable()

  /// Creates a cache without results.
  package init() {}

  /// Returns the cached result for a graph or a pair of graphs; nil if there is none.
  package func result(of graph: CellGraph, _ second: CellGraph = .empty) -> CellGraph? {
    results.result(graph, second, else: .empty)
  }

  /// Caches the result for a graph or a pair of graphs that has no cached result yet.
  package mutating func remember(
    _ result: CellGraph, of graph: CellGraph, _ second: CellGraph = .empty
  ) {
    results.remember(result, of: graph, second, else: .empty)
  }
}

/// The cached results of one function of many graphs of an algebra.
///
/// The table is an array, because the handles of an algebra's graphs are consecutive numbers.
package struct GraphMemo: Sendable {
  /// The handle of the result for each graph; nil for a graph without a cached result.
  private var results: [Int32?] = []
  /// The handles of the graphs with a cached result, in the order of insertion.
  private var known: [Int32] = []

  /// Creates a cache without results.
  package init() {}

  /// The number of cached results.
  package var count: Int { known.count }

  /// Returns the cached result for a graph that is not a terminal; nil if there is none.
  package func result(of graph: CellGraph) -> CellGraph? {
    let handle = Int(graph.handle)
    guard handle < results.count, let result = results[handle] else { return nil }
    return CellGraph(handle: result)
  }

  /// Caches the result for a graph that is not a terminal and has no cached result yet.
  package mutating func remember(_ result: CellGraph, of graph: CellGraph) {
    let missing = Int(graph.handle) + 1 - results.count
    if missing > 0 {
      results += [Int32?](repeating: nil, count: missing)
    }
    results[Int(graph.handle)] = result.handle
    known.append(graph.handle)
  }

  /// Removes the results that were cached after the first `count` results.
  package mutating func removeAll(after count: Int) {
    for handle in known[count...] {
      results[Int(handle)] = nil
    }
    known.removeLast(known.count - count)
  }
}
