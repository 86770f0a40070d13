internal import LinkPolicy

/// An account as the abstraction follows it: what is known of it, and what it may have.
struct AbstractAccount: Sendable, Hashable {
  var key: AccountKey
  /// The numbers of what it may have; it has no more, and may have less.
  var holdings = ValueSet()
}
