internal import LinkPolicy

/// The way from the root of a policy to a place in it: keys, and that something is an item of a list.
typealias TextPath = [PathStep]

/// One step of it.
enum PathStep: Hashable, Sendable {
  /// The value of a key.
  case key(Name)
  /// An item of a list; which one says nothing about what can stand there.
  case item

  /// The key; nil for an item.
  var name: Name? {
    if case .key(let name) = self { name } else { nil }
  }
}
