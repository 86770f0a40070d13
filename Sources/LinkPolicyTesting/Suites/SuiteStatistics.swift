package import LinkPolicy
package import LinkPolicyDiagnostics

/// The numbers of cases, steps and bytes in vector files, by dimensions such as policy and flag.
package struct SuiteStatistics {
  /// The counts for one value of a dimension, such as one policy.
  package struct Count: Sendable, Equatable {
    package var cases = 0
    package var steps = 0

    /// Creates counts of zero.
    package init() {}
  }

  /// The properties by which cases are counted, such as the tier or the policy.
  package enum Dimension: String, CaseIterable {
    case suite, shard, tier, kind, policy, flag
  }

  /// The numbers of added, removed and changed cases between two sets of vectors.
  package struct SuiteChange: Sendable {
    package var added = 0
    package var removed = 0
    package var changed = 0
  }

  /// The counts over all cases.
  package private(set) var total = Count()
  /// The size of all files, in bytes.
  package private(set) var bytes = 0
  /// The counts for each dimension by name, such as the name of a policy.
  package private(set) var counts: [Dimension: [Name: Count]] = [:]
  /// The size of each shard or file, in bytes.
  package private(set) var shardBytes: [Name: Int] = [:]
  /// The hash of each case's body, by the hash of the case's id; empty unless a comparison needs the hashes.
  private var bodies: [UInt64: UInt64] = [:]
  private let keepsBodies: Bool
  /// The message about skipped links; nil if no link was skipped.
  package let notice: String?

  /// Counts the cases at or below a path, and verifies shards.
  package init(_ path: String, keepsBodies: Bool = false) throws(InvalidInput) {
    self.keepsBodies = keepsBodies
    let listing = try VectorFiles.at(path)
    notice = listing.notice
    for file in listing.found {
      try add(file)
    }
  }

  /// Returns the changes from another set of vectors to this set, matching cases by id.
  package func change(from other: SuiteStatistics) -> SuiteChange {
    var change = SuiteChange()
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
      count(.suite, name: suite, steps: steps)
      count(.shard, name: file.path, steps: steps)
      count(.tier, name: vector.tier?.rawValue ?? "none", steps: steps)
      count(.kind, name: vector.kind, steps: steps)
      count(.policy, name: vector.policy.isEmpty ? "none" : vector.policy, steps: steps)
      for flag in vector.flags {
        count(.flag, name: flag, steps: steps)
      }
      if keepsBodies, let digest = vector.bodyDigest {
        bodies[Self.number(SHA256.digest(of: Array(vector.id.utf8)))] = Self.number(digest)
      }
    }
  }

  private mutating func count(_ dimension: Dimension, name: String, steps: Int) {
    counts[dimension, default: [:]][Name(name), default: Count()].cases += 1
    counts[dimension, default: [:]][Name(name), default: Count()].steps += steps
  }

  private static func number(_ digest: [UInt8]) -> UInt64 {
    digest.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }
}
