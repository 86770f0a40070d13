extension Policy {
  /// Decides an attempt by what the store answered to its look-up.
  ///
  /// A pure function of policy, attempt and answers; a refusal is a value.
  ///
  /// - Parameter lookup: the answered look-up, made by this policy.
  /// - Returns: the decision, with all that is to be shown, told and written.
  /// - Throws: an ``InputError`` for answers that contradict each other or the attempt, a ticket that no
  ///   decision hands out, and a look-up of another policy.
  public func decide(_ lookup: AnsweredLookup) throws(InputError) -> Decision {
    guard lookup.image === image else {
      throw InputError(.contradiction, "the look-up was made under another policy")
    }
    return try decide(lookup.attempt, lookup.read, in: lookup.situation)
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
    let judged = try judged(situation, for: named)
    return try decide(attempt, image.read(attempt, named, in: judged), in: situation)
  }

  /// The situation as the attempt's action sees it: with methods that have their kinds, and a code that
  /// counts only if it was mailed for what the action takes.
  ///
  /// - Throws: an ``InputError`` for a code of a purpose that the policy does not have, and for superseded
  ///   methods where the policy supersedes none.
  func judged(
    _ situation: Situation, for named: NamedAttempt
  ) throws(InputError) -> Situation {
    var judged = situation
    if situation.hasAccounts {
      image.vocabulary.closeKinds(of: &judged)
      try image.checkSupersededMethods(in: judged)
    }
    guard judged.code != nil else { return judged }
    return try judged.withCode(
      takenFor: image.vocabulary.actions[named.action].codePurpose(named.kind),
      by: image.vocabulary.purposes)
  }

  /// Decides an attempt that was read before, by what was found for it.
  package func decide(
    _ attempt: Attempt, _ read: AttemptReading, in given: Situation
  ) throws(InputError) -> Decision {
    let situation = try judged(given, for: read.named)
    let reading = try FactReader.read(
      attempt, read, in: situation, given: given.code, by: image.vocabulary)
    var facts = reading.facts
    let isComplete = derive(&facts)
    guard let table = image.table(action: facts[.action], kind: facts[.kind]) else {
      throw InputError(
        .actionNotOffered, "the policy decides no `" + attempt.action.name + "` of this kind")
    }
    image.assertCanOccur(facts, in: table)
    let account = reading.account(in: situation)
    let address = address(of: attempt, situation, reading)
    let isStale =
      try attempt.ticket.map { ticket throws(InputError) in
        try !ticket.fits(attempt, facts, address: address, pointingTo: account, under: image)
      } ?? false
    let source: Decision.Source =
      isStale ? .staleTicket : isComplete ? image.source(facts, table) : .cannotOccur
    let decision = Decision(
      image: image, source: source, table: table,
      facts: facts, isProven: isComplete && holdsProof(facts), attempt: attempt,
      situation: situation, asked: read.asked, pointedAccount: account, address: address)
    try decision.checkIdentifiers()
    return decision
  }

  /// The address that is used, as it was given; nil where none counts.
  private func address(
    of attempt: Attempt, _ situation: Situation, _ reading: Reading
  ) -> String? {
    guard let record = reading.record else { return nil }
    let records = attempt.assertedAddresses
    if record < records.count {
      return records[record].email
    }
    return attempt.address ?? (attempt.assertion == nil ? situation.code?.address : nil)
  }

  /// Adds the derived facts to a vector; false where one has no value, which no vector that can
  /// occur comes to.
  @discardableResult
  package func derive(_ facts: inout FactVector) -> Bool {
    image.derive(&facts)
  }

  package func holdsProof(_ facts: FactVector) -> Bool {
    image.holdsProof(facts)
  }
}
