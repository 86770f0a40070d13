package import LinkPolicy
package import LinkPolicyDiagnostics

/// How much there is in vectors: cases, steps and bytes, and how they are spread.
package struct SuiteStatistics {
  /// What is counted under one name.
  package struct Count: Sendable, Equatable {
    package var cases = 0
    package var steps = 0

    /// Nothing yet.
    package init() {}
  }

  /// The ways in which cases are spread.
  package enum Dimension: String, CaseIterable {
    case suite, shard, tier, kind, policy, flag
  }

  /// How the cases of one vector set differ from those of another.
  package struct Change: Sendable {
    package var added = 0
    package var removed = 0
    package var changed = 0
  }

  /// Everything.
  package private(set) var total = Count()
  /// The bytes of all files.
  package private(set) var bytes = 0
  /// The counts by dimension and name.
  package private(set) var counts: [Dimension: [Name: Count]] = [:]
  /// The bytes of each shard or file.
  package private(set) var shardBytes: [Name: Int] = [:]
  /// The hash of each body by that of the id, where a comparison wants them.
  private var bodies: [UInt64: UInt64] = [:]
  private let keepsBodies: Bool
  /// What was not looked at; nil where everything was.
  package let notice: String?

  /// Counts what is at or below a path; shards are verified on the way.
  package init(_ path: String, keepsBodies: Bool = false) throws(InvalidInput) {
    self.keepsBodies = keepsBodies
    let listing = try VectorFiles.at(path)
    notice = listing.notice
    for file in listing.found {
      try add(file)
    }
  }

  /// What is different from another set, by the ids.
  package func change(from other: SuiteStatistics) -> Change {
    var change = Change()
    for (id, body) in bodies {
      switch other.bodies[id] {
      case nil: change.added += 1
      case body: break
      default: change.changed += 1
      }
    }
    for id in other.bodies.keys where bodies[id] == nil {
      change.removed += 1
    }
    return change
  }

  private mutating func add(_ file: VectorFile) throws(InvalidInput) {
    let suite = file.shard?.suite.manifest.suite ?? VectorFiles.folder(of: file.path)
    let size = file.size
    bytes += size
    shardBytes[Name(file.path)] = size
    try VectorReader.read(file, keepsJSON: keepsBodies) { vector in
      let steps = vector.stepCount
      total.cases += 1
      total.steps += steps
      count(.suite, suite, steps)
      count(.shard, file.path, steps)
      count(.tier, vector.tier?.rawValue ?? "none", steps)
      count(.kind, vector.kind, steps)
      count(.policy, vector.policy.isEmpty ? "none" : vector.policy, steps)
      for flag in vector.flags {
        count(.flag, flag, steps)
      }
      if keepsBodies, let digest = vector.bodyDigest {
        bodies[Self.number(SHA256.digest(of: Array(vector.id.utf8)))] = Self.number(digest)
      }
    }
  }

  private mutating func count(_ dimension: Dimension, _ name: String, _ steps: Int) {
    counts[dimension, default: [:]][Name(name), default: Count()].cases += 1
    counts[dimension, default: [:]][Name(name), default: Count()].steps += steps
  }

  private static func number(_ digest: [UInt8]) -> UInt64 {
    digest.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }
}
