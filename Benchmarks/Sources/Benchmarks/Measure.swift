import CAllocations

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Keeps a value from being optimised away.
@inline(never) @_optimize(none)
func blackHole<Value>(_ value: Value) {}

/// One measured thing.
///
/// The time is the processor's, so that other work on the machine counts less.
struct Measure {
  /// The least nanoseconds that one took.
  var nanoseconds: Double
  /// How many blocks were allocated for one.
  var allocations: Double

  /// Does a thing many times, five times over, and keeps the fastest.
  init(_ count: Int, _ body: (Int) throws -> Void) rethrows {
    nanoseconds = .infinity
    allocations = 0
    for _ in 0..<5 {
      let before = CAllocations.allocations()
      let start = clock()
      for index in 0..<count {
        try body(index)
      }
      let time = Double(clock() - start) / Double(CLOCKS_PER_SEC) * 1e9
      nanoseconds = min(nanoseconds, time / Double(count))
      allocations = Double(CAllocations.allocations() - before) / Double(count)
    }
  }
}

/// A number with one decimal.
func text(_ value: Double) -> String {
  let tenths = Int((value * 10).rounded())
  return "\(tenths / 10).\(tenths % 10)"
}

/// A line of the table.
func report(_ name: String, _ value: String) {
  print(name + String(repeating: " ", count: max(1, 52 - name.count)) + value)
}
