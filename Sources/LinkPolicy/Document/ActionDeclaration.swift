/// How the account that an attempt points to is found.
public enum PointsTo: UInt8, Sendable {
  /// The account of the caller's session.
  case session
  /// The account an administrator names.
  case target
  /// The account that an out-of-band code was made for.
  case code
  /// The holder of the credential, then the one holder of the address, even with a session.
  case credential
}

/// When an action's attempts carry an address.
public enum AddressPresence: UInt8, Sendable {
  /// Never.
  case none
  /// They may.
  case optional
  /// Always.
  case required
  /// As the kind of sign-in has it: federated may, password and e-mail link must, others never.
  case byKind
}

/// An action that the policy adds to the standard ones.
public struct ActionDeclaration: Sendable {
  /// The name.
  public var name: Located<Name>
  /// How the account is found.
  public var pointsTo: PointsTo
  /// The kinds of sign-in that its attempts carry; empty for none.
  public var kinds: [Located<Name>]
  /// When its attempts carry an address; by kind where it has kinds, else none.
  public var address: AddressPresence
  /// What a code must have been mailed for to count here; nil exactly where no attempt brings one.
  public var takes: Located<Name>?

  /// Creates an action.
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
  /// The actions in it.
  public var actions: [Located<Name>]

  /// Creates a group.
  public init(_ name: Located<Name>, actions: [Located<Name>]) {
    self.name = name
    self.actions = actions
  }
}
