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
  let hasFormerSubjects: Bool
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

  package init(_ vocabulary: Vocabulary, hasFormerSubjects: Bool) {
    self.vocabulary = vocabulary
    self.hasFormerSubjects = hasFormerSubjects
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
      var sketch = RelationSketch(vocabulary, action, kind, hasFormerSubjects)
      relations = sketch.relations()
      known[shape] = relations
    }
    var boxes: [FactBox] = []
    for relation in relations {
      var box = basis(action, index, kind)
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
      box[.nonce] = ValueSet([FactValue.Nonce.absent.rawValue])
      box[.connection] = ValueSet([FactValue.Connection.none.rawValue])
    }
    if !isFederated, kind != .phone {
      box[.origin] = ValueSet([FactValue.Origin.fresh.rawValue])
    }
    if kind == nil {
      box[.consent] = ValueSet([FactValue.Consent.absent.rawValue])
    }
    if kind == nil, !action.requestsLink {
      box[.method] = ValueSet([FactValue.MethodSwitch.enabled.rawValue])
    }
    if !action.requestsLink {
      box[.linkDomain] = ValueSet([FactValue.LinkDomain.absent.rawValue])
      box[.linkInApp] = ValueSet([FactValue.LinkInApp.absent.rawValue])
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
      box[.secret] = ValueSet([
        FactValue.Secret.right.rawValue, FactValue.Secret.wrong.rawValue,
      ])
    } else {
      box[.secret] = ValueSet([FactValue.Secret.absent.rawValue])
    }
    let isThere = relation.account != FactValue.Account.none.rawValue
    box[.accountState] = isThere ? ValueSet([1, 2]) : ValueSet([0])
    // Look-ups stay inside the attempt's tenant; a session, target or code may come from another.
    box[.tenant] =
      isThere && action.pointsTo != .credential ? ValueSet([0, 1, 2]) : ValueSet([0, 1])
    if relation.address == FactValue.Address.absent.rawValue {
      for (index, claim) in vocabulary.claims.enumerated() {
        box.values[vocabulary.schema.claims.lowerBound + index] = ValueSet([claim.absent])
      }
    }
    for (index, label) in vocabulary.labels.enumerated() {
      let hasBearer =
        label.bearer == .account ? isThere : relation.sameProvider != 0
      box.values[vocabulary.schema.labels.lowerBound + index] =
        hasBearer ? .all(label.values.count) : ValueSet([label.values.count])
    }
  }

  /// The boxes that a relation makes with every state of session, code and requested link.
  private func withCodeAndSession(
    _ box: FactBox, _ relation: Relation, _ action: ActionDefinition, _ kind: MethodKind?
  ) -> [FactBox] {
    var box = box
    let open = ValueSet([1, 2, 3])
    if action.pointsTo == .session {
      let isThere = relation.account != FactValue.Account.none.rawValue
      box[.session] = isThere ? open : ValueSet([0, 4])
    }
    if action.requestsLink {
      var requested = box
      requested[.linkDomain] = ValueSet([0, 1])
      requested[.linkInApp] = ValueSet([0, 1])
      box[.linkDomain] = ValueSet([FactValue.LinkDomain.absent.rawValue])
      box[.linkInApp] = ValueSet([FactValue.LinkInApp.absent.rawValue])
      return withCode(requested, relation, action, kind) + withCode(box, relation, action, kind)
    }
    return withCode(box, relation, action, kind)
  }

  private func withCode(
    _ box: FactBox, _ relation: Relation, _ action: ActionDefinition, _ kind: MethodKind?
  ) -> [FactBox] {
    var unknown = box
    unknown[.requestedBy] = ValueSet([FactValue.RequestedBy.absent.rawValue])
    unknown[.linkAddress] = ValueSet([FactValue.LinkAddress.absent.rawValue])
    unknown[.code] = ValueSet([FactValue.Code.absent.rawValue])
    guard action.carriesCode(kind) else { return [unknown] }
    unknown[.code].insert(FactValue.Code.unknown.rawValue)
    var known = box
    known[.code] = ValueSet([0, 1, 2, 3])
    known[.linkAddress] =
      kind == .emailLink
      ? ValueSet([0, 1]) : ValueSet([FactValue.LinkAddress.absent.rawValue])
    known[.requestedBy] = ValueSet([1, 2])
    var own = known
    own[.requestedBy] = ValueSet([FactValue.RequestedBy.thisSession.rawValue])
    own[.session] = own[.session].intersection(ValueSet([1, 2, 3]))
    let knownBoxes = own[.session].isEmpty ? [known] : [known, own]
    guard action.pointsTo == .code, kind == nil else { return knownBoxes + [unknown] }
    // The address is the code's own: there is one exactly where the code is known.
    if relation.address == FactValue.Address.absent.rawValue {
      return relation.account == 0 ? [unknown] : []
    }
    return knownBoxes
  }
}
