/// SplitMix64: the same numbers from the same seed, everywhere.
struct RandomNumbers {
  private var state: UInt64

  init(seed: UInt32) {
    state = UInt64(seed)
  }

  /// A number from 0 up to a bound that is not reached, which must be positive.
  mutating func below(_ bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    mixed ^= mixed >> 31
    return Int(mixed % UInt64(bound))
  }

  /// One of some values, of which there must be one.
  mutating func one<Value>(of values: [Value]) -> Value {
    values[below(values.count)]
  }
}
