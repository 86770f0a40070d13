/// A list of values.
package struct YAMLList: Sendable {
  /// The items, in the order written.
  package var items: [YAMLNode]
  /// How the list was written; never ``YAMLCollectionStyle/pair``.
  package var style: YAMLCollectionStyle

  /// Creates a list, in block style unless said otherwise.
  package init(_ items: [YAMLNode], _ style: YAMLCollectionStyle = .block) {
    self.items = items
    self.style = style
  }
}
