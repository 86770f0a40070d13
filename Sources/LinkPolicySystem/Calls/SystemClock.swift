#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The clocks of the system.
package enum SystemClock {
  /// Milliseconds of a clock that only goes forward.
  package static var milliseconds: Int {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Int(time.tv_sec) * 1000 + Int(time.tv_nsec) / 1_000_000
  }

  /// Blocks the thread for some microseconds.
  package static func sleep(microseconds: UInt32) {
    usleep(microseconds)
  }

  /// The whole days since 1970, by the clock that people set.
  package static var daysSince1970: Int { Int(time(nil)) / 86_400 }
}
