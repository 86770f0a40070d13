internal import LinkPolicy

/// How many cases ended in which way.
public struct RunCounts: Sendable, Equatable {
  /// Cases that did everything as expected.
  public internal(set) var passed = 0
  /// Cases that did not, those without a usable answer among them.
  public internal(set) var failed = 0
  /// Cases among the failed for which there was no usable answer.
  public internal(set) var errored = 0
  /// Cases that fail and are listed as known to.
  public internal(set) var known = 0
  /// Cases that the implementation did not want to answer, or that were not selected.
  public internal(set) var skipped = 0
  /// Steps of the cases that were answered.
  public internal(set) var steps = 0

  /// No case yet.
  public init() {}

  mutating func add(_ result: CaseResult.Verdict, steps: Int) {
    switch result {
    case .passed: passed += 1
    case .failed: failed += 1
    case .errored:
      failed += 1
      errored += 1
      return
    case .known: known += 1
    case .skipped:
      skipped += 1
      return
    }
    self.steps += steps
  }

  mutating func add(_ other: RunCounts) {
    passed += other.passed
    failed += other.failed
    errored += other.errored
    known += other.known
    skipped += other.skipped
    steps += other.steps
  }
}

/// How the cases of a run ended for one implementation.
public struct RunTally: Sendable {
  /// What the implementation says of itself; nil for this engine.
  public internal(set) var implementation: Implementation?
  /// The counts of all cases.
  public internal(set) var counts = RunCounts()
  /// The counts by suite, in the order in which the suites were met.
  public internal(set) var suites: [(name: String, counts: RunCounts)] = []
  /// The counts by the name of the policy, in the order in which they were met.
  public internal(set) var policies: [(name: String, counts: RunCounts)] = []

  /// The levels that are reached in each suite, in the order in which the suites were met; empty
  /// where nobody asks for them.
  public internal(set) var levels: [SuiteLevels] = []

  var rowCounts = RowCounts()

  /// How often each row and guard decided a step, by `table/row` and `guards/id`, in the order of
  /// the names; one that never did is left out, and so is what another implementation decided.
  public var rows: [(name: String, count: Int)] { rowCounts.sorted }

  /// Whether cases passed and none failed.
  public var isClean: Bool { counts.passed > 0 && counts.failed == 0 }

  mutating func add(_ verdict: CaseResult.Verdict, steps: Int, suite: String, policy: String?) {
    counts.add(verdict, steps: steps)
    Self.change(&suites, suite) { $0.add(verdict, steps: steps) }
    if let policy {
      Self.change(&policies, policy) { $0.add(verdict, steps: steps) }
    }
  }

  /// Counts a case for the level that it is of.
  mutating func add(
    _ vector: VectorCase, _ verdict: CaseResult.Verdict, without keys: [String],
    of suite: BlockSuite
  ) {
    changeLevels(SuiteLevels(suite)) { $0.add(vector, verdict, without: keys) }
  }

  /// Takes note that cases of a suite are run under another policy than it was made for.
  mutating func noteOtherPolicy(in suite: BlockSuite) {
    changeLevels(SuiteLevels(suite)) { $0.isUnderItsPolicies = false }
  }

  /// Takes note that not all of the input is what it should be.
  mutating func noteProblems() {
    for index in levels.indices {
      levels[index].isSound = false
    }
  }

  mutating func add(_ other: RunTally) {
    counts.add(other.counts)
    rowCounts.add(other.rowCounts)
    for (name, counts) in other.suites {
      Self.change(&suites, name) { $0.add(counts) }
    }
    for (name, counts) in other.policies {
      Self.change(&policies, name) { $0.add(counts) }
    }
    for suite in other.levels {
      changeLevels(suite.emptied) { $0.add(suite) }
    }
  }

  private mutating func changeLevels(_ new: SuiteLevels, _ body: (inout SuiteLevels) -> Void) {
    if let index = levels.lastIndex(where: { $0.isSameSuite(as: new) }) {
      body(&levels[index])
      return
    }
    levels.append(new)
    body(&levels[levels.count - 1])
  }

  private static func change(
    _ list: inout [(name: String, counts: RunCounts)], _ name: String,
    _ body: (inout RunCounts) -> Void
  ) {
    // Most cases are of the suite and policy of the one before.
    if let index = list.lastIndex(where: { $0.name.hasSameBytes(as: name) }) {
      body(&list[index].counts)
      return
    }
    var counts = RunCounts()
    body(&counts)
    list.append((name, counts))
  }
}
