extension EngineFact {
  /// The values of the fact, in order.
  ///
  /// For a fact whose values a policy declares, the list contains only the values that the engine adds.
  package var values: [Name] {
    var values = FactValues(declared: DeclaredNames(actions: [], providers: [], domains: []))
    accept(&values)
    return values.facts.flatMap { $0.values }
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

  init(declared: DeclaredNames) {
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
