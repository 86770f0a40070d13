/// The declaration of a fact as data, for schemas, documentation and tests.
package struct FactDescription: Sendable {
  package var fact: EngineFact
  package var name: Name
  package var meaning: Name
  /// The values of the fact, in order.
  ///
  /// For a fact whose values a policy declares, the list contains only the values that the engine adds.
  package var values: [Name]
  /// The collective words of the fact, each with the indices of the values that the word represents.
  package var collectives: [(word: Name, values: [Int])] = []
  /// Whether the policy declares further values, which precede ``values``.
  package var isNamed = false
  /// The index of the fact's value in attempts that do not set the fact; nil for a fact that every attempt sets.
  package var unset: Int?
  /// The indices of the values in an ordinary sign-in, the most common value first.
  package var ordinary: [Int] = []
  /// The phrase for each value in a sentence about an attempt; empty for values that the policy declares.
  package var clauses: [Name] = []
  /// The party that can cause each value; empty for values that the policy declares.
  package var bringers: [Bringer] = []
  /// The part of the input that carries the fact, such as the assertion, and the fact's key in this part.
  ///
  /// Nil for a fact that callers do not state.
  package var stated: (carrier: StatedCarrier, key: Name)?

  fileprivate init(named fact: (some NamedFact).Type) {
    self.fact = fact.fact
    name = fact.name
    meaning = fact.meaning
    values = fact.values(DeclaredNames(actions: [], providers: [], domains: []))
    isNamed = true
  }

  fileprivate init<Fact: WordFact>(_ fact: Fact.Type) {
    self.fact = fact.fact
    name = fact.name
    meaning = fact.meaning
    values = Fact.Value.allCases.map { $0.word }
    collectives = fact.collectives.map { ($0.word, $0.values.map { $0.rawValue }) }
    unset = fact.unset.rawValue
    ordinary = fact.ordinary.map { $0.rawValue }
    clauses = Fact.Value.allCases.map { fact.clause(of: $0) }
    bringers = Fact.Value.allCases.map { fact.bringer(of: $0) }
  }

  /// The descriptions of all facts, in order.
  package static var all: [FactDescription] { EngineFact.allCases.map { $0.described } }
}

/// A visitor that converts the declaration of a fact to a description.
struct FactDescriber: FactVisitor {
  var description: FactDescription?

  mutating func visit<Fact: NamedFact>(named fact: Fact.Type) {
    description = FactDescription(named: fact)
  }

  mutating func visit<Fact: StatedFact>(stated fact: Fact.Type) {
    description = FactDescription(fact)
    description?.stated = (fact.carrier, fact.key)
  }

  mutating func visit<Fact: CheckedFact>(checked fact: Fact.Type) {
    visit(stated: fact)
  }

  mutating func visit<Fact: FoundFact>(found fact: Fact.Type) {
    description = FactDescription(fact)
  }
}

extension EngineFact {
  /// The name of the fact in a policy, such as `credential`.
  package var name: Name { described.name }

  /// The values of the fact, in order.
  ///
  /// For a fact whose values a policy declares, the list contains only the values that the engine adds.
  package var values: [Name] { described.values }

  /// The meaning of the fact, as text for the documentation.
  package var meaning: Name { described.meaning }

  /// The declaration of the fact as data.
  package var described: FactDescription {
    var describing = FactDescriber()
    accept(&describing)
    guard let description = describing.description else {
      preconditionFailure("every fact is declared")
    }
    return description
  }
}

extension FactSchema {
  /// Creates a schema from the names that a policy declares, and from declared facts that already have all their
  /// values.
  package init(
    actions: [Name], providers: [Name], domains: [Name], claims: [SchemaFact],
    settings: [SchemaFact], inputs: [SchemaFact] = [], identifiers: [SchemaFact] = [],
    labels: [SchemaFact], derived: [SchemaFact]
  ) {
    var values = FactValues(
      declared: DeclaredNames(actions: actions, providers: providers, domains: domains))
    EngineFact.acceptAll(&values)
    self.init(
      engine: values.facts, claims: claims, settings: settings, inputs: inputs,
      identifiers: identifiers, labels: labels, derived: derived)
  }

  /// Creates a schema from the declarations of a policy, and adds the values that the engine defines.
  package init(
    _ actions: [ActionDefinition], _ providers: ProviderTable, domains: [Name],
    claims: [SchemaFact], settings: [SchemaFact], inputs: [SchemaFact] = [],
    identifiers: [SchemaFact] = [], labels: [SchemaFact], derived: [SchemaFact]
  ) {
    self.init(
      actions: actions.map { $0.name }, providers: providers.providers.map { $0.word },
      domains: domains, claims: claims, settings: settings, inputs: inputs,
      identifiers: identifiers, labels: labels, derived: derived)
  }
}

/// A visitor that collects the engine facts with all their values.
private struct FactValues: WordFactVisitor {
  typealias Failure = Never

  let declared: DeclaredNames
  var facts: [FactSchema.SchemaFact] = []

  package init(declared: DeclaredNames) {
    self.declared = declared
  }

  mutating func visit<Fact: NamedFact>(named fact: Fact.Type) {
    facts.append(FactSchema.SchemaFact(name: fact.name, values: fact.values(declared)))
  }

  mutating func visit<Fact: WordFact>(word fact: Fact.Type) {
    facts.append(
      FactSchema.SchemaFact(name: fact.name, values: Fact.Value.allCases.map { $0.word }))
  }
}
