package import LinkPolicy

// What tools ask of a policy beside its tables, answered by its image like everything that is
// decided.
extension CompiledPolicy {
  /// What its facts are made of.
  package var vocabulary: Vocabulary { storage.vocabulary }

  package func decide(
    _ attempt: Attempt, in situation: Situation
  ) throws(InputError) -> Decision {
    try policy.decide(attempt, in: situation)
  }

  package func decide(_ lookup: AnsweredLookup) throws(InputError) -> Decision {
    try policy.decide(lookup)
  }

  package func lookup(
    for attempt: Attempt, by caller: Lookup.Caller, under settings: Settings
  ) throws(InputError) -> Lookup {
    try policy.lookup(for: attempt, by: caller, under: settings)
  }

  package func codePurpose(of attempt: Attempt) throws(InputError) -> CodePurpose? {
    try policy.codePurpose(of: attempt)
  }

  package func tableIndex(of facts: FactVector) -> Int? {
    policy.tableIndex(of: facts)
  }

  package func source(of facts: inout FactVector) -> Decision.Source? {
    policy.source(of: &facts)
  }

  @discardableResult
  package func derive(_ facts: inout FactVector) -> Bool {
    policy.derive(&facts)
  }

  package func holdsProof(_ facts: FactVector) -> Bool {
    policy.holdsProof(facts)
  }

  package func reading(
    of attempt: Attempt, in situation: Situation
  ) throws(InputError) -> Reading {
    try policy.reading(of: attempt, in: situation)
  }

  package func answer(
    of source: Decision.Source, inTable table: Int
  ) -> (effects: [Effect], isAllowed: Bool) {
    policy.answer(of: source, inTable: table)
  }
}
