extension Dictionary {
  /// Adds the entries whose keys the dictionary lacks.
  ///
  /// The standard library's `merge` catches errors of any type, which Embedded Swift does not support.
  package mutating func addMissing(_ others: some Sequence<(key: Key, value: Value)>) {
    for (key, value) in others where self[key] == nil {
      self[key] = value
    }
  }
}
