internal import LinkPolicy

extension RowComparison {
  /// Sees that the keys of accounts that are gone are known as such, and those of nobody as nobody's.
  ///
  /// - Parameters:
  ///   - keys: the keys that methods ever had, and who has them.
  ///   - found: who has them in the store.
  mutating func compare(former keys: FormerKeys, _ found: [Requirement.Holder]) {
    for (entry, got) in zip(keys.entries, found) where difference == nil {
      guard !got.isSame(as: entry.holder) else { continue }
      let place = entry.tenant.map { " of the tenant `" + $0 + "`" } ?? ""
      add(
        blamed([.deleteAccount, .removeMethod, .putMethod, .supersedeMethod]) { _ in true },
        "the key `" + entry.key.issuer + "` `" + (entry.key.subject ?? "") + "`" + place
          + " is held by " + got.description + " instead of " + entry.holder.description)
    }
  }
}
