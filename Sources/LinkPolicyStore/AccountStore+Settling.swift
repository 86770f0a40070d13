public import LinkPolicy
internal import LinkPolicySystem

extension AccountStore where Self: ~Copyable {
  /// Looks up an attempt, decides it and commits its changes, all in one transaction.
  ///
  /// The transaction answers the lookup, decides, checks the requirements of the change set, executes its writes,
  /// increments versions, and adds notices to the outbox. After a conflict, `settle` repeats the whole transaction, as
  /// `retries` specifies. If a decision changes nothing, `settle` rolls the transaction back, without a retry.
  ///
  /// Preconditions: the store fulfills the contract of ``AccountStore``, and the caller's session, target and code come
  /// from the same request as the attempt.
  ///
  /// - Parameters:
  ///   - attempt: the attempt; verify its token or password first.
  ///   - caller: the ids of the session, target and code that the caller sent.
  ///   - settings: the current values of the policy's settings.
  ///   - policy: the policy that decides.
  ///   - method: whether the attempt's method is enabled; or the list of all disabled methods, if the policy requires
  ///     the list (`Lookup.asksDisabledMethods`). If the service disables no methods, pass `.disabledMethods([])`.
  ///   - passwordHash: the hash of the attempt's password; nil for an attempt without a password. The store saves the
  ///     hash if the decision sets a password.
  ///   - id: an unpredictable id of the request, at most 190 bytes. If the same attempt of the same caller was
  ///     committed with the id before, `settle` writes nothing and returns the recorded outcome.
  ///     `Attempt.requestID(_:by:)` defines which attempts are the same. Pass nil if clients never repeat a request
  ///     after a lost answer. A decision that changes nothing is not recorded, so a repeated request is decided again.
  ///   - retries: the number of retries after a conflict, and the delay before each retry.
  ///   - hook: a function that receives the events of `ObservedPolicy`: the lookup, each decision and each retry. Keep
  ///     the function fast, because it runs in the open transaction. Pass nil for no events.
  /// - Returns: the decision with the committed outcome, or the outcome of the earlier commit. Send the notices of the
  ///   outcome now.
  /// - Throws: a ``StoreError``. Nothing was written, except possibly after ``StoreError/uncertain(_:)``.
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

  /// Commits the change set of a decision that another process made, without retries.
  ///
  /// After ``StoreError/requirement(_:)`` or ``StoreError/conflict(_:)``, look up and decide again, at most eight
  /// times. For an empty change set, `commit` returns an empty outcome without a transaction.
  ///
  /// - Parameters:
  ///   - changes: the change set of the decision. The id of the change set has at most 255 bytes. If a change set with
  ///     the same id was committed before, `commit` writes nothing.
  ///   - policy: the policy that decided. The policy's pools determine which accounts a lookup searches together.
  ///   - passwordHash: the hash of the attempt's password; nil for an attempt without a password.
  /// - Returns: the outcome of this commit, or the recorded outcome if a change set with the id was committed before.
  ///   Send the notices of the outcome now.
  /// - Throws: a ``StoreError``. Nothing was written, except possibly after ``StoreError/uncertain(_:)``.
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

  /// Looks up an attempt in one transaction and returns the decision, without writing to the store.
  ///
  /// - Parameters:
  ///   - lookup: the lookup that the policy built for the attempt.
  ///   - method: whether the attempt's method is enabled; or the list of all disabled methods, if the policy requires
  ///     the list (`Lookup.asksDisabledMethods`). If the service disables no methods, pass `.disabledMethods([])`.
  ///   - policy: the policy that decides.
  /// - Returns: the decision. Pass the decision's change set to ``commit(_:under:passwordHash:)``.
  /// - Throws: a ``StoreError``; the transaction is not retried.
  public mutating func decision(
    on lookup: Lookup, method: Lookup.MethodAnswer, under policy: Policy
  ) throws(StoreError) -> Decision {
    try transaction { store throws(StoreError) in
      (try store.decide(lookup, method: method, under: policy), isToCommit: false)
    }
  }
}

extension AccountStore where Self: ~Copyable {
  /// Runs a closure in a transaction.
  ///
  /// Rolls the transaction back if the closure throws or returns false for `isToCommit`, or if the commit fails. An
  /// error of the commit other than a conflict becomes `uncertain`.
  mutating func transaction<Value>(
    _ body: (inout Self) throws(StoreError) -> (Value, isToCommit: Bool)
  ) throws(StoreError) -> Value {
    try begin()
    let (value, isToCommit): (Value, Bool)
    do throws(StoreError) {
      (value, isToCommit) = try body(&self)
    } catch {
      try rollBack(after: error) { .failed($0) }
      throw error
    }
    guard isToCommit else {
      try rollBack()
      return value
    }
    do throws(StoreError) {
      try commit()
    } catch .conflict(let message) {
      let error = StoreError.conflict(message)
      try rollBack(after: error) { .failed($0) }
      throw error
    } catch {
      try rollBack(after: error) { .uncertain($0) }
      throw .uncertain(error.description)
    }
    return value
  }

