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

  /// Whether the attempt brings new profile values.
  package var carriesProfile = false

  /// The actions every policy can decide, in the order of their declaration.
  package static var standard: [ActionDefinition] {
    StandardAction.allCases.map { $0.definition }
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
