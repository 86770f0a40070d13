internal import LinkPolicy
internal import LinkPolicyAuthoring

/// The identifiers that the attempts of a story state.
///
/// The owner states one value of each identifier. The attacker states either the owner's value, because names are not
/// secret, or another value. Either actor can also state the owner's address as a name.
struct StoryIdentifiers: Sendable {
  private let model: AdversaryModel
  /// For each table, the indices of the identifiers that the table's answers can store.
  private let stored: [ValueSet]

  init(_ model: AdversaryModel) {
    self.model = model
    let (storage, vocabulary) = (model.policy.storage, model.policy.vocabulary)
    stored = storage.tables.indices.map { table in
      guard !vocabulary.identifiers.identifiers.isEmpty else { return ValueSet() }
      let guards = model.policy.guards(ofTable: table).map { storage.guards[$0] }
      let effects = (storage.tables[table].rows + guards).flatMap { $0.answer.effects }
      return ValueSet(
        effects.flatMap { $0.templates }.compactMap { $0.storedIdentifier(vocabulary) })
    }
  }

  /// Returns every list of identifiers that a real attempt can state.
  ///
  /// - Parameters:
  ///   - abstract: the attempt.
  ///   - facts: the values of facts on which the attempt's answer depends.
  ///   - world: the store, whose accounts determine the free and the held values.
  /// - Returns: the lists; one empty list for a policy without identifiers.
  func stated(
    by abstract: AbstractAttempt, _ facts: [StoryFact], in world: StoryWorld
  ) -> [[AccountIdentifier]] {
    var lists: [[AccountIdentifier]] = [[]]
    for (index, declared) in model.policy.vocabulary.identifiers.identifiers.enumerated() {
      let values = values(
        ofIdentifier: index, declared: declared, by: abstract, facts: facts, in: world)
      lists = lists.flatMap { list in
        values.map { value in
          list + (value.map { [AccountIdentifier(declared.name.text, $0)] } ?? [])
        }
      }
    }
    return lists
  }

  /// Returns the possible values of one identifier; nil represents an unstated identifier.
  private func values(
    ofIdentifier index: Int, declared: IdentifierTable.IdentifierDefinition,
    by abstract: AbstractAttempt, facts: [StoryFact], in world: StoryWorld
  ) -> [String?] {
    let number = facts.first { $0.fact == model.policy.vocabulary.fact(ofIdentifier: index) }?.value
    let value = number.flatMap { IdentifierValue(rawValue: $0) }
    let isStored = stored[abstract.table].contains(index)
    let (names, address) = (names(of: abstract.actor), "owner@" + model.domain)
    let (held, free) = (names + [address]).map { declared.canonical($0) }.reduce(into: ([], [])) {
      (sorted: inout (held: [String], free: [String]), value) in
      let identifier = AccountIdentifier(declared.name.text, value)
      if world.store.holder(of: identifier, in: world.home) == nil {
        sorted.free.append(value)
      } else {
        sorted.held.append(value)
      }
    }
    func isName(_ value: String) -> Bool { !value.contains("@") }
    let stated: [String]
    switch value {
    case .absent: return [nil]
    case .free: stated = free.filter(isName)
    case .address: stated = free.filter { !isName($0) }
    case .own, .taken: stated = held
    // The answer does not depend on the identifier's value.
    case nil: stated = abstract.finder == index ? held + free : isStored ? free.filter(isName) : []
    }
    let isNeeded = abstract.finder == index || (value != nil && !isStored)
    return stated.map { $0 } + (isNeeded ? [] : [nil])
  }

  private func names(of actor: Actor) -> [String] {
    switch actor {
    case .owner: [Actor.owner.subject]
    case .attacker: [Actor.owner.subject, Actor.attacker.subject]
    }
  }
}
