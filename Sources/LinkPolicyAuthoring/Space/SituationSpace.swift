package import LinkPolicy

/// The fact vectors that can occur for an action and a kind of sign-in.
///
/// The space is computed: the engine looks up and reads representative accounts as for a decision,
/// and the facts that it reads are the possible ones. Facts that the service states do not depend
/// on accounts, so every combination that their declarations permit is included. A test verifies
/// that the space contains every vector that the engine computes.
package struct SituationSpace {
  let vocabulary: Vocabulary
  /// Whether superseded subjects can exist, so that an account can hold a credential that is not its method's current
  /// subject.
  let hasSupersededMethods: Bool
  private var facts: FoundFacts { FoundFacts.all }
  private var known: [Shape: [Relation]] = [:]

  /// The properties of an action on which its relations depend.
  struct Shape: Hashable {
    var pointsTo: PointsTo
    var kind: MethodKind?
    var presence: AddressPresence
    var namesMethod: Bool
    var checksSecret: Bool
    var carriesCode: Bool
    /// The places that the action searches.
    var places: [IdentifierTable.SearchPlace]
  }

  package init(_ vocabulary: Vocabulary, hasSupersededMethods: Bool) {
    self.vocabulary = vocabulary
    self.hasSupersededMethods = hasSupersededMethods
  }

  /// Returns whether the relations are the same for another vocabulary that declares the same accounts.
  ///
  /// The relations also depend on which facts the policy tests, because the engine reads some facts
  /// only if they are tested.
  func holds(for other: Vocabulary, hasSupersededMethods: Bool) -> Bool {
    other.schema.facts.count == vocabulary.schema.facts.count
      && hasSupersededMethods == self.hasSupersededMethods
      && other.countsDisabled == vocabulary.countsDisabled
      && ![EngineFact.tenant, .methods, .relay, .otherMethods].contains {
        other.isUsed($0) != vocabulary.isUsed($0)
      }
  }

  /// Copies the relations of a space whose vocabulary declares the same accounts.
  mutating func take(relationsOf other: SituationSpace) {
    known = other.known
  }

  /// Returns boxes whose union is the set of all fact vectors that can occur.
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
      carriesCode: action.carriesCode(kind),
      places: vocabulary.identifiers.places(ofAction: index))
    let relations: [Relation]
    if let cached = known[shape] {
      relations = cached
    } else {
      var sketch = RelationSketch(
        vocabulary: vocabulary, actionNumber: index, kind: kind,
        hasSupersededMethods: hasSupersededMethods, facts: facts)
      relations = sketch.relations()
      known[shape] = relations
    }
    let basis = basis(for: action, at: index, kind: kind)
    var boxes: [FactBox] = []
    for relation in relations {
      var box = basis
      apply(relation, &box)
      for box in withFactors(box) {
        boxes += withCodeAndSession(box, of: relation, action: action, kind: kind)
      }
    }
    return boxes
  }

  /// Returns the box of the facts that do not depend on accounts.
  private func basis(for action: ActionDefinition, at index: Int, kind: MethodKind?) -> FactBox {
    let basic = vocabulary.schema.derived.lowerBound
    var box = FactBox(
      values: (0..<basic).map { fact in ValueSet.all(vocabulary.schema.count(fact)) })
    box[.action] = ValueSet([index])
    box[.kind] = ValueSet([kind.map { Int($0.rawValue) } ?? MethodKind.allCases.count])
    var stated = StatedBox(shape: AttemptShape(action, kind), box: box)
    EngineFact.acceptAll(&stated)
    return stated.box
  }

  /// Returns the boxes of accounts with and without a second factor: without one, no attempt states a shown factor.
  private func withFactors(_ box: FactBox) -> [FactBox] {
    guard !vocabulary.schema.factorInputs.isEmpty else { return [box] }
    var boxes: [FactBox] = []
    for state in [FactValue.Factors.none, .some] where box[.factors].contains(state.rawValue) {
      var part = box
      part[.factors] = ValueSet(of: state)
      if state == .none {
        for input in vocabulary.schema.factorInputs.values {
          part.values[input] = ValueSet([0])
        }
      }
      boxes.append(part)
    }
    return boxes
  }

  private func apply(_ relation: Relation, _ box: inout FactBox) {
    box[.provider] = relation.providers
    box[.domain] = relation.domains
    for element in facts.elements {
      box[element.fact] = element.values[relation[element.fact]]
    }
    if !relation.hasAddress {
      for (index, claim) in vocabulary.claims.enumerated() {
        box.values[vocabulary.schema.claims.lowerBound + index] = ValueSet([claim.absent])
      }
    }
    for (index, values) in relation.identifiers.enumerated() {
      box.values[vocabulary.schema.identifiers.lowerBound + index] = values
    }
    for (index, label) in vocabulary.labels.enumerated() {
      let hasBearer = label.bearer == .account ? relation.hasAccount : relation.hasOwnMethod
      box.values[vocabulary.schema.labels.lowerBound + index] =
        hasBearer ? .all(label.values.count) : ValueSet([label.values.count])
    }
  }

  /// The states of a session whose account exists.
  private static var openSessions: ValueSet {
    ValueSet(of: FactValue.SessionValue.recent, .old, .revoked)
  }

  /// Returns the boxes of a relation with every state of session, code and requested link.
  private func withCodeAndSession(
    _ box: FactBox, of relation: Relation, action: ActionDefinition, kind: MethodKind?
  ) -> [FactBox] {
    var box = box
    if action.pointsTo == .session {
      box[.session] =
        relation.hasAccount ? Self.openSessions : ValueSet(of: FactValue.SessionValue.none, .gone)
    }
    if action.requestsLink {
      // The facts of a requested link are either all stated or all absent.
      var parts = LinkBoxes(requested: box, unrequested: box)
      EngineFact.acceptAll(&parts)
      return withCode(parts.requested, of: relation, action: action, kind: kind)
        + withCode(parts.unrequested, of: relation, action: action, kind: kind)
    }
    return withCode(box, of: relation, action: action, kind: kind)
  }

  private func withCode(
    _ box: FactBox, of relation: Relation, action: ActionDefinition, kind: MethodKind?
  ) -> [FactBox] {
    var unknown = box
    unknown[.requestedBy] = ValueSet(of: FactValue.RequestedBy.absent)
    unknown[.codeCredential] = ValueSet(of: FactValue.CodeCredential.absent)
    unknown[.linkAddress] = ValueSet(of: FactValue.LinkAddress.absent)
    unknown[.code] = ValueSet(of: FactValue.CodeValue.absent)
    guard action.carriesCode(kind) else { return [unknown] }
    unknown[.code].insert(FactValue.CodeValue.unknown.rawValue)
    var known = box
    known[.code] = ValueSet(of: FactValue.CodeValue.valid, .expired, .used)
    let taken = action.codePurpose(kind).flatMap { vocabulary.purposes[$0] }
    if taken?.treatment.owner == .account {
      known[.code].insert(FactValue.CodeValue.stale.rawValue)
    }
    known[.linkAddress] =
      kind == .emailLink
      ? ValueSet(of: FactValue.LinkAddress.same, .different)
      : ValueSet(of: FactValue.LinkAddress.absent)
    known[.codeCredential] =
      action.provesKey(kind)
      ? .all(FactValue.CodeCredential.allCases.count)
      : ValueSet(of: FactValue.CodeCredential.absent)
    known[.requestedBy] = ValueSet(of: FactValue.RequestedBy.otherAccount, .absent)
    var own = known
    own[.requestedBy] = ValueSet(of: FactValue.RequestedBy.thisSession, .sameAccount)
    own[.session] = own[.session].intersection(Self.openSessions)
    let knownBoxes = own[.session].isEmpty ? [known] : [known, own]
    guard action.pointsTo == .code else { return knownBoxes + [unknown] }
    guard kind == nil else {
      // An unknown code belongs to no account.
      return relation.hasAccount ? knownBoxes : knownBoxes + [unknown]
    }
    // The address is the code's address, which exists if and only if the code is known.
    if !relation.hasAddress {
      return relation.hasAccount ? [] : [unknown]
    }
    return knownBoxes
  }
}

