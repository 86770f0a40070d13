extension Policy {
  /// Decides an attempt by what the store answered to its look-up.
  ///
  /// A pure function of policy, attempt and answers; a refusal is a value.
  ///
  /// - Parameter lookup: the answered look-up, made by this policy.
  /// - Returns: the decision, with all that is to be shown, told and written.
  /// - Throws: an ``InputError`` for answers that contradict each other or the attempt, a ticket of something
  ///   else, and a look-up of another policy.
  public func decide(_ lookup: AnsweredLookup) throws(InputError) -> Decision {
    guard lookup.image === image else {
      throw InputError(.contradiction, "the look-up was made under another policy")
    }
    return try decide(lookup.attempt, lookup.named, in: lookup.situation)
  }

  /// What a code brought by an attempt must have been mailed for; nil where it brings none.
  ///
  /// A code of another purpose is an unknown one to the decision. Throws an ``InputError`` for an attempt
  /// that is malformed.
  package func codePurpose(of attempt: Attempt) throws(InputError) -> CodePurpose? {
    let named = try NamedAttempt(attempt, in: image.vocabulary)
    return image.vocabulary.actions[named.action].codePurpose(named.kind)
  }

  /// Decides an attempt in a situation that was made without a look-up.
  package func decide(
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
    let records = attempt.assertedAddresses
    if !records.isEmpty {
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
  func isProven(_ facts: FactVector) -> Bool {
    var facts = facts
    return derive(&facts) && holdsProof(facts)
  }

  package func holdsProof(_ facts: FactVector) -> Bool {
    image.holdsProof(facts)
  }
}
