public import LinkPolicy

/// A value beside the address that at most one account of a tenant holds, such as a user name.
public struct IdentifierDeclaration: Sendable {
  /// The name, used as the fact `identifier.NAME`.
  public var name: Located<Name>
  /// Whether values are compared without the case of ASCII letters.
  public var foldsCase: Bool

  /// Creates an identifier that attempts state, accounts hold and rows can test as a fact.
  ///
  /// - Parameters:
  ///   - name: the name, used as the fact `identifier.NAME`.
  ///   - foldsCase: whether values are compared without the case of ASCII letters; their canonical form is lower
  ///     case. Otherwise values are compared by bytes.
  public init(_ name: Located<Name>, foldsCase: Bool = false) {
    self.name = name
    self.foldsCase = foldsCase
  }
}

/// The order in which an action that points to `credential` searches its account.
public struct SearchDeclaration: Sendable {
  /// The name of the action.
  public var action: Located<Name>
  /// The places: `credential`, which comes first, `address`, and names of identifiers.
  public var places: [Located<Name>]

  /// Creates the order of an action.
  ///
  /// - Parameters:
  ///   - action: the name of the action, such as `sign-in`.
  ///   - places: the places to search, in order, such as `credential`, `address` and `username`.
  public init(_ action: Located<Name>, places: [Located<Name>]) {
    self.action = action
    self.places = places
  }
}
