public import LinkPolicy

/// An action that the policy adds to the standard ones.
public struct ActionDeclaration: Sendable {
  /// The word that tables, guards and attempts say it by.
  public var name: Located<Name>
  /// How the account is found.
  public var pointsTo: PointsTo
  /// The kinds of sign-in that its attempts carry; empty for none.
  public var kinds: [Located<Name>]
  /// When its attempts carry an address; by kind where it has kinds, else none.
  public var address: AddressPresence
  /// What a code must have been mailed for to count here; nil exactly where no attempt brings one.
  public var takes: Located<Name>?

  /// Creates an action beside the standard ones.
  ///
  /// - Parameters:
  ///   - name: its word, one that no standard action has.
  ///   - pointsTo: how the account is found that an attempt is about.
  ///   - kinds: the kinds of sign-in that its attempts carry; empty for none.
  ///   - address: when its attempts carry an address; nil for by kind where it has kinds, and else
  ///     for never.
  ///   - takes: the purpose of the codes that it takes; nil exactly where no attempt brings one.
  public init(
    _ name: Located<Name>, pointsTo: PointsTo, kinds: [Located<Name>] = [],
    address: AddressPresence? = nil, takes: Located<Name>? = nil
  ) {
    self.name = name
    self.pointsTo = pointsTo
    self.kinds = kinds
    self.address = address ?? (kinds.isEmpty ? .none : .byKind)
    self.takes = takes
  }
}

/// A named group of actions, for the `action` condition of guards.
public struct ActionGroupDeclaration: Sendable {
  /// The group's name.
  public var name: Located<Name>
  /// The members, by the words that the policy has for them.
  public var actions: [Located<Name>]

  /// Creates a group that guards can name in the place of its members.
  ///
  /// - Parameters:
  ///   - name: the word that guards name it by.
  ///   - actions: the words of its members.
  public init(_ name: Located<Name>, actions: [Located<Name>]) {
    self.name = name
    self.actions = actions
  }
}
