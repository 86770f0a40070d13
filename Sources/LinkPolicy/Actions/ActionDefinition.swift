/// The definition of an action: the input that attempts carry, and how the engine finds the account of an attempt.
package struct ActionDefinition: Sendable {
  package var name: Name
  package var traits: ActionTraits
  /// The purpose that a code must have for this action, such as `reset`; nil for an action without a code.
  package var takes: CodePurpose?

  /// The built-in actions, which every policy can decide, such as `sign-in`, in the order of their declaration.
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

  /// The source of the account to which an attempt points, such as the caller's session.
  package var pointsTo: PointsTo { traits.pointsTo }
  /// The kinds of method that attempts of the action can carry; empty for attempts without a method.
  package var kinds: MethodKindSet { traits.kinds }
  /// The rule for the e-mail address of the action's attempts: absent, optional, required, or dependent on the kind of
  /// method.
  package var address: AddressPresence { traits.address }
  /// Whether the service compares the attempt's password with the account's stored password, as for `sign-in`.
  package var checksSecret: Bool { traits.checksSecret }
  /// Whether attempts name a method of the account without proving the method's credential, as for `unlink`.
  package var namesMethod: Bool { traits.namesMethod }
  /// Whether attempts request an e-mail link, so that the service checks the link's domain.
  package var requestsLink: Bool { traits.requestsLink }
  /// Whether attempts carry new profile values, such as a display name.
  package var carriesProfile: Bool { traits.carriesProfile }

  /// Returns the purpose of the code in attempts with a given kind of method; nil if these attempts carry no code.
  package func codePurpose(_ kind: MethodKind?) -> CodePurpose? {
    carriesCode(kind) ? takes : nil
  }

  /// Returns the rule for the address of attempts with the given kind of method: absent, optional or required.
  ///
  /// Pass nil for attempts without a method.
  package func addressPresence(_ kind: MethodKind?) -> AddressPresence {
    traits.addressPresence(kind)
  }

  /// Returns whether attempts with a given kind of method (nil for no method) carry an out-of-band code.
  package func carriesCode(_ kind: MethodKind?) -> Bool { traits.carriesCode(kind) }

  /// Returns whether attempts with a given kind of method prove a credential with a subject, such as a Google account's
  /// `sub`.
  package func provesKey(_ kind: MethodKind?) -> Bool { traits.provesKey(kind) }

  /// Whether some attempts of the action carry a code.
  package var carriesCode: Bool {
    carriesCode(nil) || (kinds.contains(.emailLink) && carriesCode(.emailLink))
  }
}

/// The parts of an action's definition that the readers of facts use: all parts except the name and the code purpose.
///
/// These values are small, so a reader of facts copies them instead of the complete definition.
package struct ActionTraits: Sendable {
  /// The source of the account to which an attempt points, such as the caller's session.
  package var pointsTo: PointsTo
  /// The kinds of method that attempts of the action can carry; empty for attempts without a method.
  package var kinds: MethodKindSet
  package var address: AddressPresence
  /// Whether the service compares the attempt's password with the account's stored password, as for `sign-in`.
  package var checksSecret: Bool
  /// Whether attempts name a method of the account without proving the method's credential, as for `unlink`.
  package var namesMethod: Bool
  /// Whether attempts request an e-mail link, so that the service checks the link's domain.
  package var requestsLink: Bool
  /// Whether attempts carry new profile values, such as a display name.
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

  /// Returns the rule for the address of attempts with the given kind of method: absent, optional or required.
  ///
  /// Pass nil for attempts without a method.
  package func addressPresence(_ kind: MethodKind?) -> AddressPresence {
    guard address == .byKind else { return address }
    switch kind {
    case .federated: return .optional
    case .password, .emailLink: return .required
    case .phone, .custom, .passkey, .anonymous, nil: return .none
    }
  }

  /// Returns whether attempts with a given kind of method (nil for no method) carry an out-of-band code.
  package func carriesCode(_ kind: MethodKind?) -> Bool {
    pointsTo == .code || (kind == .emailLink && !namesMethod)
  }

  /// Returns whether attempts with a given kind of method prove a credential with a subject, such as a Google account's
  /// `sub`.
  ///
  /// The result is false for a password or e-mail link, because the address takes the place of a subject. An attempt
  /// that only names a method, such as an unlink, proves no credential.
  package func provesKey(_ kind: MethodKind?) -> Bool {
    guard let kind, !namesMethod else { return false }
    return switch kind {
    case .federated, .phone, .custom, .passkey: true
    case .password, .emailLink, .anonymous: false
    }
  }
}

/// The source of the account to which an attempt points, such as the caller's session.
public enum PointsTo: UInt8, Sendable {
  /// The engine uses the account of the caller's session, as for `link`.
  case session
  /// The engine uses the account that an administrator names, as for `disable`.
  case target
  /// The engine uses the account that owns the out-of-band code, as for `reset-password`.
  case code
  /// The engine uses the holder of the credential, as for `sign-in`.
  ///
  /// If nobody holds the credential, the engine uses the only holder of the address. If the policy declares a search
  /// order for the action, the engine searches in this order instead.
  ///
  /// The account of the caller's session does not affect this search.
  case credential
}

/// The rule for the e-mail address of an action's attempts: absent, optional, required, or dependent on the kind of
/// method.
public enum AddressPresence: UInt8, Sendable {
  /// Attempts never carry an address, as for `sign-out`.
  case none
  /// Attempts can carry an address, as for `admin-create`.
  case optional
  /// Attempts always carry an address, as for `update-email`.
  case required
  /// The kind of method decides whether attempts carry an address, as for `sign-in`.
  ///
  /// An address is optional for federated sign-ins, required for passwords and e-mail links, and absent for all other
  /// kinds.
  case byKind
}
