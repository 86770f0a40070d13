/// How the vectors of one level ended for one implementation.
public struct LevelCounts: Sendable {
  /// The most vectors that are named as missing.
  public static var missingLimit: Int { 5 }

  /// The vectors that were asked about.
  public internal(set) var vectors = 0
  /// Those that did everything as expected.
  public internal(set) var passed = 0
  /// Those that did not, or had no usable answer.
  public internal(set) var failed = 0
  /// Those that the implementation did not want to answer.
  public internal(set) var skipped = 0
  /// Those that fail and are known to.
  public internal(set) var known = 0
  /// Those that passed because the implementation does not answer a key that they expect.
  public internal(set) var unanswered = 0
  /// The first of those that are missing, each with a word for why.
  public internal(set) var missing: [(id: String, why: String)] = []

  /// How many of its vectors do not show what they are for.
  public var missingCount: Int { failed + skipped + known + unanswered }

  /// Whether there are vectors, and every one of them did everything that it expects.
  public var isReached: Bool { vectors > 0 && passed == vectors }

  mutating func add(_ vector: VectorCase, _ verdict: CaseResult.Verdict, without keys: [String]) {
    vectors += 1
    switch verdict {
    case .passed where keys.isEmpty: passed += 1
    case .passed:
      unanswered += 1
      note(vector, "`" + keys.joined(separator: "`, `") + "` not answered")
    case .failed, .errored:
      failed += 1
      note(vector, "failed")
    case .known:
      known += 1
      note(vector, "known to fail")
    case .skipped:
      skipped += 1
      note(vector, "skipped")
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

  private mutating func note(_ vector: VectorCase, _ why: String) {
    if missing.count < Self.missingLimit {
      missing.append((vector.id, why))
    }
  }
}
