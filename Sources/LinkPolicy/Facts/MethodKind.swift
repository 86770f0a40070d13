/// The kind of a sign-in method, such as a password.
public enum MethodKind: UInt8, Sendable, CaseIterable {
  /// A sign-in through an identity provider, by OAuth, OpenID Connect or SAML.
  case federated
  /// A sign-in with an address and a password.
  case password
  /// A sign-in with a link that was sent to an e-mail address.
  case emailLink
  /// A sign-in with a telephone number.
  case phone
  /// A sign-in with a token from the service's own authentication system.
  case custom
  /// A sign-in that proves no identity, such as the sign-in of a guest.
  case anonymous
  /// A sign-in with a WebAuthn credential, whose subject is the credential id.
  ///
  /// See Web Authentication Level 2, section 4. An assertion proves that the person has the private key, but states no
  /// address. An input of the policy can state whether the authenticator verified the user.
  case passkey

  /// The name of the kind in a policy, such as `email-link`.
  public var name: Name {
    switch self {
    case .federated: "federated"
    case .password: "password"
    case .emailLink: "email-link"
    case .phone: "phone"
    case .custom: "custom"
    case .anonymous: "anonymous"
    case .passkey: "passkey"
    }
  }

  /// The number of kinds.
  static var count: Int { 7 }

  /// Whether the account's current address identifies methods of this kind, as for passwords and e-mail links.
  package var isSubjectTheAddress: Bool {
    self == .password || self == .emailLink
  }

  /// Creates a kind from its name in a policy; returns nil for an unknown name.
  ///
  /// - Parameter name: the name, such as `federated`.
  public init?(_ name: Name) {
    for kind in Self.allCases where kind.name == name {
      self = kind
      return
    }
    return nil
  }
}

/// A set of kinds of sign-in methods.
package struct MethodKindSet: Sendable, Equatable {
  private var bits: UInt8 = 0

  /// Creates a set of kinds from bits.
  ///
  /// The position of a kind's bit is the raw value of the kind.
  init(bits: UInt8) {
    self.bits = bits
  }

  package init(_ kinds: [MethodKind] = []) {
    for kind in kinds {
      insert(kind)
    }
  }

  package static var all: MethodKindSet { MethodKindSet(MethodKind.allCases) }

  package var isEmpty: Bool { bits == 0 }

  package var kinds: [MethodKind] { MethodKind.allCases.filter { contains($0) } }

  package mutating func insert(_ kind: MethodKind) {
    bits |= 1 << kind.rawValue
  }

  package func contains(_ kind: MethodKind) -> Bool {
    bits & (1 << kind.rawValue) != 0
  }

  package func subtracting(_ other: MethodKindSet) -> MethodKindSet {
    var result = self
    result.bits &= ~other.bits
    return result
  }

  package func intersection(_ other: MethodKindSet) -> MethodKindSet {
    var result = self
    result.bits &= other.bits
    return result
  }
}
