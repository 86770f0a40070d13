extension Accounts {
  /// What listeners are told (U8), and what leaves the store.
  public enum Event: Sendable {
    /// A session was opened.
    case signedIn(session: String)
    /// A session was ended.
    case signedOut(session: String)
    /// A session has new tokens.
    case tokenRefreshed(session: String)
    /// Every earlier session of an account was ended.
    case sessionsRevoked(account: String)
    /// A code was mailed.
    case codeMailed(id: String, purpose: CodePurpose, address: String)
    /// A method was dropped or unlinked.
    case methodRemoved(account: String, provider: String, kind: MethodKind)
    /// The owner was told.
    case ownerNotified(account: String)
  }

  /// What carrying a decision out came to.
  public struct Applied: Sendable {
    /// The account it ended on; nil for none, and where it was deleted.
    public var account: String?
    /// Whether that account was created.
    public var isNewAccount = false
    /// The session opened.
    public var session: String?
    /// What listeners are told, in order.
    public var events: [Event] = []
  }

  /// Why a decision cannot be carried out any more.
  public enum Conflict: Error, Sendable {
    /// The account has changed since the decision, or is gone.
    case accountChanged
    /// Somebody else holds the credential now.
    case credentialTaken
    /// Somebody else holds the address now.
    case addressTaken
  }

  /// Carries out the effects of a decision, all or none.
  ///
  /// A refusal changes nothing unless its row has effects. A code that an allowed attempt brought
  /// is used up. Throws a ``Conflict`` where the store has changed since the decision; decide
  /// again then.
  @discardableResult
  public mutating func apply(_ decision: Decision) throws(Conflict) -> Applied {
    if decision.effects.isEmpty {
      return try applyNothing(of: decision)
    }
    var change = try AccountChange(decision, to: self)
    for effect in decision.effects {
      try change.carryOut(effect)
    }
    if decision.isAllowed, let code = decision.code {
      change.store.useUp(code)
    }
    let (store, applied) = change.finish()
    self = store
    return applied
  }

  /// Carries out a decision without effects in place, which copies nothing.
  private mutating func applyNothing(of decision: Decision) throws(Conflict) -> Applied {
    var applied = Applied()
    if let account = decision.pointedAccount {
      guard let index = index(of: account.id), accounts[index].version == account.version else {
        throw .accountChanged
      }
      applied.account = account.id
    }
    now += 1
    if decision.isAllowed, let code = decision.code {
      useUp(code)
    }
    return applied
  }

  mutating func useUp(_ code: String) {
    for index in codes.indices where codes[index].id.hasSameBytes(as: code) {
      codes[index].isUsed = true
    }
  }
}
