/// What the declaration of a fact says, as data: for schemas, documentation and tests.
package struct FactDescription: Sendable {
  package var fact: EngineFact
  package var name: Name
  package var meaning: Name
  /// The values in order; of facts whose values the policy declares those of the engine alone.
  package var values: [Name]
  /// Whether the policy declares further values, in front of those.
  package var isNamed = false
  /// The index of the value it has where nothing sets it; nil for one that is always set.
  package var unset: Int?
  /// The indices of the values of an ordinary sign-in, the most ordinary first.
  package var ordinary: [Int] = []
  /// How a sentence about an attempt tells each value; empty where the policy declares the values.
  package var clauses: [Name] = []
  /// Who can bring each value about; empty where the policy declares the values.
  package var bringers: [Bringer] = []
  /// Where it is stated, under which key; nil for one that is not.
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
    unset = fact.unset.rawValue
    ordinary = fact.ordinary.map { $0.rawValue }
    clauses = Fact.Value.allCases.map { fact.clause(of: $0) }
    bringers = Fact.Value.allCases.map { fact.bringer(of: $0) }
  }

  /// The facts, in order.
  package static var all: [FactDescription] { EngineFact.allCases.map { $0.described } }
}

/// Reads a declaration.
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
