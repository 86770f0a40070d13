extension Accounts {
  /// What listeners are told (U8), and what leaves the store.
  public enum Event: Sendable {
    /// A session was opened.
    case signedIn(session: String)
    /// A session was ended.
    case signedOut(session: String)
    /// A session goes on with new tokens.
    case tokenRefreshed(session: String)
    /// Every earlier session of an account was ended.
    case sessionsRevoked(account: String)
    /// An out-of-band code went to a mailbox.
    case codeMailed(id: String, purpose: CodePurpose, address: String)
    /// A method was dropped or unlinked.
    case methodRemoved(account: String, provider: String, kind: MethodKind)
    /// The owner was told.
    case ownerNotified(account: String)
  }

  /// What carrying a decision out came to.
  public struct Applied: Sendable {
    /// The account it ended on; nil for none, where it was deleted, and where
    /// ``Accounts/execute(_:under:)`` made none: a change set alone does not say which it is about.
    public var account: String?
    /// Whether that account was created.
    public var isNewAccount = false
    /// Whether that account was deleted.
    var isAccountGone = false
    /// The session opened.
    public var session: String?
    /// What listeners are told, in order.
    public var events: [Event] = []

    /// What a set without writes comes to.
    package init() {}
  }

  /// Why a change set cannot be carried out any more: a requirement that does not hold.
  public struct Conflict: Error, Sendable {
    /// The first of the change set's requirements that does not hold.
    public let requirement: Requirement
  }

  /// Carries out what a decision changes, all or none.
  ///
  /// A refusal changes nothing unless its row has effects. A code that an allowed attempt brought
  /// is used up.
  ///
  /// - Parameter decision: a decision about what this store looked up.
  /// - Returns: what it came to.
  /// - Throws: a ``Conflict`` where the store has changed since; look up and decide again then.
  @discardableResult
  public mutating func apply(_ decision: Decision) throws(Conflict) -> Applied {
    var applied = try execute(decision.changes, of: decision.image.vocabulary)
    if applied.account == nil, !applied.isAccountGone {
      applied.account = decision.pointedAccount?.id
    }
    return applied
  }

  /// Carries out a change set of a policy, all or none.
  ///
  /// A set that has an id and was carried out before changes nothing, and comes to what it came to.
  ///
  /// - Parameters:
  ///   - changes: what a decision changes.
  ///   - policy: the policy that decided; it says which methods are one and which accounts are
  ///     searched together.
  /// - Returns: what it came to.
  /// - Throws: a ``Conflict`` with the first requirement that does not hold.
  @discardableResult
  public mutating func execute(
    _ changes: ChangeSet, under policy: Policy
  ) throws(Conflict) -> Applied {
    try execute(changes, of: policy.image.vocabulary)
  }

  /// Carries out other templates than a decision's effects have, for whoever compares what they
  /// come to.
  package mutating func carryOut(
    _ templates: [WriteTemplate], insteadOfThoseOf decision: Decision
  ) throws(Conflict) -> Applied {
    try execute(decision.changes(of: templates), of: decision.image.vocabulary)
  }

  private mutating func execute(
    _ changes: ChangeSet, of vocabulary: Vocabulary
  ) throws(Conflict) -> Applied {
    if let id = changes.id, let before = carriedOut.first(where: { $0.id.hasSameBytes(as: id) }) {
      return before.applied
    }
    for requirement in changes.requirements where !holds(requirement, vocabulary) {
      throw Conflict(requirement: requirement)
    }
    now += 1
    guard !changes.isEmpty else { return Applied() }
    // Nothing below can fail, so the store is handed over: a copy would be changed beside it.
    var execution = WriteExecution(self, vocabulary)
    self = Accounts()
    for write in changes.writes {
      execution.carryOut(write)
    }
    execution.raiseVersions(of: changes.writes)
    for notice in changes.notices {
      execution.send(notice)
    }
    self = execution.store
    if let id = changes.id {
      carriedOut.append((id, execution.applied))
    }
    return execution.applied
  }

  mutating func useUp(_ code: String) {
    for index in codes.indices where codes[index].id.hasSameBytes(as: code) {
      codes[index].isUsed = true
    }
  }
}
