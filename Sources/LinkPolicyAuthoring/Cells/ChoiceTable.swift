/// What ``CellAlgebra/choose(_:_:else:)`` came to, so that no choice is made twice.
///
/// A table of open slots. Three handles need no hash that resists an attacker, who would have to make the graphs first;
/// a dictionary took more time for its hashes than the algebra for the graphs.
struct ChoiceTable: Sendable {
  private struct Entry: Sendable {
    var condition: CellGraph
    var chosen: CellGraph
    var other: CellGraph
    var result: CellGraph

    func isChoice(_ condition: CellGraph, _ chosen: CellGraph, else other: CellGraph) -> Bool {
      self.condition == condition && self.chosen == chosen && self.other == other
    }
  }

  /// The choices in the order in which they were made.
  private var entries: [Entry] = []
  /// For each slot the place of an entry, or a negative number; a power of two of them, at most half of them taken.
  private var slots: [Int32] = []

  /// What a choice came to, where it was made before.
  func result(
    _ condition: CellGraph, _ chosen: CellGraph, else other: CellGraph
  ) -> CellGraph? {
    guard !slots.isEmpty else { return nil }
    var slot = firstSlot(condition, chosen, other)
    while slots[slot] >= 0 {
      let entry = entries[Int(slots[slot])]
      if entry.isChoice(condition, chosen, else: other) {
        return entry.result
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  /// Keeps what a choice came to that was not made before.
  mutating func remember(
    _ result: CellGraph, of condition: CellGraph, _ chosen: CellGraph, else other: CellGraph
  ) {
    entries.append(Entry(condition: condition, chosen: chosen, other: other, result: result))
    guard entries.count * 2 > slots.count else {
      take(entries.count - 1)
      return
    }
    slots = [Int32](repeating: -1, count: Swift.max(64, slots.count * 4))
    for place in entries.indices {
      take(place)
    }
  }

  private mutating func take(_ place: Int) {
    let entry = entries[place]
    var slot = firstSlot(entry.condition, entry.chosen, entry.other)
    while slots[slot] >= 0 {
      slot = (slot + 1) & (slots.count - 1)
    }
    slots[slot] = Int32(place)
  }

  private func firstSlot(
    _ condition: CellGraph, _ chosen: CellGraph, _ other: CellGraph
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
