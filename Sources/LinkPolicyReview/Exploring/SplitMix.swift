/// A small generator of numbers: the same seed gives the same ones on every machine.
struct SplitMix: Sendable {
  private var state: UInt64
  private let isActive: Bool

  /// Seed 0 leaves everything in its order.
  init(_ seed: UInt64) {
    state = seed
    isActive = seed != 0
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// Puts the elements into another order.
  mutating func shuffle<Element>(_ elements: inout [Element]) {
    guard isActive, elements.count > 1 else { return }
    for index in elements.indices.dropLast() {
      let other = index + Int(truncatingIfNeeded: next() >> 1) % (elements.count - index)
      elements.swapAt(index, other)
    }
  }
}
