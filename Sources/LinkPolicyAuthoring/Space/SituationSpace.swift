package import LinkPolicy

/// The fact vectors that can occur for an action and a kind of method.
///
/// The engine looks up and reads representative accounts as it does for a decision. The space contains the facts that
/// the engine reads. A fact that the service states does not depend on accounts, so the space includes every
/// combination of stated values that declarations permit. A test verifies that the space contains every vector that the
/// engine computes.
package struct SituationSpace {
  let vocabulary: Vocabulary
  /// Whether an account can have superseded methods; if so, the account still holds the credentials of former subjects.
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
    /// The keys by which the action searches for its account, in order.
    var places: [IdentifierTable.SearchPlace]
  }

  package init(_ vocabulary: Vocabulary, hasSupersededMethods: Bool) {
    self.vocabulary = vocabulary
    self.hasSupersededMethods = hasSupersededMethods
  }

  /// Returns whether the relations of accounts to attempts also hold for another vocabulary.
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

  /// Copies the relations of another space; the vocabulary of that space must have the same representative accounts.
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
      ? boxSet(action: action, kind: nil)
      : BoxSet(joining: kinds.map { boxSet(action: action, kind: $0) })
    sets[scope] = set
    return set
  }

  /// Returns boxes whose union is the set of all fact vectors that can occur for one action and kind.
  ///
  /// - Parameters:
  ///   - index: the action's index in the vocabulary.
  ///   - kind: the kind of method; nil for an attempt without a method.
  /// - Returns: boxes over all basic facts; the boxes may overlap.
  package mutating func boxes(action index: Int, kind: MethodKind?) -> [FactBox] {
    boxSet(action: index, kind: kind).boxes
  }

  private mutating func boxSet(action index: Int, kind: MethodKind?) -> BoxSet {
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
    var boxes = SituationBoxes(
      vocabulary: vocabulary, actionNumber: index, kind: kind, facts: facts)
    for relation in relations {
      boxes.add(relation)
    }
    return boxes.set
  }
}

/// A class of providers that relations do not distinguish, with one provider as an example.
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
