internal import LinkPolicySystem

/// How often an attempt is decided again after a conflict, and how long it waits before.
///
/// By default there are eight tries. After the first conflict an attempt waits one to two milliseconds, and after each
/// further one twice as long: 64 to 128 milliseconds after the seventh, 127 to 254 in all. Within these bounds the time is
/// random, so that two transactions that met once do not meet again.
///
/// An attempt is tried again only after a conflict: never if its decision writes nothing, and never if a requirement that the
/// look-up did not ask about is broken.
public struct Retries: Sendable {
  /// How many tries there are in all, the first among them; at least one.
  public let tries: Int
  /// Waits before the next try; it is given how many there have been.
  let pause: @Sendable (_ tries: Int) -> Void

  /// Creates a rule.
  ///
  /// - Parameters:
  ///   - tries: how many tries there are in all; less than one counts as one.
  ///   - pause: waits before the next try, outside of any transaction, and is given how many tries there have been. The
  ///     default blocks the thread for 2ⁿ⁻¹ to 2ⁿ milliseconds after n tries, at most 128.
  public init(
    tries: Int = 8, pause: @escaping @Sendable (_ tries: Int) -> Void = Retries.wait
  ) {
    self.tries = max(1, tries)
    self.pause = pause
  }

  /// Blocks the thread for 2ⁿ⁻¹ to 2ⁿ milliseconds after n tries, at most 128: the default pause.
  ///
  /// - Parameter tries: how many tries there have been.
  public static func wait(_ tries: Int) {
    var numbers = SystemRandomNumberGenerator()
    wait(tries, using: &numbers) { SystemClock.sleep(microseconds: $0) }
  }

  /// Waits by a function that is given how long, in microseconds.
  static func wait(
    _ tries: Int, using numbers: inout some RandomNumberGenerator,
    sleeping: (_ microseconds: UInt32) -> Void
  ) {
    let longest: UInt32 = 1000 << UInt32(min(max(tries, 1), 7))
    sleeping(UInt32.random(in: (longest / 2)...longest, using: &numbers))
  }
}
