internal import LinkPolicy
public import LinkPolicyDiagnostics

/// What came of a run of vectors: the counts, and what failed.
///
/// A run without any case that passed is not clean: a path that was mistyped must not look like
/// success.
public struct VectorRun: Sendable {
  /// The most failures that are kept; the others are only counted, and handed on while it runs.
  public static var failureLimit: Int { 100 }

  /// The counts of this engine, or of each of the other implementations that were asked.
  public internal(set) var tallies: [RunTally]
  /// The cases that failed, in the order in which they were read, at most ``failureLimit``.
  public internal(set) var failures: [CaseResult] = []
  /// The cases that implementations answer differently, at most ``failureLimit``.
  public internal(set) var disagreements: [Disagreement] = []
  /// How many cases implementations answer differently.
  public internal(set) var disagreementCount = 0
  /// What kept input from being read or run.
  public internal(set) var problems: [InvalidInput] = []
  /// Why no case was selected, and what was probably meant; nil where some were.
  public internal(set) var explanation: String?

  /// The sums over all implementations.
  public var counts: RunCounts {
    var counts = RunCounts()
    for tally in tallies {
      counts.add(tally.counts)
    }
    return counts
  }

  /// The number of cases that passed.
  public var passed: Int { counts.passed }
  /// The number of cases that failed.
  public var failed: Int { counts.failed }
  /// The number of cases that failed as they are known to.
  public var known: Int { counts.known }
  /// The number of cases that ended in any way but skipped.
  public var count: Int { counts.passed + counts.failed + counts.known }

  /// Whether everything was read, and for each implementation cases passed and none failed.
  public var isClean: Bool {
    problems.isEmpty && tallies.allSatisfy { $0.isClean }
  }
}
