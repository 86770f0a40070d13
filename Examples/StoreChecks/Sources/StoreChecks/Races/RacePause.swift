internal import Glibc

/// Waits of random length.
enum RacePause {
  /// Waits up to two milliseconds, and twice as long for each try there has been.
  static func wait(_ tries: Int) {
    _ = usleep(UInt32.random(in: 0..<1000 << UInt32(clamping: min(tries, 6))))
  }
}
