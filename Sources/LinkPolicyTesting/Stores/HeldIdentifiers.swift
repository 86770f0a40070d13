internal import LinkPolicy

/// The current and former identifiers of accounts, such as user names, with the expected holder of each identifier.
///
/// An identifier has no holder in any other tenant. An identifier loses its holder when a write clears or replaces the
/// identifier, or deletes the account.
struct HeldIdentifiers {
  /// An identifier in a tenant, with the id of the account that holds the identifier.
  struct HeldIdentifier {
    let identifier: AccountIdentifier
    let tenant: String?
    /// The id of the expected holder; nil if no account holds the identifier.
    var holder: String?
  }

  private(set) var entries: [HeldIdentifier] = []

  /// Adds the current identifiers, both in their tenant and in the default tenant, and updates the holders of all
  /// identifiers.
  mutating func note(_ accounts: Accounts) {
    for account in accounts.accounts {
      for identifier in account.identifiers {
        add(identifier, in: account.tenant)
      }
    }
    for index in entries.indices {
      entries[index].holder =
        accounts.holder(of: entries[index].identifier, in: entries[index].tenant)?.id
    }
  }

  private mutating func add(_ identifier: AccountIdentifier, in tenant: String?) {
    for place in tenant == nil ? [nil] : [tenant, nil] where !holds(identifier, in: place) {
      entries.append(HeldIdentifier(identifier: identifier, tenant: place))
    }
  }

  /// Returns whether the list has an entry for an identifier in a tenant.
  private func holds(_ identifier: AccountIdentifier, in tenant: String?) -> Bool {
    entries.contains {
      $0.identifier.name.hasSameBytes(as: identifier.name)
        && $0.identifier.value.hasSameBytes(as: identifier.value)
        && $0.tenant.hasSameBytes(as: tenant)
    }
  }

  /// Identifiers that nobody ever held, and that differ from an entry only in letter case or a trailing space.
  var similar: [HeldIdentifier] {
    entries.flatMap { entry in
      SimilarNames.spellings(of: entry.identifier.value).compactMap { value in
        let near = AccountIdentifier(entry.identifier.name, value)
        return holds(near, in: entry.tenant)
          ? nil : HeldIdentifier(identifier: near, tenant: entry.tenant)
      }
    }
  }
}

extension RowComparison {
  /// Compares the holders of identifiers.
  ///
  /// - Parameters:
  ///   - expected: the identifiers with the expected holders.
  ///   - found: the ids of the holders in the store, in the order of the identifiers.
  mutating func compare(identifiers expected: HeldIdentifiers, with found: [String?]) {
    for (entry, holder) in zip(expected.entries, found) where difference == nil {
      guard !holder.hasSameBytes(as: entry.holder) else { continue }
      let place = entry.tenant.map { " of the tenant `" + $0 + "`" } ?? ""
      add(
        .requirement(.identifier),
        "the identifier `" + entry.identifier.name + "` `" + entry.identifier.value + "`" + place
          + " is held by `" + (holder ?? "nobody") + "` instead of `"
          + (entry.holder ?? "nobody") + "`")
    }
  }
}
