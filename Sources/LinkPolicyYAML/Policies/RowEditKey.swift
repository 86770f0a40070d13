package import LinkPolicy

/// The keys by which an overlay edits the rows of a table, or the guards; they are carried out in this order.
package enum RowEditKey: Sendable, CaseIterable {
  /// Rows of which the keys that are written replace those that there are.
  case change
  /// Rows that take the place of others.
  case replace
  /// Ids of rows that are left out.
  case remove
  /// Rows that come before others, by the ids of these.
  case before
  /// Rows that come after others, by the ids of these.
  case after

  /// The key with a name; nil where there is none.
  package init?(_ name: Name) {
    guard let key = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = key
  }

  /// The key as it is written.
  package var name: Name { Name("\(word)") }

  /// The same, for reading it.
  var word: StaticString {
    switch self {
    case .change: "change"
    case .replace: "replace"
    case .remove: "remove"
    case .before: "before"
    case .after: "after"
    }
  }
}
