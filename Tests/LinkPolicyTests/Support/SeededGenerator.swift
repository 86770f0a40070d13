@testable import LinkPolicy

/// SplitMix64: the same numbers from the same seed, on every machine.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// True once in so many times.
  mutating func oneIn(_ count: Int) -> Bool {
    Int.random(in: 0..<count, using: &self) == 0
  }

  /// One of the elements, of which there must be some.
  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &self)]
  }

  /// A subset of the numbers below a count, never empty.
  mutating func subset(of count: Int) -> ValueSet {
    var values = ValueSet()
    for value in 0..<count where Bool.random(using: &self) {
      values.insert(value)
    }
    if values.isEmpty {
      values.insert(Int.random(in: 0..<count, using: &self))
    }
    return values
  }
}
