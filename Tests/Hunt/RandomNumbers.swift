/// SplitMix64: the same numbers from the same seed, everywhere.
struct RandomNumbers {
  private var state: UInt64

  init(seed: UInt64) {
    // Seeds that lie side by side must not lie side by side in the one long sequence that there is.
    state = Self.mixed(seed &* 0xD6E8_FEB8_6659_FD93 &+ 0x632B_E59B_D9B4_E019)
  }

  private static func mixed(_ number: UInt64) -> UInt64 {
    var mixed = number
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  private mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return Self.mixed(state)
  }

  /// A number from 0 up to a bound that is not reached, which must be positive.
  mutating func below(_ bound: Int) -> Int {
    Int(truncatingIfNeeded: next().multipliedFullWidth(by: UInt64(bound)).high)
  }

  /// True so many times of a hundred.
  mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  /// One of some values, of which there must be one.
  mutating func one<Value>(of values: [Value]) -> Value { values[below(values.count)] }
}
