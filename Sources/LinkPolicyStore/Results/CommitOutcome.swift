public import LinkPolicy

/// The result of a committed change set, by the ids that the store gave.
///
/// A store keeps it under the id of the request: ``encoded`` is its text, which ``init(encoded:)`` reads.
public struct CommitOutcome: Sendable {
  /// The account that was made; nil if none was.
  public var newAccount: String?
  /// Whether an account was deleted.
  public var isAccountGone = false
  /// The session that was opened; nil if none was.
  public var session: String?
  /// The codes that were made, in order.
  public var codes: [String] = []
  /// The events for listeners, in order; none of a set that was carried out before.
  public var events: [Accounts.Event] = []
  /// The notices that were put into the outbox and are to be sent now; none of a set that was carried out before, whose
  /// notices stay in the outbox until they are sent.
  public var notices: [StoreNotice.Kept] = []

  /// Creates the outcome of a set that changed nothing; a store fills in what it kept under an id.
  public init() {}

  /// The outcome as it is remembered: listeners were told, and notices kept, when it was committed.
  package var remembered: CommitOutcome {
    var outcome = self
    outcome.events = []
    outcome.notices = []
    return outcome
  }
}
