import Synchronization

/// Counts what happens in a closure that is `Sendable`.
final class Counter: Sendable {
  private let counted = Atomic<Int>(0)

  var value: Int { counted.load(ordering: .relaxed) }

  func count() {
    counted.wrappingAdd(1, ordering: .relaxed)
  }
}

/// Keeps numbers that a closure which is `Sendable` was given.
final class Counters: Sendable {
  private let kept = Mutex<[Int]>([])

  var values: [Int] { kept.withLock { $0 } }

  func add(_ number: Int) {
    kept.withLock { $0.append(number) }
  }
}
