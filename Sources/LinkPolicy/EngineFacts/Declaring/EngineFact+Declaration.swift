extension EngineFact {
  /// The word for it in a policy.
  package var name: Name { described.name }

  /// The values, in order; of facts whose values the policy declares those of the engine alone.
  package var values: [Name] { described.values }

  /// What it says, in a sentence of the documentation.
  package var meaning: Name { described.meaning }

  /// What its declaration says, as data.
  package var described: FactDescription {
    var describing = FactDescriber()
    accept(&describing)
    guard let description = describing.description else {
      preconditionFailure("every fact is declared")
    }
    return description
  }
}