  /// Rolls the transaction back after an error.
  ///
  /// If the rollback fails too, throws an error with both messages, after which `settle` does not retry.
  private mutating func rollBack(
    after error: StoreError, _ made: (String) -> StoreError
  ) throws(StoreError) {
    do throws(StoreError) {
      try rollBack()
    } catch let second {
      throw made(error.description + "; and rolling back: " + second.description)
    }
  }
}

extension AccountStore where Self: ~Copyable {
  /// Returns the first requirement that does not hold in the open transaction; nil if all requirements hold.
  mutating func broken(
    _ requirements: [Requirement], under policy: Policy
  ) throws(StoreError) -> Requirement? {
    for requirement in requirements where try !holds(requirement, under: policy) {
      return requirement
    }
    return nil
  }

  private mutating func holds(
    _ requirement: Requirement, under policy: Policy
  ) throws(StoreError) -> Bool {
    switch requirement {
    case .account(let id, let version):
      return try account(id).map { $0.version == version } ?? false
    case .credential(let key, let tenant, let holder):
      return try self.holder(of: key, in: tenant).isSame(as: holder)
    case .address(let question, let holders):
      var read = ReadAccounts()
      let found = try self.holders(of: question, under: policy, &read)
      return found.count == holders.count
        && !holders.contains { id in !found.contains { $0.id.hasSameBytes(as: id) } }
    case .identifier(let identifier, let tenant, let holder):
      return try self.holder(of: identifier, in: tenant).hasSameBytes(as: holder)
    case .session(let id):
      return try session(id).map { !$0.isEnded } ?? false
    case .code(let id):
      return try code(id).map { !$0.isUsed } ?? false
    }
  }
}

/// The maximum number of tries, and the delay before each try after a conflict.
///
/// By default, there are eight tries. The delay is one to two milliseconds after the first conflict, and doubles after
/// each further conflict. The delay is 64 to 128 milliseconds after the seventh conflict. All delays together take 127
/// to 254 milliseconds. Each delay is random within its bounds, so that two transactions that collide once do not
/// collide again.
///
/// `settle` tries again after a conflict, after answers from different moments (`torn`), and after a broken requirement
/// about a value that the lookup read. A decision without writes needs no new try. After a broken requirement about a
/// value that the lookup did not read, a new try is useless.
public struct Retries: Sendable {
  /// The total number of tries, including the first try.
  ///
  /// The number is at least one.
  public let tries: Int
  /// A function that waits before the next try; the argument is the number of tries so far.
  let pause: @Sendable (_ tries: Int) -> Void

  /// Creates a retry rule.
  ///
  /// - Parameters:
  ///   - tries: the total number of tries; values below one count as one.
  ///   - pause: a function that waits before the next try, while no transaction is open. The function's argument is the
  ///     number of tries so far. The default blocks the thread for 2ⁿ⁻¹ to 2ⁿ milliseconds after n tries, at most 128.
  public init(
    tries: Int = 8, pause: @escaping @Sendable (_ tries: Int) -> Void = Retries.wait
  ) {
    self.tries = max(1, tries)
    self.pause = pause
  }

  /// Blocks the thread for 2ⁿ⁻¹ to 2ⁿ milliseconds after n tries, at most 128; this is the default pause.
  ///
  /// - Parameter tries: the number of tries so far.
  public static func wait(_ tries: Int) {
    var numbers = SystemRandomNumberGenerator()
    wait(tries, using: &numbers) { SystemClock.sleep(microseconds: $0) }
  }

  /// Waits by calling a sleep function with a random duration in microseconds.
  static func wait(
    _ tries: Int, using numbers: inout some RandomNumberGenerator,
    sleeping: (_ microseconds: UInt32) -> Void
  ) {
    let longest: UInt32 = 1000 << UInt32(min(max(tries, 1), 7))
    sleeping(UInt32.random(in: (longest / 2)...longest, using: &numbers))
  }
}

/// Throws if the id of a request is too long for an index of the store.
private func checkLength(ofRequestID id: String?) throws(StoreError) {
  try asInput { () throws(InputError) in
    try IdentifierLength.check(id, "the id of the request, with the digest of its contents,")
  }
}

/// Runs a closure and rethrows its `InputError` as a `StoreError`.
func asInput<Value>(
  _ body: () throws(InputError) -> Value
) throws(StoreError) -> Value {
  do throws(InputError) {
    return try body()
  } catch {
    throw .input(error)
  }
}

extension Lookup {
  /// Returns whether a requirement is about a value that the lookup read.
  ///
  /// After a broken requirement, a new try is useful only if the lookup read the value, because a new lookup can then
  /// return another value.
  fileprivate func asks(_ requirement: Requirement, of decision: Decision) -> Bool {
    switch requirement {
    case .account, .session, .code: true
    case .identifier(let identifier, tenant: _, holder: _):
      identifiers.contains { $0.isSame(as: identifier) }
    case .credential(let key, tenant: _, holder: _):
      credential.map { key.isSame(as: MethodKey($0)) } ?? false
    case .address(let question, let holders):
      decision.askedAddresses.contains { $0.hasSameBytes(as: question.address) }
        && question.poolIndex == keys.poolIndex && question.tenant.hasSameBytes(as: tenant)
        && holders.count
          == decision.situation.addressHolders.count(where: {
            $0.holds(question.address, by: question.heldBy)
          })
    }
  }
}
