public import LinkPolicy

/// An attempt that was decided, and its change set committed.
public enum Settled: Sendable {
  /// It was decided now, and what its decision changes is committed, if it changes anything.
  case now(Decision, CommitOutcome, tries: Int)
  /// A set with this id was committed before: this is what it came to then, and nothing was done now.
  case before(CommitOutcome)

  /// What the change set came to, now or before.
  public var outcome: CommitOutcome {
    switch self {
    case .now(_, let outcome, tries: _), .before(let outcome): outcome
    }
  }

  /// The decision made now; nil for an attempt that was settled before.
  public var decision: Decision? {
    switch self {
    case .now(let decision, _, tries: _): decision
    case .before: nil
    }
  }
}
