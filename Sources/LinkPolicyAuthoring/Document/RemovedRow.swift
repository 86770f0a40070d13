package import LinkPolicy

/// A row or guard that an overlay removed from what it extends.
package struct RemovedRow: Sendable {
  /// The key of its table, or `guards`.
  package var table: Name
  /// Its id.
  package var id: Name
  /// Where the overlay says so.
  package var position: SourcePosition

  package init(table: Name, id: Name, position: SourcePosition) {
    self.table = table
    self.id = id
    self.position = position
  }
}
