public import LinkPolicy

/// What a committed change set came to, by the ids that the store has given.
public struct CommitOutcome: Sendable {
  /// The account that was made; nil where none was.
  public var newAccount: String?
  /// Whether an account was deleted.
  public var isAccountGone = false
  /// The session that was opened.
  public var session: String?
  /// The codes that were made, in order.
  public var codes: [String] = []
  /// What listeners are told, in order; none of a set that was carried out before.
  public var events: [Accounts.Event] = []
  /// What was put into the outbox and is to be sent now; none of a set that was carried out before, whose
  /// notices are still there if nobody has sent them.
  public var notices: [StoreNotice.Kept] = []

  /// Creates the outcome of a set that changed nothing; a store fills in what it kept under an id.
  public init() {}
}
