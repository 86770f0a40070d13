/// What an action's attempts carry, and how the account they point to is found.
package struct ActionDefinition: Sendable {
  package var name: Name
  package var traits: ActionTraits
  /// What a code must have been mailed for to count here; nil where the action takes none.
  package var takes: CodePurpose?

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
    traits = ActionTraits(
      pointsTo: pointsTo, kinds: kinds, address: address, checksSecret: checksSecret,
      namesMethod: namesMethod, requestsLink: requestsLink)
    self.takes = takes
  }

  /// How the account is found that its attempts point to.
  package var pointsTo: PointsTo { traits.pointsTo }
  /// The kinds that its attempts can carry; empty for none.
  package var kinds: MethodKindSet { traits.kinds }
  /// When its attempts carry an address.
  package var address: AddressPresence { traits.address }
  /// Whether the service checks a password against the one stored.
  package var checksSecret: Bool { traits.checksSecret }
  /// Whether the attempt only names a method that the account has, as unlink does.
  package var namesMethod: Bool { traits.namesMethod }
  /// Whether the attempt asks for an e-mail link, so that the link's domain is checked.
  package var requestsLink: Bool { traits.requestsLink }
  /// Whether the attempt brings new profile values.
  package var carriesProfile: Bool { traits.carriesProfile }

  /// What a code brought by an attempt of this kind must have been mailed for; nil exactly where
  /// it brings none.
  package func codePurpose(_ kind: MethodKind?) -> CodePurpose? {
    carriesCode(kind) ? takes : nil
  }

  /// When an attempt of this kind (nil: none) carries an address.
  package func addressPresence(_ kind: MethodKind?) -> AddressPresence {
    traits.addressPresence(kind)
  }

  /// Whether an attempt of this kind brings an out-of-band code.
  package func carriesCode(_ kind: MethodKind?) -> Bool { traits.carriesCode(kind) }

  /// Whether attempts of some kind bring one.
  package var carriesCode: Bool {
    carriesCode(nil) || (kinds.contains(.emailLink) && carriesCode(.emailLink))
  }
}
