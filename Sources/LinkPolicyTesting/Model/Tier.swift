/// What a shard of a suite is for, so that a reader takes only what is needed.
public enum Tier: String, Sendable, CaseIterable {
  /// A few cases that show at once whether anything works.
  case smoke
  /// Written by hand: every row and every statement.
  case core
  /// As few as notice every wrong edit of a policy.
  case mutants
  /// Every combination of a few values.
  case exhaustive
  /// Longer sequences of other actions.
  case sequences
  /// Recordings of another implementation.
  case recorded
  /// What attackers try, with the safe outcome.
  case attacks
  /// Texts that must be refused.
  case invalid
}
