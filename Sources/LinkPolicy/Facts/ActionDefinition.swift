/// What an action's attempts carry, and how the account they point to is found.
package struct ActionDefinition: Sendable {
  package var name: Name
  package var pointsTo: PointsTo
  /// The kinds that its attempts can carry; empty for none.
  package var kinds: MethodKindSet
  package var address: AddressPresence
  /// Whether the service checks a password against the one stored.
  package var checksSecret = false
  /// Whether the attempt only names a method that the account has, as unlink does.
  package var namesMethod = false
  /// Whether the attempt asks for an e-mail link, so that the link's domain is checked.
  package var requestsLink = false
  /// What a code must have been mailed for to count here; nil where the action takes none.
  package var takes: CodePurpose?

  /// The actions every policy can decide (DESIGN 5).
  package static var standard: [ActionDefinition] {
    let linkable = MethodKindSet.all.subtracting(MethodKindSet([.anonymous]))
    let none = MethodKindSet()
    return [
      .init(
        name: "sign-in", pointsTo: .credential, kinds: .all, address: .byKind, checksSecret: true,
        takes: .signIn),
      .init(
        name: "sign-up", pointsTo: .credential, kinds: MethodKindSet([.password]),
        address: .byKind),
      .init(
        name: "link", pointsTo: .session, kinds: linkable, address: .byKind, takes: .signIn),
      .init(
        name: "unlink", pointsTo: .session, kinds: linkable, address: .none, namesMethod: true),
      .init(
        name: "reauthenticate", pointsTo: .session, kinds: linkable, address: .byKind,
        checksSecret: true, takes: .signIn),
      .init(name: "update-profile", pointsTo: .session, kinds: none, address: .none),
      .init(name: "update-email", pointsTo: .session, kinds: none, address: .required),
      .init(name: "request-email", pointsTo: .session, kinds: none, address: .required),
      .init(
        name: "confirm-email", pointsTo: .code, kinds: none, address: .required,
        takes: .change),
      .init(
        name: "recover-email", pointsTo: .code, kinds: none, address: .required,
        takes: .undo),
      .init(name: "request-verification", pointsTo: .session, kinds: none, address: .none),
      .init(
        name: "verify-email", pointsTo: .code, kinds: none, address: .required,
        takes: .verify),
      .init(
        name: "send-link", pointsTo: .credential, kinds: none, address: .required,
        requestsLink: true),
      .init(name: "update-password", pointsTo: .session, kinds: none, address: .none),
      .init(name: "request-reset", pointsTo: .credential, kinds: none, address: .required),
      .init(
        name: "reset-password", pointsTo: .code, kinds: none, address: .required,
        takes: .reset),
      .init(name: "delete", pointsTo: .session, kinds: none, address: .none),
      .init(name: "refresh", pointsTo: .session, kinds: none, address: .none),
      .init(name: "reload", pointsTo: .session, kinds: none, address: .none),
      .init(name: "sign-out", pointsTo: .session, kinds: none, address: .none),
      .init(name: "sign-in-methods", pointsTo: .credential, kinds: none, address: .required),
      .init(name: "admin-create", pointsTo: .credential, kinds: none, address: .optional),
      .init(name: "admin-delete", pointsTo: .target, kinds: none, address: .none),
      .init(
        name: "admin-attach", pointsTo: .target, kinds: MethodKindSet([.federated, .phone]),
        address: .byKind),
      .init(name: "mark-verified", pointsTo: .target, kinds: none, address: .none),
      .init(name: "mark-unverified", pointsTo: .target, kinds: none, address: .none),
      .init(name: "disable", pointsTo: .target, kinds: none, address: .none),
      .init(name: "enable", pointsTo: .target, kinds: none, address: .none),
    ]
  }

  package init(
    name: Name, pointsTo: PointsTo, kinds: MethodKindSet, address: AddressPresence,
    checksSecret: Bool = false, namesMethod: Bool = false, requestsLink: Bool = false,
    takes: CodePurpose? = nil
  ) {
    self.name = name
    self.pointsTo = pointsTo
    self.kinds = kinds
    self.address = address
    self.checksSecret = checksSecret
    self.namesMethod = namesMethod
    self.requestsLink = requestsLink
    self.takes = takes
  }

  /// When an attempt of this kind (nil: none) carries an address.
  package func addressPresence(_ kind: MethodKind?) -> AddressPresence {
    guard address == .byKind else { return address }
    switch kind {
    case .federated: return .optional
    case .password, .emailLink: return .required
    case .phone, .custom, .anonymous, nil: return .none
    }
  }

  /// What a code brought by an attempt of this kind must have been mailed for; nil exactly where
  /// it brings none.
  package func codePurpose(_ kind: MethodKind?) -> CodePurpose? {
    carriesCode(kind) ? takes : nil
  }

  /// Whether an attempt of this kind brings an out-of-band code.
  package func carriesCode(_ kind: MethodKind?) -> Bool {
    pointsTo == .code || (kind == .emailLink && !namesMethod)
  }

  /// Whether attempts of some kind bring one.
  package var carriesCode: Bool {
    carriesCode(nil) || (kinds.contains(.emailLink) && carriesCode(.emailLink))
  }
}
