package import LinkPolicy

/// The fact vectors that can occur for an action and a kind of method.
///
/// The engine looks up and reads representative accounts as it does for a decision. The space contains the facts that
/// the engine reads. A fact that the service states does not depend on accounts, so the space includes every
/// combination of stated values that declarations permit. A test verifies that the space contains every vector that the
/// engine computes.
package struct SituationSpace {
  let vocabulary: Vocabulary
  /// Whether superseded subjects can exist, so that an account can hold a credential with a former subject of its
  /// method.
  let hasSupersededMethods: Bool
  private var facts: FoundFacts { FoundFacts.all }
  private var known: [Shape: [Relation]] = [:]
  private var sets: [Scope: BoxSet] = [:]

  /// The action and the kinds of method that a table decides; no kinds for attempts without a method.
  private struct Scope: Hashable {
    var action: Int
    var kinds: [MethodKind]
  }

  /// The properties of an action that determine the relations of accounts to the action's attempts.
  struct Shape: Hashable {
    var pointsTo: PointsTo
    var kind: MethodKind?
    var presence: AddressPresence
    var namesMethod: Bool
    var checksSecret: Bool
    var carriesCode: Bool
    /// The keys by which the action searches its account, in order.
    var places: [IdentifierTable.SearchPlace]
  }

  package init(_ vocabulary: Vocabulary, hasSupersededMethods: Bool) {
    self.vocabulary = vocabulary
    self.hasSupersededMethods = hasSupersededMethods
  }

  /// Returns whether the relations also hold for another vocabulary that declares the same accounts.
  ///
  /// The relations also depend on the facts that the policy tests, because the engine reads some facts only if a row
  /// tests them.
  func holds(for other: Vocabulary, hasSupersededMethods: Bool) -> Bool {
    other.schema.facts.count == vocabulary.schema.facts.count
      && hasSupersededMethods == self.hasSupersededMethods
      && other.countsDisabled == vocabulary.countsDisabled
      && ![EngineFact.tenant, .methods, .relay, .otherMethods].contains {
        other.isUsed($0) != vocabulary.isUsed($0)
      }
  }

  /// Copies the relations of another space, whose vocabulary declares the same accounts.
  mutating func take(relationsOf other: SituationSpace) {
    known = other.known
  }

  /// Returns the boxes of fact vectors that can occur for a table.
  ///
  /// The first call for a table computes the boxes, and further calls return the stored boxes.
  ///
  /// - Parameters:
  ///   - action: the index of the table's action in the vocabulary.
  ///   - kinds: the kinds that the table decides; empty for attempts without a method.
  /// - Returns: the boxes of all kinds; they may overlap.
  mutating func boxSet(action: Int, kinds: [MethodKind]) -> BoxSet {
    let scope = Scope(action: action, kinds: kinds)
    if let set = sets[scope] {
      return set
    }
    let set =
      kinds.isEmpty
      ? BoxSet(boxes(action: action, kind: nil))
      : BoxSet(kinds.flatMap { boxes(action: action, kind: $0) })
    sets[scope] = set
    return set
  }

  /// Returns boxes whose union is the set of all fact vectors that can occur for one action and kind.
  ///
  /// - Parameters:
  ///   - index: the action's index in the vocabulary.
  ///   - kind: the kind of method; nil for an attempt without a method.
  /// - Returns: boxes over all basic facts, which may overlap.
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

  /// Returns a box with the values of the facts that do not depend on accounts, such as `action`.
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

  /// Returns the boxes of accounts with and without a second factor.
  ///
  /// If the account has no second factor, no attempt states a shown factor.
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
      box.values[vocabulary.schema.labels.lowerBound + index] =
        relation.bearsLabels[index] ? .all(label.values.count) : ValueSet([label.values.count])
    }
  }

  /// The states of a session whose account exists.
  private static var openSessions: ValueSet {
    ValueSet(of: FactValue.SessionValue.recent, .old, .revoked)
  }

  /// Returns the boxes of a relation, with every state of the session, the code and the requested link.
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
      var (requested, unrequested) = (box, box)
      for (fact, unset) in LinkFacts.all.unset {
        requested[fact].remove(unset)
        unrequested[fact] = ValueSet([unset])
      }
      return withCode(requested, of: relation, action: action, kind: kind)
        + withCode(unrequested, of: relation, action: action, kind: kind)
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
    // The attempt has the address of its code, and only a known code has an address.
    if !relation.hasAddress {
      return relation.hasAccount ? [] : [unknown]
    }
    return knownBoxes
  }
}

/// Restricts stated facts to the values that attempts of one action and kind can have.
///
/// Facts that the attempt does not carry are unset. If an omitted fact counts as another value, the visitor removes the
/// unset value.
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

/// The facts about a requested link, each with its value for an attempt that requests no link.
///
/// Each process visits the declarations once, because there are thousands of boxes.
private struct LinkFacts: StatedFactVisitor, Sendable {
  static let all = LinkFacts()

  private(set) var unset: [(fact: EngineFact, value: Int)] = []

  private init() {
    EngineFact.acceptAll(&self)
  }

  mutating func visit<Fact: StatedFact>(stated fact: Fact.Type) {
    if fact.carrier == .link {
      unset.append((fact.fact, fact.unset.rawValue))
    }
  }
}

/// Providers that relations do not distinguish, with one of them as an example.
struct ProviderClass {
  /// The values of the fact `provider` for the providers of the class.
  var values: ValueSet
  /// The id of one provider of the class; nil for attempts that carry no method.
  var example: String?
  var requiresConsent: Bool
  var givesEmail: Bool
  /// The pool that the lookup searches for attempts of these providers.
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
