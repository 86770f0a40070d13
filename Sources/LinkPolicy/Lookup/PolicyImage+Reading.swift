extension PolicyImage {
  /// Reads an attempt whose words were looked up before, as far as it goes without accounts.
  ///
  /// Of the situation the settings and the code are looked at, which is taken as the action sees it. Throws an
  /// ``InputError`` for an attempt that is malformed.
  func read(
    _ attempt: Attempt, _ named: NamedAttempt, in situation: Situation
  ) throws(InputError) -> AttemptReading {
    try read(attempt, named, under: situation.settings, code: .known(situation.code?.address))
  }

  func read(
    _ attempt: Attempt, _ named: NamedAttempt, under settings: Settings, code: BroughtAddress
  ) throws(InputError) -> AttemptReading {
    try AttemptReader(attempt, named, by: vocabulary)
      .read(settings, code: code) { isProven($0) }
  }

  /// Whether a vector with one record's facts meets the policy's `proof`.
  func isProven(_ facts: FactVector) -> Bool {
    var facts = facts
    return derive(&facts) && holdsProof(facts)
  }
}
