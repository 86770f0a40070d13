internal import LinkPolicy

/// Which levels an implementation reaches in one suite.
public struct SuiteLevels: Sendable {
  /// The suite: its name, or the folder of files that no manifest lists.
  public let suite: String
  /// The version that its manifest states; nil where there is none.
  public let version: String?
  /// The vectors that its manifest lists.
  public let listed: Int
  /// The vectors that were asked about, those of no level among them.
  public internal(set) var asked = 0
  /// Whether each vector was asked under the policy that the suite was made for.
  public internal(set) var isUnderItsPolicies = true
  /// Whether all of the input could be read, and is what its manifest says.
  public internal(set) var isSound = true
  /// The counts by level; a level without vectors is not there.
  public internal(set) var levels: [ConformanceLevel: LevelCounts] = [:]

  init(_ suite: BlockSuite) {
    self.suite = suite.name
    version = suite.version
    listed = suite.listed
  }

  /// The highest level that is reached with every one below it; nil where that cannot be said.
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

  /// The first level that is not reached, with what is missing; nil where there is none.
  public var next: (level: ConformanceLevel, counts: LevelCounts)? {
    for level in ConformanceLevel.allCases {
      if let counts = levels[level], !counts.isReached {
        return (level, counts)
      }
    }
    return nil
  }

  /// Why nothing can be said of the suite as a whole; nil where all of it was asked.
  public var noBadge: String? {
    guard version != nil else { return "no manifest says what all of its vectors are" }
    guard asked == listed else { return "of its \(listed) vectors \(asked) were asked" }
    guard isSound else { return "not all of the input is what its manifest says" }
    return isUnderItsPolicies ? nil : "another policy than the suite was made for"
  }

  /// The same suite, of which no vector was asked yet.
  var emptied: SuiteLevels {
    var emptied = self
    emptied.asked = 0
    emptied.levels = [:]
    return emptied
  }

  func isSameSuite(as other: SuiteLevels) -> Bool {
    suite.hasSameBytes(as: other.suite) && version == other.version && listed == other.listed
  }

  mutating func add(_ vector: VectorCase, _ verdict: CaseResult.Verdict, without keys: [String]) {
    asked += 1
    guard let level = vector.level else { return }
    levels[level, default: LevelCounts()].add(vector, verdict, without: keys)
  }

  mutating func add(_ other: SuiteLevels) {
    asked += other.asked
    isUnderItsPolicies = isUnderItsPolicies && other.isUnderItsPolicies
    for (level, counts) in other.levels {
      levels[level, default: LevelCounts()].add(counts)
    }
  }
}

/// The suite that a block belongs to.
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
