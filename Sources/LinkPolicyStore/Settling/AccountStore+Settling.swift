public import LinkPolicy

extension AccountStore where Self: ~Copyable {
  /// Looks an attempt up, decides it, and commits what the decision changes: all in one transaction.
  ///
  /// The transaction answers the look-up, decides, checks what the change set requires, carries its writes out, raises
  /// versions, and puts notices into the outbox. Where it meets a conflict, all of it is done again, under `retries`. A
  /// decision that changes nothing stands as it was made, and its transaction is rolled back.
  ///
  /// What is assumed: ``AccountStore`` is honoured, and the session, target and code of the caller are what
  /// came with this very request.
  ///
  /// - Parameters:
  ///   - attempt: what was verified.
  ///   - caller: the session, target and code that came along, by their ids.
  ///   - settings: those in force.
  ///   - policy: what decides.
  ///   - method: whether the attempt's method is switched on; `.enabled` is right for a service that switches none.
  ///   - passwordHash: the hash of the password that came with the attempt, where one did; stored where the decision says so.
  ///   - id: an id of the request, one that nobody can guess, at most 190 bytes. Where a set of the same attempt and caller was committed with it
  ///     before, nothing is done; another attempt under it is another request, as `Attempt.requestID(_:by:)` tells them apart.
  ///     Nil for a request that is not repeated when its answer was lost. A decision that changes nothing is not remembered.
  ///   - retries: how often it is tried again after a conflict.
  ///   - hook: told of the look-up, of each decision and of each further try, as `ObservedPolicy` tells; decisions are made in the
  ///     open transaction, so it has to be quick. Nil for nobody.
  /// - Returns: the decision with what was committed, or what was committed before. Send its notices now.
  /// - Throws: a ``StoreError``; nothing was written then, unless it is ``StoreError/uncertain(_:)``.
  public mutating func settle(
    _ attempt: Attempt, by caller: Lookup.Caller, under settings: Settings, policy: Policy,
    method: Lookup.MethodAnswer, passwordHash: String?, once id: String?,
    retries: Retries = Retries(), telling hook: (@Sendable (PolicyEvent) -> Void)? = nil
  ) throws(StoreError) -> Settled {
    let observed = hook.map { ObservedPolicy(policy, telling: $0) }
    let lookup = try asInput { () throws(InputError) in
      guard let observed else {
        return try policy.lookup(for: attempt, by: caller, under: settings)
      }
      return try observed.lookup(for: attempt, by: caller, under: settings)
    }
    let id = id.map { attempt.requestID($0, by: caller) }
    try checkLength(ofRequestID: id)
    var tries = 1
    while true {
      var undone: Decision?
      do throws(StoreError) {
        return try transaction { store throws(StoreError) in
          if let id, let before = try store.outcome(of: id) {
            return (.before(before.remembered), isToCommit: false)
          }
          let decision = try store.decide(
            lookup, method: method, under: policy, telling: observed)
          undone = decision
          let changes = decision.changes
          guard !changes.isEmpty else {
            return (.now(decision, CommitOutcome(), tries: tries), isToCommit: false)
          }
          if let broken = try store.broken(changes.requirements, under: policy) {
            throw lookup.asks(broken, of: decision)
              ? .conflict(StoreError.requirement(broken).description) : .requirement(broken)
          }
          let outcome = try store.carryOut(changes, passwordHash: passwordHash, id: id)
          return (.now(decision, outcome, tries: tries), isToCommit: true)
        }
      } catch {
        guard error.isPassing else { throw error }
        guard tries < retries.tries else { throw .busy(tries: tries, last: error.description) }
      }
      if let undone {
        observed?.retry(undone, time: tries)
      }
      retries.pause(tries)
      tries += 1
    }
  }

  /// Commits the change set of a decision that was made before, outside of the transaction: once, and tries nothing again.
  ///
  /// For services in which another process decides. After ``StoreError/requirement(_:)`` and
  /// ``StoreError/conflict(_:)`` look up and decide again, eight times at most; not for a set that is empty, which
  /// never meets either.
  ///
  /// - Parameters:
  ///   - changes: what the decision changes; if a set with its id, of at most 255 bytes, was committed before, nothing is done.
  ///   - policy: the policy that decided; it says which accounts are searched together.
  ///   - passwordHash: the hash of the password that came with the attempt, where one did.
  /// - Returns: what it came to, now or before. Send its notices now.
  /// - Throws: a ``StoreError``; nothing was written then, unless it is ``StoreError/uncertain(_:)``.
  public mutating func commit(
    _ changes: ChangeSet, under policy: Policy, passwordHash: String?
  ) throws(StoreError) -> CommitOutcome {
    guard !changes.isEmpty else { return CommitOutcome() }
    try checkLength(ofRequestID: changes.id)
    return try transaction { store throws(StoreError) in
      if let id = changes.id, let before = try store.outcome(of: id) {
        return (before.remembered, isToCommit: false)
      }
      if let broken = try store.broken(changes.requirements, under: policy) {
        throw .requirement(broken)
      }
      let outcome = try store.carryOut(changes, passwordHash: passwordHash, id: changes.id)
      return (outcome, isToCommit: true)
    }
  }

  /// Looks an attempt up in one transaction, decides it, and changes nothing.
  ///
  /// - Parameters:
  ///   - lookup: made by the policy for the attempt.
  ///   - method: whether the attempt's method is switched on.
  ///   - policy: what decides.
  /// - Returns: the decision, whose change set ``commit(_:under:passwordHash:)`` takes.
  /// - Throws: a ``StoreError``; nothing is tried again.
  public mutating func decision(
    on lookup: Lookup, method: Lookup.MethodAnswer, under policy: Policy
  ) throws(StoreError) -> Decision {
    try transaction { store throws(StoreError) in
      (try store.decide(lookup, method: method, under: policy), isToCommit: false)
    }
  }
}

/// Throws for an id that is too long for a store to index.
private func checkLength(ofRequestID id: String?) throws(StoreError) {
  try asInput { () throws(InputError) in
    try IdentifierLength.check(id, "the id of the request, with the digest of what is asked,")
  }
}

extension Lookup {
  /// Whether a requirement is an answer of this look-up, so that it can be answered otherwise the next time; the others
  /// stay broken however often the attempt is tried.
  fileprivate func asks(_ requirement: Requirement, of decision: Decision) -> Bool {
    switch requirement {
    case .account, .session, .code: true
    case .credential(let key, tenant: _, holder: _):
      credential.map { key.isSame(as: MethodKey($0)) } ?? false
    case .address(let question, holders: _):
      decision.askedAddresses.contains { $0.hasSameBytes(as: question.address) }
    }
  }
}
