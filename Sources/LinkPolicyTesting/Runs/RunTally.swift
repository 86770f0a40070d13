internal import LinkPolicy

/// The number of cases by verdict.
public struct RunCounts: Sendable, Equatable {
  /// The number of cases that met all expectations.
  public internal(set) var passed = 0
  /// The number of cases that missed an expectation or got no usable answer.
  public internal(set) var failed = 0
  /// The number of cases without a usable answer; ``failed`` includes these cases.
  public internal(set) var errored = 0
  /// The number of cases whose failure is excused by a known failure.
  public internal(set) var known = 0
  /// The number of cases that the implementation skipped, or that the selection excludes.
  public internal(set) var skipped = 0
  /// The number of steps of the answered cases.
  public internal(set) var steps = 0

  /// Creates counts of zero.
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

/// The results of a run for one implementation: the numbers of cases by verdict, and the conformance levels.
public struct RunTally: Sendable {
  /// The self-description of the implementation; nil for this engine.
  public internal(set) var implementation: Implementation?
  /// The counts over all cases.
  public internal(set) var counts = RunCounts()
  /// The counts by suite, in the order of the input.
  public internal(set) var suites: [(name: String, counts: RunCounts)] = []
  /// The counts by policy name, in the order of the input.
  public internal(set) var policies: [(name: String, counts: RunCounts)] = []

  /// The conformance levels by suite, in the order of the input; empty unless
  /// ``VectorRunner/countsLevels`` is true.
  public internal(set) var levels: [SuiteLevels] = []

  var rowCounts = RowCounts()

  /// The number of steps that each row and guard decided, by `table/row` and `guards/id`, sorted by name.
  ///
  /// The list omits rows that decided no step, and decisions of other implementations.
  public var rows: [(name: String, count: Int)] { rowCounts.sorted }

  /// Whether at least one case passed and no case failed.
  public var isClean: Bool { counts.passed > 0 && counts.failed == 0 }

  mutating func add(_ verdict: CaseResult.Verdict, steps: Int, suite: String, policy: String?) {
    counts.add(verdict, steps: steps)
    Self.change(&suites, named: suite) { $0.add(verdict, steps: steps) }
    if let policy {
      Self.change(&policies, named: policy) { $0.add(verdict, steps: steps) }
    }
  }

  /// Counts a case in the conformance levels of the case's suite.
  mutating func add(
    _ vector: VectorCase, verdict: CaseResult.Verdict, without keys: [String],
    of suite: BlockSuite
  ) {
    changeLevels(SuiteLevels(suite)) { $0.add(vector, verdict: verdict, without: keys) }
  }

  /// Records that cases of a suite ran under another policy than the suite's own.
  mutating func noteOtherPolicy(in suite: BlockSuite) {
    changeLevels(SuiteLevels(suite)) { $0.isUnderItsPolicies = false }
  }

  /// Records that some input could not be read or played, so that the run reaches no conformance level.
  mutating func noteProblems() {
    for index in levels.indices {
      levels[index].isSound = false
    }
  }

  mutating func add(_ other: RunTally) {
    counts.add(other.counts)
    rowCounts.add(other.rowCounts)
    for (name, counts) in other.suites {
      Self.change(&suites, named: name) { $0.add(counts) }
    }
    for (name, counts) in other.policies {
      Self.change(&policies, named: name) { $0.add(counts) }
    }
    for suite in other.levels {
      changeLevels(suite.emptied) { $0.add(suite) }
    }
  }

  private mutating func changeLevels(_ new: SuiteLevels, by body: (inout SuiteLevels) -> Void) {
    if let index = levels.lastIndex(where: { $0.isSameSuite(as: new) }) {
      body(&levels[index])
      return
    }
    levels.append(new)
    body(&levels[levels.count - 1])
  }

  private static func change(
    _ list: inout [(name: String, counts: RunCounts)], named name: String,
    by body: (inout RunCounts) -> Void
  ) {
    // Most cases have the same suite and policy as the previous case.
    if let index = list.lastIndex(where: { $0.name.hasSameBytes(as: name) }) {
      body(&list[index].counts)
      return
    }
    var counts = RunCounts()
    body(&counts)
    list.append((name, counts))
  }
}

/// The number of decisions of each row and guard; each name is built once.
struct RowCounts: Sendable {
  /// The counts of the decisions under one policy, by guard and row.
  private struct PolicyCounts: Sendable {
    var policy: Name
    /// The counts of the guards, then of the rows of each table; a row gets its name at its first decision.
    var groups: [[(name: Name?, count: Int)]] = []

    /// Adds a number to the count of a guard or row, and returns the new count.
    @discardableResult
    mutating func add(_ count: Int, toGroup group: Int, at index: Int) -> Int {
      while groups.count <= group {
        groups.append([])
      }
      while groups[group].count <= index {
        groups[group].append((nil, 0))
      }
      groups[group][index].count += count
      return groups[group][index].count
    }
  }

  private var policies: [PolicyCounts] = []

  /// Counts the row of a decision; counts nothing if no row decided.
  mutating func add(_ decision: Decision) {
    let place: (group: Int, index: Int)
    switch decision.source {
    case .row(let row): place = (decision.table + 1, row)
    case .guarding(let row), .would(let row, _): place = (0, row)
    case .impossible, .cannotOccur, .staleTicket: return
    }
    let policy = index(of: decision.policyID)
    let count = policies[policy].add(1, toGroup: place.group, at: place.index)
    if count == 1, let row = decision.row {
      policies[policy].groups[place.group][place.index].name = Name(row.table + "/" + row.id)
    }
  }

  /// Adds the counts of another part of the run.
  mutating func add(_ other: RowCounts) {
    for counts in other.policies {
      let policy = index(of: counts.policy)
      for (group, entries) in counts.groups.enumerated() {
        for (index, entry) in entries.enumerated() where entry.count > 0 {
          policies[policy].add(entry.count, toGroup: group, at: index)
          policies[policy].groups[group][index].name = entry.name
        }
      }
    }
  }

  private mutating func index(of policy: Name) -> Int {
    if let index = policies.lastIndex(where: { $0.policy == policy }) {
      return index
    }
    policies.append(PolicyCounts(policy: policy))
    return policies.count - 1
  }

  /// The counts by `table/row` and `guards/id`, sorted by name.
  ///
  /// Rows of several policies are counted together if their names are equal.
  var sorted: [(name: String, count: Int)] {
    var sums: [Name: Int] = [:]
    for counts in policies {
      for entry in counts.groups.joined() where entry.count > 0 {
        if let name = entry.name {
          sums[name, default: 0] += entry.count
        }
      }
    }
    return sums.sorted { $0.key < $1.key }.map { (name: $0.key.text, count: $0.value) }
  }
}
