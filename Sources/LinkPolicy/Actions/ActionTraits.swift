/// What the attempts of an action are like, without its name: a few bytes, which readers of facts pass on.
package struct ActionTraits: Sendable {
  /// How the account is found that its attempts point to.
  package var pointsTo: PointsTo
  /// The kinds that its attempts can carry; empty for none.
  package var kinds: MethodKindSet
  package var address: AddressPresence
  /// Whether the service checks a password against the one stored.
  package var checksSecret: Bool
  /// Whether the attempt only names a method that the account has, as unlink does.
  package var namesMethod: Bool
  /// Whether the attempt asks for an e-mail link, so that the link's domain is checked.
  package var requestsLink: Bool
  /// Whether the attempt brings new profile values.
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

  /// When an attempt of this kind (nil: none) carries an address.
  package func addressPresence(_ kind: MethodKind?) -> AddressPresence {
    guard address == .byKind else { return address }
    switch kind {
    case .federated: return .optional
    case .password, .emailLink: return .required
    case .phone, .custom, .anonymous, nil: return .none
    }
  }

  /// Whether an attempt of this kind brings an out-of-band code.
  package func carriesCode(_ kind: MethodKind?) -> Bool {
    pointsTo == .code || (kind == .emailLink && !namesMethod)
  }
}
