internal import LinkPolicy

/// The boxes of fact vectors that can occur for one action and one kind of method, built from relations.
struct SituationBoxes {
  private let vocabulary: Vocabulary
  private let action: ActionDefinition
  private let kind: MethodKind?
  private(set) var set: BoxSet
  /// The box of the facts that do not depend on accounts.
  private let basis: NumberedBox
  /// For each found fact and each value that the engine can read, the number of a set in ``set``: the set of all values
  /// that the read value represents.
  private let numbersOfFound: [(fact: Int, numbers: [UInt16])]
  /// The facts about the code whose values differ from the basis, each with the number of its set of values in ``set``;
  /// one list is for an unknown code, the other for a known code.
  private let unknownCode, knownCode: [(fact: Int, number: UInt16)]

  init(vocabulary: Vocabulary, actionNumber: Int, kind: MethodKind?, facts: FoundFacts) {
    self.vocabulary = vocabulary
    self.kind = kind
    let action = vocabulary.actions[actionNumber]
    self.action = action
    let basic = vocabulary.schema.derived.lowerBound
    var box = FactBox(
      values: (0..<basic).map { fact in ValueSet.all(vocabulary.schema.count(fact)) })
    box[.action] = ValueSet([actionNumber])
    box[.kind] = ValueSet([kind.map { Int($0.rawValue) } ?? MethodKind.allCases.count])
    var stated = StatedBox(shape: AttemptShape(action, kind), box: box)
    EngineFact.acceptAll(&stated)
    var set = BoxSet(factCount: basic)
    basis = set.numbered(stated.box)
    numbersOfFound = facts.elements.map { element in
      let fact = element.fact.rawValue
      return (fact, element.values.map { set.number(of: $0, ofFact: fact) })
    }
    func numbered(_ code: [(EngineFact, ValueSet)]) -> [(fact: Int, number: UInt16)] {
      code.map { ($0.rawValue, set.number(of: $1, ofFact: $0.rawValue)) }
    }
    unknownCode = numbered(Self.unknownCode(carried: action.carriesCode(kind)))
    knownCode = numbered(Self.knownCode(of: action, kind, vocabulary))
    self.set = set
  }

  /// Returns the values that the facts about the code have in attempts without a known code.
  private static func unknownCode(carried isCarried: Bool) -> [(EngineFact, ValueSet)] {
    var states = ValueSet(of: FactValue.CodeValue.absent)
    if isCarried {
      states.insert(FactValue.CodeValue.unknown.rawValue)
    }
    return [
      (.code, states), (.requestedBy, ValueSet(of: FactValue.RequestedBy.absent)),
      (.codeCredential, ValueSet(of: FactValue.CodeCredential.absent)),
      (.linkAddress, ValueSet(of: FactValue.LinkAddress.absent)),
    ]
  }

  /// Returns the values that the facts about a known code can have if no session of the account requested the code.
  private static func knownCode(
    of action: ActionDefinition, _ kind: MethodKind?, _ vocabulary: Vocabulary
  ) -> [(EngineFact, ValueSet)] {
    var states = ValueSet(of: FactValue.CodeValue.valid, .expired, .used)
    let taken = action.codePurpose(kind).flatMap { vocabulary.purposes[$0] }
    if taken?.treatment.owner == .account {
      states.insert(FactValue.CodeValue.stale.rawValue)
    }
    return [
      (.code, states), (.requestedBy, ValueSet(of: FactValue.RequestedBy.otherAccount, .absent)),
      (
        .codeCredential,
        action.provesKey(kind)
          ? .all(FactValue.CodeCredential.allCases.count)
          : ValueSet(of: FactValue.CodeCredential.absent)
      ),
      (
        .linkAddress,
        kind == .emailLink
          ? ValueSet(of: FactValue.LinkAddress.same, .different)
          : ValueSet(of: FactValue.LinkAddress.absent)
      ),
    ]
  }

  /// Adds the boxes of a relation, with every state of second factors, session, code and requested link.
  mutating func add(_ relation: Relation) {
    for box in withFactors(applying(relation)) {
      addWithSession(box, of: relation)
    }
  }

