package import LinkPolicy

/// A box of cells: for each axis, the classes it spans.
package struct CellBox: Sendable, Hashable {
  /// The classes by axis, none of them empty.
  package var classes: [ValueSet]

  package init(_ classes: [ValueSet]) {
    self.classes = classes
  }
}