/// Restricts stated facts to the values that attempts of a shape can have.
///
/// Facts that the attempt does not carry are unset. The unset value is removed if an omitted fact is interpreted as
/// another value.
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

/// The box with a requested link, whose facts are all stated, and the box without one.
private struct LinkBoxes: StatedFactVisitor {
  var requested: FactBox
  var unrequested: FactBox

  mutating func visit<Fact: StatedFact>(stated fact: Fact.Type) {
    guard fact.carrier == .link else { return }
    requested[fact.fact].remove(fact.unset.rawValue)
    unrequested[fact.fact] = ValueSet(of: fact.unset)
  }
}

/// Providers that relations do not distinguish, with one example.
struct ProviderClass {
  /// The values of the fact `provider` for these providers.
  var values: ValueSet
  /// The id of one of these providers; nil for attempts that carry no method.
  var example: String?
  var requiresConsent: Bool
  var givesEmail: Bool
  /// The pool that is searched for attempts of these providers.
  var pool: Int

  /// Returns the classes of the providers that offer a kind.
  static func classes(of vocabulary: Vocabulary, _ kind: MethodKind?) -> [ProviderClass] {
    let providers = vocabulary.providers
    guard let kind else {
      return [
        ProviderClass(
          values: ValueSet([providers.none]), example: nil, requiresConsent: false,
          givesEmail: true, pool: vocabulary.pools.index(ofProvider: providers.none))
      ]
    }
    var classes: [ProviderClass] = []
    func add(_ value: Int, example: String, requiresConsent: Bool, givesEmail: Bool) {
      let pool = vocabulary.pools.index(ofProvider: value)
      for index in classes.indices
      where classes[index].requiresConsent == requiresConsent
        && classes[index].givesEmail == givesEmail && classes[index].pool == pool
      {
        classes[index].values.insert(value)
        return
      }
      classes.append(
        ProviderClass(
          values: ValueSet([value]), example: example, requiresConsent: requiresConsent,
          givesEmail: givesEmail, pool: pool))
    }
    for (value, provider) in providers.providers.enumerated() where provider.kinds.contains(kind) {
      add(
        value, example: providers.example(of: value), requiresConsent: provider.requiresConsent,
        givesEmail: kind != .federated || provider.givesEmail)
    }
    return classes
  }
}
