/// The definition of an action: the input of its attempts, and how the engine finds the account
/// that an attempt points to.
package struct ActionDefinition: Sendable {
  package var name: Name
  package var traits: ActionTraits
  /// The purpose that a code must have for this action; nil if the action takes no code.
  package var takes: CodePurpose?

  /// The actions that every policy can decide, in order of declaration.
  package static var standard: [ActionDefinition] {
    StandardAction.allCases.map { $0.definition }
  }

  package init(
    name: Name, pointsTo: PointsTo, kinds: MethodKindSet, address: AddressPresence,
    checksSecret: Bool = false, namesMethod: Bool = false, requestsLink: Bool = false,
    takes: CodePurpose? = nil
  ) {
    self.name = name
    traits = ActionTraits(
      pointsTo: pointsTo, kinds: kinds, address: address, checksSecret: checksSecret,
      namesMethod: namesMethod, requestsLink: requestsLink)
    self.takes = takes
  }

  /// How the engine finds the account that an attempt points to.
  package var pointsTo: PointsTo { traits.pointsTo }
  /// The kinds of sign-in that attempts can carry; empty for none.
  package var kinds: MethodKindSet { traits.kinds }
  /// Whether attempts carry an address.
  package var address: AddressPresence { traits.address }
  /// Whether the service compares a password with the stored one.
  package var checksSecret: Bool { traits.checksSecret }
  /// Whether attempts only name a method of the account, as `unlink` does.
  package var namesMethod: Bool { traits.namesMethod }
  /// Whether attempts request an e-mail link, whose domain is then checked.
  package var requestsLink: Bool { traits.requestsLink }
  /// Whether attempts carry new profile values.
  package var carriesProfile: Bool { traits.carriesProfile }

  /// Returns the required purpose of the code in an attempt of a kind; nil if and only if the attempt carries no
  /// code.
  package func codePurpose(_ kind: MethodKind?) -> CodePurpose? {
    carriesCode(kind) ? takes : nil
  }

  /// Returns whether attempts of a kind (nil for none) carry an address.
  package func addressPresence(_ kind: MethodKind?) -> AddressPresence {
    traits.addressPresence(kind)
  }

  /// Returns whether attempts of a kind carry an out-of-band code.
  package func carriesCode(_ kind: MethodKind?) -> Bool { traits.carriesCode(kind) }

  /// Returns whether attempts of a kind prove a credential with a subject of its own.
  package func provesKey(_ kind: MethodKind?) -> Bool { traits.provesKey(kind) }

  /// Whether attempts of at least one kind carry a code.
  package var carriesCode: Bool {
    carriesCode(nil) || (kinds.contains(.emailLink) && carriesCode(.emailLink))
  }
}

/// The properties of an action's attempts, without its name.
///
/// Readers of facts copy it, because it is small.
package struct ActionTraits: Sendable {
  /// How the engine finds the account that an attempt points to.
  package var pointsTo: PointsTo
  /// The kinds of sign-in that attempts can carry; empty for none.
  package var kinds: MethodKindSet
  package var address: AddressPresence
  /// Whether the service compares a password with the stored one.
  package var checksSecret: Bool
  /// Whether attempts only name a method of the account, as `unlink` does.
  package var namesMethod: Bool
  /// Whether attempts request an e-mail link, whose domain is then checked.
  package var requestsLink: Bool
  /// Whether attempts carry new profile values.
  package var carriesProfile = false

  init(
    pointsTo: PointsTo, kinds: MethodKindSet, address: AddressPresence, checksSecret: Bool,
    namesMethod: Bool, requestsLink: Bool
  ) {
    self.pointsTo = pointsTo
    self.kinds = kinds
    self.address = address
    self.checksSecret = checksSecret
    self.namesMethod = namesMethod
    self.requestsLink = requestsLink
  }

  /// Returns whether attempts of a kind (nil for none) carry an address.
  package func addressPresence(_ kind: MethodKind?) -> AddressPresence {
    guard address == .byKind else { return address }
    switch kind {
    case .federated: return .optional
    case .password, .emailLink: return .required
    case .phone, .custom, .passkey, .anonymous, nil: return .none
    }
  }

  /// Returns whether attempts of a kind carry an out-of-band code.
  package func carriesCode(_ kind: MethodKind?) -> Bool {
    pointsTo == .code || (kind == .emailLink && !namesMethod)
  }

  /// Returns whether attempts of a kind prove a credential with a subject of its own.
  ///
  /// A password and an e-mail link belong to the address. An attempt that names a method of an account proves none.
  package func provesKey(_ kind: MethodKind?) -> Bool {
    guard let kind, !namesMethod else { return false }
    return switch kind {
    case .federated, .phone, .custom, .passkey: true
    case .password, .emailLink, .anonymous: false
    }
  }
}

/// How the engine finds the account that an attempt points to.
public enum PointsTo: UInt8, Sendable {
  /// The account of the caller's session.
  case session
  /// The account that an administrator names.
  case target
  /// The account for which the out-of-band code was made.
  case code
  /// The holder of the credential; if nobody holds it, the only holder of the address.
  ///
  /// The engine ignores the caller's session here.
  case credential
}

/// Whether an action's attempts carry an address.
public enum AddressPresence: UInt8, Sendable {
  /// Never.
  case none
  /// An attempt may carry one or not.
  case optional
  /// Always.
  case required
  /// Depends on the kind of sign-in: optional for federated, required for password and e-mail link, never for all
  /// others.
  case byKind
}
