/// A unique value such as a user name, which at most one account of a tenant holds; the e-mail address is not an
/// identifier.
///
/// The policy declares the names of identifiers under `identifiers:`. An account stores the value of an identifier in
/// canonical form. An attempt states the value as the person entered it.
public struct AccountIdentifier: Sendable {
  /// The name of the identifier, such as `username`.
  public var name: String
  /// The value, such as `ada`, at most 255 UTF-8 bytes.
  public var value: String

  /// Creates an identifier from its name and value, for an attempt or an account.
  ///
  /// - Parameters:
  ///   - name: the name that the policy declares, such as `username`.
  ///   - value: the value, such as `ada`.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }

  /// Returns whether two identifiers have the same name and value, compared byte by byte.
  package func isSame(as other: AccountIdentifier) -> Bool {
    name.hasSameBytes(as: other.name) && value.hasSameBytes(as: other.value)
  }
}

extension Account {
  /// Returns the account's value of an identifier, such as a user name; nil for an account without the identifier.
  package func identifier(named name: String) -> String? {
    identifiers.first { $0.name.hasSameBytes(as: name) }?.value
  }

  /// Returns whether the account holds an identifier, whose value must be in canonical form.
  package func holds(_ identifier: AccountIdentifier) -> Bool {
    identifiers.contains { $0.isSame(as: identifier) }
  }

  /// Sets the account's value of an identifier, or removes the identifier if the value is nil.
  package mutating func setIdentifier(_ name: String, to value: String?) {
    identifiers.removeAll { $0.name.hasSameBytes(as: name) }
    if let value {
      identifiers.append(AccountIdentifier(name, value))
    }
  }
}
