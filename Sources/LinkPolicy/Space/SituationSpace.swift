/// The fact vectors that can occur for an action and a kind of sign-in.
///
/// What cannot occur together is not listed: representative accounts are made, looked up and read
/// by the same code that decides, and the facts that come out are the ones that can occur. Facts
/// that do not depend on accounts (settings, claims, nonce, ...) are joined as a product by the
/// rules of ``FactReader``. A test holds the two together: every vector computed lies inside.
package struct SituationSpace {
  let vocabulary: Vocabulary
  /// Whether superseded subjects can exist, so that an account holds a credential its method's
  /// current subject is not.
  let hasSupersededMethods: Bool
  private var known: [Shape: [Relation]] = [:]

  /// What of an action its relations depend on.
  struct Shape: Hashable {
    var pointsTo: PointsTo
    var kind: MethodKind?
    var presence: AddressPresence
    var namesMethod: Bool
    var checksSecret: Bool
    var carriesCode: Bool
  }

  package init(_ vocabulary: Vocabulary, hasSupersededMethods: Bool) {
    self.vocabulary = vocabulary
    self.hasSupersededMethods = hasSupersededMethods
  }

  /// The boxes whose union is everything that can occur.
  ///
  /// - Parameters:
  ///   - index: the action's index in the vocabulary.
  ///   - kind: the kind of sign-in, nil for an attempt that carries none.
  /// - Returns: boxes over all basic facts; they may overlap.
  package mutating func boxes(action index: Int, kind: MethodKind?) -> [FactBox] {
    let action = vocabulary.actions[index]
    let shape = Shape(
      pointsTo: action.pointsTo, kind: kind, presence: action.addressPresence(kind),
      namesMethod: action.namesMethod, checksSecret: action.checksSecret,
      carriesCode: action.carriesCode(kind))
    let relations: [Relation]
    if let cached = known[shape] {
      relations = cached
    } else {
      var sketch = RelationSketch(vocabulary, action, kind, hasSupersededMethods)
      relations = sketch.relations()
      known[shape] = relations
    }
    let basis = basis(action, index, kind)
    var boxes: [FactBox] = []
    for relation in relations {
      var box = basis
      apply(relation, action, &box)
      boxes += withCodeAndSession(box, relation, action, kind)
    }
    return boxes
  }

  /// The box of what does not depend on accounts.
  private func basis(_ action: ActionDefinition, _ index: Int, _ kind: MethodKind?) -> FactBox {
    let basic = vocabulary.schema.derived.lowerBound
    var box = FactBox(
      values: (0..<basic).map { fact in ValueSet.all(vocabulary.schema.count(fact)) })
    let isFederated = kind == .federated
    box[.action] = ValueSet([index])
    box[.kind] = ValueSet([kind.map { Int($0.rawValue) } ?? MethodKind.allCases.count])
    if !isFederated {
      box[.nonce] = ValueSet(of: FactValue.Nonce.absent)
      box[.connection] = ValueSet(of: FactValue.Connection.none)
    }
    if !isFederated, kind != .phone {
      box[.origin] = ValueSet(of: FactValue.Origin.fresh)
    }
    if kind == nil {
      box[.consent] = ValueSet(of: FactValue.Consent.absent)
    }
    if kind == nil, !action.requestsLink {
      box[.method] = ValueSet(of: FactValue.MethodSwitch.enabled)
    }
    if !action.requestsLink {
      box[.linkDomain] = ValueSet(of: FactValue.LinkDomain.absent)
      box[.linkInApp] = ValueSet(of: FactValue.LinkInApp.absent)
    }
    return box
  }

  private func apply(_ relation: Relation, _ action: ActionDefinition, _ box: inout FactBox) {
    box[.provider] = relation.providers
    box[.domain] = relation.domains
    box[.account] = ValueSet([relation.account])
    box[.credential] = ValueSet([relation.credential])
    box[.address] = ValueSet([relation.address])
    box[.sameProvider] = ValueSet([relation.sameProvider])
    box[.methods] = ValueSet([relation.methods])
    box[.relay] = ValueSet([relation.relay])
    if relation.isSecretChecked {
      box[.secret] = ValueSet(of: FactValue.Secret.right, .wrong)
    } else {
      box[.secret] = ValueSet(of: FactValue.Secret.absent)
    }
    let isThere = relation.account != FactValue.Account.none.rawValue
    box[.accountState] =
      isThere
      ? ValueSet(of: FactValue.AccountState.active, .disabled)
      : ValueSet(of: FactValue.AccountState.none)
    // Look-ups stay inside the attempt's tenant; a session, target or code may come from another.
    box[.tenant] =
      relation.isForeign
      ? ValueSet(of: FactValue.Tenant.other) : ValueSet(of: FactValue.Tenant.none, .same)
    if relation.address == FactValue.Address.absent.rawValue {
      for (index, claim) in vocabulary.claims.enumerated() {
        box.values[vocabulary.schema.claims.lowerBound + index] = ValueSet([claim.absent])
      }
    }
    for (index, label) in vocabulary.labels.enumerated() {
      let hasBearer =
        label.bearer == .account
        ? isThere : relation.sameProvider != FactValue.SameProvider.none.rawValue
      box.values[vocabulary.schema.labels.lowerBound + index] =
        hasBearer ? .all(label.values.count) : ValueSet([label.values.count])
    }
  }

  /// The states of a session that still has its account.
  private static var openSessions: ValueSet {
    ValueSet(of: FactValue.Session.recent, .old, .revoked)
  }

  /// The boxes that a relation makes with every state of session, code and requested link.
  private func withCodeAndSession(
    _ box: FactBox, _ relation: Relation, _ action: ActionDefinition, _ kind: MethodKind?
  ) -> [FactBox] {
    var box = box
    if action.pointsTo == .session {
      let isThere = relation.account != FactValue.Account.none.rawValue
      box[.session] = isThere ? Self.openSessions : ValueSet(of: FactValue.Session.none, .gone)
    }
    if action.requestsLink {
      var requested = box
      requested[.linkDomain] = ValueSet(of: FactValue.LinkDomain.allowed, .refused)
      requested[.linkInApp] = ValueSet(of: FactValue.LinkInApp.on, .off)
      box[.linkDomain] = ValueSet(of: FactValue.LinkDomain.absent)
      box[.linkInApp] = ValueSet(of: FactValue.LinkInApp.absent)
      return withCode(requested, relation, action, kind) + withCode(box, relation, action, kind)
    }
    return withCode(box, relation, action, kind)
  }

  private func withCode(
    _ box: FactBox, _ relation: Relation, _ action: ActionDefinition, _ kind: MethodKind?
  ) -> [FactBox] {
    var unknown = box
    unknown[.requestedBy] = ValueSet(of: FactValue.RequestedBy.absent)
    unknown[.linkAddress] = ValueSet(of: FactValue.LinkAddress.absent)
    unknown[.code] = ValueSet(of: FactValue.Code.absent)
    guard action.carriesCode(kind) else { return [unknown] }
    unknown[.code].insert(FactValue.Code.unknown.rawValue)
    var known = box
    known[.code] = ValueSet(of: FactValue.Code.valid, .expired, .used)
    let taken = action.codePurpose(kind).flatMap { vocabulary.purposes[$0] }
    if taken?.treatment.owner == .account {
      known[.code].insert(FactValue.Code.stale.rawValue)
    }
    known[.linkAddress] =
      kind == .emailLink
      ? ValueSet(of: FactValue.LinkAddress.same, .different)
      : ValueSet(of: FactValue.LinkAddress.absent)
    known[.requestedBy] = ValueSet(of: FactValue.RequestedBy.other, .absent)
    var own = known
    own[.requestedBy] = ValueSet(of: FactValue.RequestedBy.thisSession)
    own[.session] = own[.session].intersection(Self.openSessions)
    let knownBoxes = own[.session].isEmpty ? [known] : [known, own]
    guard action.pointsTo == .code else { return knownBoxes + [unknown] }
    guard kind == nil else {
      // An unknown code is of no account.
      let isThere = relation.account != FactValue.Account.none.rawValue
      return isThere ? knownBoxes : knownBoxes + [unknown]
    }
    // The address is the code's own: there is one exactly where the code is known.
    if relation.address == FactValue.Address.absent.rawValue {
      return relation.account == FactValue.Account.none.rawValue ? [unknown] : []
    }
    return knownBoxes
  }
}
