internal import Glibc

/// Pauses of random length.
enum RacePause {
  /// Waits at most one millisecond, doubled for each of the first six tries.
  static func wait(_ tries: Int) {
    _ = usleep(UInt32.random(in: 0..<1000 << UInt32(clamping: min(tries, 6))))
  }
}
