extension FactSchema {
  /// Creates the schema from the declared parts, each already with its complete values.
  package init(
    actions: [Name], providers: [Name], domains: [Name], claims: [Fact], settings: [Fact],
    labels: [Fact], derived: [Fact]
  ) {
    var values = FactValues(
      declared: DeclaredNames(actions: actions, providers: providers, domains: domains))
    EngineFact.acceptAll(&values)
    self.init(
      engine: values.facts, claims: claims, settings: settings, labels: labels, derived: derived)
  }

  /// The schema of what is declared, with the values that are the engine's own.
  package init(
    _ actions: [ActionDefinition], _ providers: ProviderTable, domains: [Name], claims: [Fact],
    settings: [Fact], labels: [Fact], derived: [Fact]
  ) {
    self.init(
      actions: actions.map { $0.name }, providers: providers.providers.map { $0.word },
      domains: domains, claims: claims, settings: settings, labels: labels,
      derived: derived)
  }
}

/// The engine's facts with their complete values.
private struct FactValues: WordFactVisitor {
  typealias Failure = Never

  let declared: DeclaredNames
  var facts: [FactSchema.Fact] = []

  package init(declared: DeclaredNames) {
    self.declared = declared
  }

  mutating func visit<Fact: NamedFact>(named fact: Fact.Type) {
    facts.append(FactSchema.Fact(name: fact.name, values: fact.values(declared)))
  }

  mutating func visit<Fact: WordFact>(word fact: Fact.Type) {
    facts.append(FactSchema.Fact(name: fact.name, values: Fact.Value.allCases.map { $0.word }))
  }
}
