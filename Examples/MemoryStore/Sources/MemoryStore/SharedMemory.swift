internal import Synchronization

/// What the stores of several threads have in common: the rows that were committed last.
public final class SharedMemory: Sendable {
  private let committed = Mutex<(rows: MemoryRows, stamp: Int)>((MemoryRows(), 0))

  /// Creates a memory without rows.
  public init() {}

  /// The rows as they are now.
  public var rows: MemoryRows { committed.withLock { $0.rows } }

  /// The rows as they are now, and how often they were replaced.
  func snapshot() -> (rows: MemoryRows, stamp: Int) { committed.withLock { $0 } }

  /// Replaces the rows, unless somebody else has since a snapshot was taken.
  func replace(by rows: MemoryRows, since stamp: Int) -> Bool {
    committed.withLock { committed in
      guard committed.stamp == stamp else { return false }
      committed = (rows, stamp + 1)
      return true
    }
  }
}