  private mutating func applying(_ relation: Relation) -> NumberedBox {
    let schema = vocabulary.schema
    var box = basis
    set.set(.provider, to: relation.providers, in: &box)
    set.set(.domain, to: relation.domains, in: &box)
    for (fact, numbers) in numbersOfFound {
      box.numbers[fact] = numbers[relation[fact]]
    }
    if !relation.hasAddress {
      for (index, claim) in vocabulary.claims.enumerated() {
        set.set(schema.claims.lowerBound + index, to: ValueSet([claim.absent]), in: &box)
      }
    }
    for (index, values) in relation.identifiers.enumerated() {
      set.set(schema.identifiers.lowerBound + index, to: values, in: &box)
    }
    for (index, label) in vocabulary.labels.enumerated() {
      let count = label.values.count
      set.set(
        schema.labels.lowerBound + index,
        to: relation.bearsLabels[index] ? .all(count) : ValueSet([count]), in: &box)
    }
    return box
  }

  /// Returns the boxes of accounts with and without a second factor.
  ///
  /// If the account has no second factor, no attempt states that the person showed a second factor.
  private mutating func withFactors(_ box: NumberedBox) -> [NumberedBox] {
    guard !vocabulary.schema.factorInputs.isEmpty else { return [box] }
    var boxes: [NumberedBox] = []
    let possible = set.values(of: .factors, in: box)
    for state in [FactValue.Factors.none, .some] where possible.contains(state.rawValue) {
      var part = box
      set.set(.factors, to: ValueSet(of: state), in: &part)
      if state == .none {
        for input in vocabulary.schema.factorInputs.values {
          set.set(input, to: ValueSet([0]), in: &part)
        }
      }
      boxes.append(part)
    }
    return boxes
  }

  /// The states of a session whose account exists.
  private static var openSessions: ValueSet {
    ValueSet(of: FactValue.SessionValue.recent, .old, .revoked)
  }

  /// Adds the boxes of a relation, with every state of the session, the code and the requested link.
  private mutating func addWithSession(_ box: NumberedBox, of relation: Relation) {
    var box = box
    if action.pointsTo == .session {
      set.set(
        .session,
        to: relation.hasAccount
          ? Self.openSessions : ValueSet(of: FactValue.SessionValue.none, .gone), in: &box)
    }
    guard action.requestsLink else { return addWithCode(box, of: relation) }
    // The facts of a requested link are either all stated or all absent.
    var (requested, unrequested) = (box, box)
    for (fact, unset) in LinkFacts.all.unset {
      var stated = set.values(of: fact, in: box)
      stated.remove(unset)
      set.set(fact, to: stated, in: &requested)
      set.set(fact, to: ValueSet([unset]), in: &unrequested)
    }
    addWithCode(requested, of: relation)
    addWithCode(unrequested, of: relation)
  }

  /// Adds the boxes of a relation, with every state of the code.
  private mutating func addWithCode(_ box: NumberedBox, of relation: Relation) {
    guard action.carriesCode(kind) else { return set.append(Self.setting(unknownCode, in: box)) }
    // The attempt has the address of its code, and only a known code has an address.
    let takesAddress = action.pointsTo == .code && kind == nil
    if !takesAddress || relation.hasAddress {
      addWithKnownCode(box)
    }
    // An unknown code belongs to no account.
    if action.pointsTo != .code || !relation.hasAccount && !(takesAddress && relation.hasAddress) {
      set.append(Self.setting(unknownCode, in: box))
    }
  }

  private static func setting(
    _ facts: [(fact: Int, number: UInt16)], in box: NumberedBox
  ) -> NumberedBox {
    var box = box
    for (fact, number) in facts {
      box.numbers[fact] = number
    }
    return box
  }

  /// Adds the boxes in which the code of the attempt is known.
  private mutating func addWithKnownCode(_ box: NumberedBox) {
    var known = Self.setting(knownCode, in: box)
    set.append(known)
    let sessions = set.values(of: .session, in: known).intersection(Self.openSessions)
    guard !sessions.isEmpty else { return }
    set.set(.session, to: sessions, in: &known)
    set.set(
      .requestedBy, to: ValueSet(of: FactValue.RequestedBy.thisSession, .sameAccount), in: &known)
    set.append(known)
  }
}

/// Restricts stated facts to the values that attempts of one action and kind can have.
///
/// Facts that the attempt does not carry are unset. If the engine gives an omitted fact another value than `unset`, the
/// visitor removes the value `unset`.
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
/// Each process collects the facts only once, because there are thousands of boxes.
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
