import Synchronization

/// Counts what happens in a closure that is `Sendable`.
final class Counter: Sendable {
  private let counted = Atomic<Int>(0)

  var value: Int { counted.load(ordering: .relaxed) }

  func count() {
    counted.wrappingAdd(1, ordering: .relaxed)
  }
}
