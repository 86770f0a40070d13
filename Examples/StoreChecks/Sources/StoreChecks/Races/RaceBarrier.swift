internal import Foundation

/// A point at which two threads wait for each other.
final class RaceBarrier: @unchecked Sendable {
  private let condition = NSCondition()
  private var waiting = 0
  private var generation = 0

  /// Waits until both threads have called this function.
  func wait() {
    condition.lock()
    defer { condition.unlock() }
    waiting += 1
    guard waiting == 2 else {
      let present = generation
      while generation == present {
        condition.wait()
      }
      return
    }
    waiting = 0
    generation += 1
    condition.broadcast()
  }
}
