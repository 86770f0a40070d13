public import LinkPolicy

/// A kind of value, such as a user name, that accounts hold in addition to the address; each value belongs to at most
/// one account of a tenant.
public struct IdentifierDeclaration: Sendable {
  /// The name, such as `username`, which rows test as the fact `identifier.username`.
  public var name: Located<Name>
  /// Whether a comparison of values ignores the case of ASCII letters.
  public var foldsCase: Bool

  /// Creates an identifier: attempts state its values, accounts hold the values, and rows can test the fact about it.
  ///
  /// - Parameters:
  ///   - name: the name, used as the fact `identifier.NAME`.
  ///   - foldsCase: whether a comparison of values ignores the case of ASCII letters. If true, the canonical form of a
  ///     value is lower case. If false, values are compared byte by byte.
  public init(_ name: Located<Name>, foldsCase: Bool = false) {
    self.name = name
    self.foldsCase = foldsCase
  }
}

/// The keys by which an action finds its account, in the order of the search; only for actions that point to
/// `credential`.
public struct SearchDeclaration: Sendable {
  /// The name of the action whose search is declared, such as `sign-in`.
  public var action: Located<Name>
  /// The keys, in the order of the search: `credential` first, then `address` and names of identifiers.
  public var places: [Located<Name>]

  /// Creates the declaration of the keys by which an action finds its account.
  ///
  /// - Parameters:
  ///   - action: the name of the action, such as `sign-in`.
  ///   - places: the keys of the search, in order, such as `credential`, `address` and `username`.
  public init(_ action: Located<Name>, places: [Located<Name>]) {
    self.action = action
    self.places = places
  }
}
