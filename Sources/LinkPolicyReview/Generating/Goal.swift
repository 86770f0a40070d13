/// What generated vectors are to reach.
package enum Goal: String, Sendable, CaseIterable {
  /// Every row and guard.
  case rows
  /// Every cell of every row that an exploration reaches.
  case cells
  /// Every row or guard that an exploration sees decide after another.
  case transitions
}
