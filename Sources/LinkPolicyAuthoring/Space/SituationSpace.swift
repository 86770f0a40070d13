package import LinkPolicy

/// The fact vectors that can occur for an action and a kind of sign-in.
///
/// What cannot occur together is not listed: representative accounts are made, looked up and read
/// by the same code that decides, and the facts that come out are the ones that can occur. What is
/// stated and does not depend on accounts is joined as a product, by the declarations of the facts.
/// A test holds the two together: every vector computed lies inside.
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

  /// Whether what can be around accounts is the same for another vocabulary that declares the same of
  /// them.
  ///
  /// That depends on whether the facts are used that are only read then.
  func holds(for other: Vocabulary, hasSupersededMethods: Bool) -> Bool {
    other.schema.facts.count == vocabulary.schema.facts.count
      && hasSupersededMethods == self.hasSupersededMethods
      && ![EngineFact.tenant, .methods, .relay, .otherMethods].contains {
        other.isUsed($0) != vocabulary.isUsed($0)
      }
  }

  /// Takes over what was read of accounts by a vocabulary that declares the same of them.
  mutating func take(relationsOf other: SituationSpace) {
    known = other.known
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
      apply(relation, &box)
      boxes += withCodeAndSession(box, relation, action, kind)
    }
    return boxes
  }

  /// The box of what does not depend on accounts.
  private func basis(_ action: ActionDefinition, _ index: Int, _ kind: MethodKind?) -> FactBox {
    let basic = vocabulary.schema.derived.lowerBound
    var box = FactBox(
      values: (0..<basic).map { fact in ValueSet.all(vocabulary.schema.count(fact)) })
    box[.action] = ValueSet([index])
    box[.kind] = ValueSet([kind.map { Int($0.rawValue) } ?? MethodKind.allCases.count])
    var stated = StatedBox(shape: AttemptShape(action, kind), box: box)
    EngineFact.acceptAll(&stated)
    return stated.box
  }

  private func apply(_ relation: Relation, _ box: inout FactBox) {
    box[.provider] = relation.providers
    box[.domain] = relation.domains
    var found = FoundBox(relation: relation, box: box)
    EngineFact.acceptAll(&found)
    box = found.box
    if !relation.hasAddress {
      for (index, claim) in vocabulary.claims.enumerated() {
        box.values[vocabulary.schema.claims.lowerBound + index] = ValueSet([claim.absent])
      }
    }
    for (index, label) in vocabulary.labels.enumerated() {
      let hasBearer = label.bearer == .account ? relation.hasAccount : relation.hasOwnMethod
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
      box[.session] =
        relation.hasAccount ? Self.openSessions : ValueSet(of: FactValue.Session.none, .gone)
    }
    if action.requestsLink {
      // Whatever is stated of a link is stated together.
      var parts = LinkBoxes(requested: box, unrequested: box)
      EngineFact.acceptAll(&parts)
      return withCode(parts.requested, relation, action, kind)
        + withCode(parts.unrequested, relation, action, kind)
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
      return relation.hasAccount ? knownBoxes : knownBoxes + [unknown]
    }
    // The address is the code's own: there is one exactly where the code is known.
    if !relation.hasAddress {
      return relation.hasAccount ? [] : [unknown]
    }
    return knownBoxes
  }
}

/// Leaves unset what attempts of a shape do not carry, and takes the unset value away where leaving a fact out is
/// read as another one.
private struct StatedBox: StatedFactVisitor {
  let shape: AttemptShape
  var box: FactBox

  mutating func visit<Fact: StatedFact>(stated fact: Fact.Type) {
    let unstated = fact.unstated(for: shape.kind)
    if !fact.isCarried(by: shape) {
      box[fact.fact] = ValueSet(of: unstated)
    } else if unstated != fact.unset {
      box[fact.fact].remove(fact.unset.rawValue)
    }
  }
}

/// Narrows what is found to what it can be around the accounts of a relation.
private struct FoundBox: FoundFactVisitor {
  let relation: Relation
  var box: FactBox

  mutating func visit<Fact: FoundFact>(found fact: Fact.Type) {
    let read = Fact.Value(rawValue: relation[fact.fact]) ?? fact.unset
    box[fact.fact] = ValueSet(fact.values(whereRead: read).map { $0.rawValue })
  }
}

/// The boxes with a requested link, of which everything is stated, and without one.
private struct LinkBoxes: StatedFactVisitor {
  var requested: FactBox
  var unrequested: FactBox

  mutating func visit<Fact: StatedFact>(stated fact: Fact.Type) {
    guard fact.carrier == .link else { return }
    requested[fact.fact].remove(fact.unset.rawValue)
    unrequested[fact.fact] = ValueSet(of: fact.unset)
  }
}
