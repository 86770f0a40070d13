/// An address as the abstraction tells addresses apart.
///
/// One address of the owner, at a domain of one class, and any address of the attacker, at a domain
/// of his choice at every attempt: nothing that a policy decides compares more of an address than
/// whether two are equal, and of which domain it is.
enum AbstractAddress: UInt8, Sendable, Hashable, CaseIterable {
  /// There is none.
  case none
  /// The owner's.
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
  /// They are, or they may be, since both are some address of the attacker's.
  case same, perhaps
  /// They are not.
  case different

  init(_ a: AbstractAddress, _ b: AbstractAddress) {
    switch (a, b) {
    case (.owners, .owners): self = .same
    case (.attackers, .attackers): self = .perhaps
    case (.none, _), (_, .none), (.owners, .attackers), (.attackers, .owners): self = .different
    }
  }

  var canBeSame: Bool { self != .different }
  var canDiffer: Bool { self != .same }
}
