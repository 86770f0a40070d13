internal import LinkPolicy
internal import LinkPolicyStore

/// Two connections to one store: one that is tested, and one that sees what it has committed.
struct ConnectionPair<Store: CheckedStore & ~Copyable>: ~Copyable {
  var store: Store
  var observer: Store

  /// Opens both.
  ///
  /// - Throws: the error of `open`.
  init(_ open: () throws(StoreError) -> Store) throws(StoreError) {
    let first = try open()
    let second = try open()
    store = first
    observer = second
  }

  /// Sees that the second connection reads a row that the first has committed.
  ///
  /// - Returns: what is wrong; nil if they share their rows, or if the first does not have the row either, which vectors show.
  /// - Throws: the error of a connection.
  mutating func problem() throws(StoreError) -> String? {
    let id = "seen-by-both"
    try store.written { (store) throws(StoreError) in
      try store.clear()
      try store.add(Account(id: id))
    }
    let isWritten = try store.read { (store) throws(StoreError) in try store.account(id) != nil }
    let isSeen = try observer.read { (store) throws(StoreError) in try store.account(id) != nil }
    guard isWritten, !isSeen else { return nil }
    return
      "`open` is called twice, and its two connections do not share their rows: the second does not see an account that the "
      + "first has committed; open both to one database, such as one file, and not `:memory:` twice"
  }
}
