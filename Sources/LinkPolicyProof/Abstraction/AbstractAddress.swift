internal import LinkPolicy

/// An address as the abstraction tells addresses apart.
///
/// One address of the owner, at a domain of one class, and any address of the attacker, at a domain
/// of his choice at every attempt: nothing that a policy decides compares more of an address than
/// whether two are equal, and of which domain it is.
enum AbstractAddress: UInt8, Sendable, Hashable, CaseIterable {
  /// There is none.
  case none
  /// The owner's, in whatever case it is written where a provider's case is kept.
  case owners
  /// One of the attacker's, whichever.
  case attackers

  /// The letter that stands for it in the text of a state.
  var letter: String {
    switch self {
    case .none: "-"
    case .owners: "E"
    case .attackers: "F"
    }
  }
}

/// Whether two addresses are one.
enum AddressRelation {
  /// They are, or they may be, since both are some address of one side's.
  case same, perhaps
  /// They are not.
  case different

  /// How two addresses stand to each other.
  ///
  /// - Parameters:
  ///   - a: one address.
  ///   - b: the other.
  ///   - hasSpellings: whether the owner's mailbox has addresses that differ in case alone, and are not
  ///     folded into one.
  init(_ a: AbstractAddress, _ b: AbstractAddress, hasSpellings: Bool) {
    switch (a, b) {
    case (.owners, .owners): self = hasSpellings ? .perhaps : .same
    case (.attackers, .attackers): self = .perhaps
    case (.none, _), (_, .none), (.owners, .attackers), (.attackers, .owners): self = .different
    }
  }

  var canBeSame: Bool { self != .different }
  var canDiffer: Bool { self != .same }
}

extension Vocabulary {
  /// Whether addresses of one mailbox that differ in case alone can be two: a provider keeps the case, or nothing folds it.
  var keepsSpellings: Bool { providers.keepsAnyCase || !addresses.foldsCase }
}
