extension Policy {
  /// What its facts are made of.
  package var vocabulary: Vocabulary { image.vocabulary }

  /// Whether some row supersedes a subject; where none does, nothing is decided about an account with a superseded method.
  package var supersedesSubjects: Bool { image.hasSupersededMethods }

  /// Checks that decisions can be about an account.
  ///
  /// - Parameter account: an account whose methods have their kinds.
  /// - Throws: an ``InputError`` for what the vocabulary does not speak of, and for superseded methods where no row supersedes
  ///   a subject.
  package func checkDecidable(_ account: Account) throws(InputError) {
    try vocabulary.check(account)
    guard supersedesSubjects || !account.hasSupersededMethod else {
      throw InputError(
        .contradiction,
        "a method of account `" + account.id
          + "` is superseded, but no row of the policy supersedes a subject")
    }
  }

  /// The index of the table that decides an action and kind, by the values of those facts.
  package func tableIndex(of facts: FactVector) -> Int? {
    image.table(action: facts[.action], kind: facts[.kind])
  }

  /// What decides a vector of basic facts; nil where no table does.
  ///
  /// The derived facts are added to the vector.
  package func source(of facts: inout FactVector) -> Decision.Source? {
    guard let table = tableIndex(of: facts) else { return nil }
    return derive(&facts) ? image.source(facts, table) : .cannotOccur
  }

  /// The facts of an attempt in a situation, without the derived ones, and what they are about.
  ///
  /// Throws an ``InputError`` for an attempt that is malformed.
  package func reading(
    of attempt: Attempt, in situation: Situation
  ) throws(InputError) -> Reading {
    let named = try NamedAttempt(attempt, in: vocabulary)
    let judged = try judged(situation, for: named)
    let read = try image.read(attempt, named, in: judged)
    return try FactReader.read(
      attempt, read, in: judged, given: situation.code, by: vocabulary)
  }

  /// The effects of what decided, and whether it allows the attempt.
  package func answer(
    of source: Decision.Source, inTable table: Int
  ) -> (effects: [Effect], isAllowed: Bool) {
    guard let row = image.row(of: source, inTable: table) else { return ([], false) }
    return (image.effects(ofRow: row), image.error(ofRow: row) == nil)
  }
}
