internal import Synchronization

/// The rows that were committed last, shared by the stores of several threads.
public final class SharedMemory: Sendable {
  private let committed = Mutex<(rows: MemoryRows, stamp: Int)>((MemoryRows(), 0))

  /// Creates a memory without rows.
  public init() {}

  /// The committed rows.
  public var rows: MemoryRows { committed.withLock { $0.rows } }

  /// Returns the committed rows, and the number of times that the rows were replaced.
  func snapshot() -> (rows: MemoryRows, stamp: Int) { committed.withLock { $0 } }

  /// Replaces the rows and returns true, unless another commit has replaced them since the
  /// snapshot.
  func replace(by rows: MemoryRows, since stamp: Int) -> Bool {
    committed.withLock { committed in
      guard committed.stamp == stamp else { return false }
      committed = (rows, stamp + 1)
      return true
    }
  }
}
