extension Policy {
  /// Says what to fetch before ``decide(_:in:)``.
  ///
  /// Where the addresses to look up are those of a code (``Lookup/BroughtCode/bringsAddress``), ask
  /// again with the code that was found. Throws an ``InputError`` for an attempt that is malformed.
  public func lookup(for attempt: Attempt, code: Code? = nil) throws(InputError) -> Lookup {
    let named = try NamedAttempt(attempt, in: image.vocabulary)
    return try lookup(for: attempt, named, code: code)
  }

  func lookup(
    for attempt: Attempt, _ named: NamedAttempt, code: Code?
  ) throws(InputError) -> Lookup {
    let reader = try FactReader(
      attempt, named, in: Situation(code: code), by: image.vocabulary)
    return try reader.lookup { isProven($0) }
  }

  /// What a code brought by an attempt must have been mailed for; nil where it brings none.
  ///
  /// A code of another purpose may be handed in as it stands: it is an unknown one to
  /// ``decide(_:in:)``. Throws an ``InputError`` for an attempt that is malformed.
  public func codePurpose(of attempt: Attempt) throws(InputError) -> CodePurpose? {
    let named = try NamedAttempt(attempt, in: image.vocabulary)
    return image.vocabulary.actions[named.action].codePurpose(named.kind)
  }

  /// Decides an attempt.
  ///
  /// A pure function of policy, attempt and situation. Throws an ``InputError`` for input that is
  /// malformed or contradicts itself; a refusal is a value.
  public func decide(
    _ attempt: Attempt, in situation: Situation
  ) throws(InputError) -> Decision {
    let named = try NamedAttempt(attempt, in: image.vocabulary)
    return try decide(attempt, named, in: situation)
  }

  /// Decides an attempt whose words were looked up before.
  package func decide(
    _ attempt: Attempt, _ named: NamedAttempt, in given: Situation
  ) throws(InputError) -> Decision {
    var closed = given
    image.vocabulary.closeKinds(of: &closed)
    try image.checkSupersededMethods(in: closed)
    var reader = try FactReader(attempt, named, in: closed, by: image.vocabulary)
    // From here on a code counts only if the action takes it.
    let situation = reader.situation
    let reading = try reader.read { isProven($0) }
    var facts = reading.facts
    let isComplete = derive(&facts)
    guard let table = image.table(action: facts[.action], kind: facts[.kind]) else {
      throw InputError(
        .actionNotOffered, "the policy decides no `" + attempt.action.name + "` of this kind")
    }
    image.assertCanOccur(facts, in: table)
    let account = reading.account(in: situation)
    let address = address(of: attempt, situation, reading)
    try attempt.ticket?.check(attempt, address: address, pointingTo: account, under: image)
    let decision = Decision(
      image: image, source: isComplete ? image.source(facts, table) : .cannotOccur, table: table,
      facts: facts,
      isProven: isComplete && holdsProof(facts), attempt: attempt,
      situation: situation, asked: reader.asked ?? AskedAddresses(first: nil, others: []),
      pointedAccount: account, address: address)
    try decision.checkIdentifiers()
    return decision
  }

  private func address(
    of attempt: Attempt, _ situation: Situation, _ reading: Reading
  ) -> String? {
    if let records = attempt.assertion?.addresses, !records.isEmpty {
      return reading.record.map { records[$0].email }
    }
    return attempt.address ?? (attempt.assertion == nil ? situation.code?.address : nil)
  }

  /// Adds the derived facts to a vector; false where one has no value, which no vector that can
  /// occur comes to.
  @discardableResult
  package func derive(_ facts: inout FactVector) -> Bool {
    image.derive(&facts)
  }

  /// Whether a vector with one record's facts meets the policy's `proof`.
  private func isProven(_ facts: FactVector) -> Bool {
    var facts = facts
    return derive(&facts) && holdsProof(facts)
  }

  package func holdsProof(_ facts: FactVector) -> Bool {
    image.holdsProof(facts)
  }
}
