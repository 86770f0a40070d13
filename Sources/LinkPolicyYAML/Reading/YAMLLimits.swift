/// How much a document may ask of the reader, so that work is bounded by count.
package struct YAMLLimits: Sendable {
  /// The bytes of the whole document; more are refused unread.
  package var bytes = 8 << 20
  /// How deep collections may stand in one another; deeper ends the reading.
  package var depth = 16
  /// The scalars, keys and collections of the document; more end the reading.
  package var nodes = 1_000_000
  /// The bytes of one scalar.
  package var scalarBytes = 4096
  /// The items of one list.
  package var rows = 10_000
  /// The findings that are collected; what comes after is only counted.
  package var diagnostics = 100

  /// The limits that every door of the package applies.
  package static var standard: YAMLLimits { YAMLLimits() }

  /// Creates the standard limits, to be changed by property.
  package init() {}
}
