internal import LinkPolicy

/// The conformance levels that an implementation reaches in one suite.
public struct SuiteLevels: Sendable {
  /// The name of the suite, or the folder of files without a manifest.
  public let suite: String
  /// The version in the manifest; nil for files without a manifest.
  public let version: String?
  /// The number of vectors that the manifest lists; 0 without a manifest.
  public let listed: Int
  /// The number of vectors that were run, including the vectors without a level.
  public internal(set) var asked = 0
  /// Whether every vector ran under the policy that the suite was made for.
  public internal(set) var isUnderItsPolicies = true
  /// True if the run could read all input and the input matches its manifest.
  public internal(set) var isSound = true
  /// The counts by level, without levels that have no vectors.
  public internal(set) var levels: [ConformanceLevel: LevelCounts] = [:]

  init(_ suite: BlockSuite) {
    self.suite = suite.name
    version = suite.version
    listed = suite.listed
  }

  /// The highest level that is reached together with all lower levels; nil if no level is reached or ``noBadge`` is not
  /// nil.
  public var reached: ConformanceLevel? {
    guard noBadge == nil else { return nil }
    var reached: ConformanceLevel?
    for level in ConformanceLevel.allCases {
      guard let counts = levels[level] else { continue }
      guard counts.isReached else { break }
      reached = level
    }
    return reached
  }

  /// The lowest level that is not reached, with its counts; nil if every level that has vectors is reached.
  public var next: (level: ConformanceLevel, counts: LevelCounts)? {
    for level in ConformanceLevel.allCases {
      if let counts = levels[level], !counts.isReached {
        return (level, counts)
      }
    }
    return nil
  }

  /// The reason why the run determines no level; nil if the complete, unchanged suite ran under its own policies.
  public var noBadge: String? {
    guard version != nil else { return "no manifest says what all of its vectors are" }
    guard asked == listed else { return "of its \(listed) vectors \(asked) were asked" }
    guard isSound else { return "not all of the input is what its manifest says" }
    return isUnderItsPolicies ? nil : "another policy than the suite was made for"
  }

  /// A copy of this value without counted vectors.
  var emptied: SuiteLevels {
    var emptied = self
    emptied.asked = 0
    emptied.levels = [:]
    return emptied
  }

  func isSameSuite(as other: SuiteLevels) -> Bool {
    suite.hasSameBytes(as: other.suite) && version == other.version && listed == other.listed
  }

  mutating func add(_ vector: VectorCase, verdict: CaseResult.Verdict, without keys: [String]) {
    asked += 1
    guard let level = vector.level else { return }
    levels[level, default: LevelCounts()].add(vector, verdict: verdict, without: keys)
  }

  mutating func add(_ other: SuiteLevels) {
    asked += other.asked
    isUnderItsPolicies = isUnderItsPolicies && other.isUnderItsPolicies
    for (level, counts) in other.levels {
      levels[level, default: LevelCounts()].add(counts)
    }
  }
}

/// The suite to which a block of cases belongs.
struct BlockSuite {
  var name: String
  var version: String?
  var listed: Int

  init(_ block: VectorBlock) {
    let manifest = block.file.shard?.suite.manifest
    name = block.suite
    version = manifest?.version
    listed = manifest?.shards.reduce(0) { $0 + $1.count } ?? 0
  }
}

/// The results of the vectors of one level for one implementation.
public struct LevelCounts: Sendable {
  /// The maximum number of vectors in ``missing``.
  public static var missingLimit: Int { 5 }

  /// The number of vectors that were run.
  public internal(set) var vectors = 0
  /// The number of vectors that met all expectations, with every expected key compared.
  public internal(set) var passed = 0
  /// The number of vectors that missed an expectation or got no usable answer.
  public internal(set) var failed = 0
  /// The number of vectors that the implementation skipped.
  public internal(set) var skipped = 0
  /// The number of vectors whose failure is excused by a known failure.
  public internal(set) var known = 0
  /// The number of vectors that passed without comparing some expected keys, because the implementation does not answer
  /// these keys.
  public internal(set) var unanswered = 0
  /// The first vectors that did not pass completely, each with a reason such as `skipped`.
  public internal(set) var missing: [(id: String, why: String)] = []

  /// The number of vectors that did not pass completely.
  public var missingCount: Int { failed + skipped + known + unanswered }

  /// Whether the level has vectors, and all of them passed completely.
  public var isReached: Bool { vectors > 0 && passed == vectors }

  mutating func add(_ vector: VectorCase, verdict: CaseResult.Verdict, without keys: [String]) {
    vectors += 1
    switch verdict {
    case .passed where keys.isEmpty: passed += 1
    case .passed:
      unanswered += 1
      note(vector, why: "`" + keys.joined(separator: "`, `") + "` not answered")
    case .failed, .errored:
      failed += 1
      note(vector, why: "failed")
    case .known:
      known += 1
      note(vector, why: "known to fail")
    case .skipped:
      skipped += 1
      note(vector, why: "skipped")
    }
  }

  mutating func add(_ other: LevelCounts) {
    vectors += other.vectors
    passed += other.passed
    failed += other.failed
    skipped += other.skipped
    known += other.known
    unanswered += other.unanswered
    missing += other.missing.prefix(max(0, Self.missingLimit - missing.count))
  }

  private mutating func note(_ vector: VectorCase, why: String) {
    if missing.count < Self.missingLimit {
      missing.append((vector.id, why))
    }
  }
}
