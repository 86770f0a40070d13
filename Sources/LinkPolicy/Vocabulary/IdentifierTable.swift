/// The identifiers that a policy declares, such as `username`, and the order in which each action searches for an
/// account.
package struct IdentifierTable: Sendable {
  /// The maximum number of identifiers that a policy can declare.
  package static var capacity: Int { 4 }

  /// An identifier that a policy declares, such as `username`.
  package struct IdentifierDefinition: Sendable {
    package var name: Name
    /// Whether values that differ only in the case of ASCII letters, such as `Ada` and `ada`, are the same value.
    package var foldsCase: Bool

    package init(_ name: Name, foldsCase: Bool) {
      self.name = name
      self.foldsCase = foldsCase
    }

    /// Returns the canonical form of a value, which accounts store and lookups search for.
    package func canonical(_ value: String) -> String {
      foldsCase ? value.inLowerCaseASCII : value
    }
  }

  /// A key by which an action searches for its account, such as the address.
  package enum SearchPlace: Sendable, Hashable {
    /// The action finds the holder of the credential; every action tries this search first.
    case credential
    /// The action finds the only account that holds the address.
    case address
    /// The action finds the holder of the identifier with this index.
    case identifier(Int)
  }

  package var identifiers: [IdentifierDefinition] = []
  /// The declared order of searches for each action, with the index of the action.
  ///
  /// An action without a declared order searches by credential, and then by address.
  package var orders: [(action: Int, places: [SearchPlace])] = []

  package init() {}

  /// Returns the searches by which an action finds its account, in the order in which the action tries them.
  package func places(ofAction action: Int) -> [SearchPlace] {
    for order in orders where order.action == action {
      return order.places
    }
    return [.credential, .address]
  }

  /// Returns the indices of the identifiers by which an action searches for its account, in the order of the searches.
  package func searched(byAction action: Int) -> [Int] {
    guard !orders.isEmpty else { return [] }
    return places(ofAction: action).compactMap {
      if case .identifier(let index) = $0 { index } else { nil }
    }
  }

  /// Returns whether an action searches for its account by the identifier with this index.
  package func isSearched(_ identifier: Int, byAction action: Int) -> Bool {
    !orders.isEmpty && places(ofAction: action).contains(.identifier(identifier))
  }

  /// Whether at least one action searches for its account by an identifier.
  package var findsAccounts: Bool {
    orders.contains { order in
      order.places.contains { if case .identifier = $0 { true } else { false } }
    }
  }

  /// Returns the index of an identifier; nil for a name that the policy does not declare.
  package func index(of name: String) -> Int? {
    for index in identifiers.indices where name.hasSameBytes(as: identifiers[index].name) {
      return index
    }
    return nil
  }
}

/// The values of the fact `identifier.NAME`, which describes the holder of an identifier that the attempt states.
package enum IdentifierValue: Int, Sendable, CaseIterable {
  /// The attempt states no value of the identifier.
  case absent
  /// Nobody holds the stated value, and the value contains no `@`.
  case free
  /// Nobody holds the stated value, and the value contains an `@`, as an e-mail address does.
  case address
  /// The account to which the attempt points holds the stated value, even if the engine found the account by this
  /// value.
  case own
  /// Another account holds the stated value.
  case taken

  /// The word of the value in conditions, such as `taken`.
  package var word: Name {
    switch self {
    case .absent: "absent"
    case .free: "free"
    case .address: "address"
    case .own: "own"
    case .taken: "taken"
    }
  }
}

extension Vocabulary {
  /// Returns whether at least one action searches by the identifier with this index, and checks the password of the
  /// account that the search finds.
  package func findsPasswords(byIdentifier identifier: Int) -> Bool {
    identifiers.orders.contains { order in
      let traits = actions[order.action].traits
      return traits.checksSecret && traits.kinds.contains(.password)
        && order.places.contains(.identifier(identifier))
    }
  }

  /// Returns the identifiers of an attempt in canonical form, in the attempt's order.
  ///
  /// - Throws: an ``InputError`` for an identifier that the policy does not declare, that the attempt states twice, or
  ///   whose value is empty or too long.
  func canonicalIdentifiers(of attempt: Attempt) throws(InputError) -> [AccountIdentifier] {
    let given = attempt.identifiers
    guard !given.isEmpty else { return [] }
    var canonical: [AccountIdentifier] = []
    for identifier in given {
      let place = "the attempt's identifier `" + identifier.name + "`"
      canonical.append(try self.canonical(identifier, place))
      for other in canonical.dropLast() where other.name.hasSameBytes(as: identifier.name) {
        throw InputError(.contradiction, place + " is given twice")
      }
    }
    return canonical
  }

  private func canonical(
    _ identifier: AccountIdentifier, _ place: String
  ) throws(InputError) -> AccountIdentifier {
    guard let index = identifiers.index(of: identifier.name) else {
      throw InputError(
        .undeclared,
        "the policy declares no identifier `" + identifier.name + "`"
          + Name.suggestion(for: identifier.name, among: identifiers.identifiers.map { $0.name }))
    }
    guard !identifier.value.utf8.isEmpty else {
      throw InputError(.contradiction, place + " is empty; omit an identifier without a value")
    }
    try IdentifierLength.check(identifier.value, place)
    return AccountIdentifier(
      identifier.name, identifiers.identifiers[index].canonical(identifier.value))
  }

  /// Checks that an account's row states the account's identifiers, each at most once and in canonical form.
  func checkIdentifiers(of account: Account) throws(InputError) {
    // If the row does not state the identifiers, the effect `clear-identifier` would leave the identifier in the
    // store.
    guard let held = account.statedIdentifiers else {
      guard let first = identifiers.identifiers.first else { return }
      throw InputError(
        .missing,
        "account `" + account.id + "` states no identifiers, and the policy declares `"
          + first.name.text + "`; add `identifiers`")
    }
    for (place, identifier) in held.enumerated() {
      let what = "identifier `" + identifier.name + "` of account `" + account.id + "`"
      let canonical = try self.canonical(identifier, what)
      guard canonical.value.hasSameBytes(as: identifier.value) else {
        throw InputError(
          .contradiction,
          what + " is not in its canonical form, `" + canonical.value + "`, which lookups use")
      }
      for other in held[..<place] where other.name.hasSameBytes(as: identifier.name) {
        throw InputError(.contradiction, what + " is given twice")
      }
    }
  }
}
