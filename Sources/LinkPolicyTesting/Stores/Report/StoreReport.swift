internal import LinkPolicy

/// What came of playing vectors on a store.
public struct StoreReport: Sendable {
  /// A vector whose steps did not come to what it expects, or that the store broke off.
  public struct Failure: Sendable {
    /// The id of the vector.
    public let vector: String
    /// What was expected and what came, or the store's error.
    public let text: String
  }

  /// The most failures that are kept; the others are only counted.
  public static var failureLimit: Int { 100 }

  /// How many vectors came to what they expect, with every row as the change sets have it.
  public internal(set) var passed = 0
  /// How many did not.
  public internal(set) var failed = 0
  /// How many were not played: texts that must be refused, vectors that are known to fail.
  public internal(set) var passedOver = 0
  /// The vectors that failed, in their order, at most ``failureLimit``.
  public internal(set) var failures: [Failure] = []
  /// What the store did not do, one for each subject, in the order in which it came to light.
  public internal(set) var findings: [StoreFinding] = []
  /// What no vector asked of the store, so that nothing is known of it.
  public var unasked: [String] {
    StoreDuty.allCases.filter { !asked.contains($0) }.map(\.word)
  }
  var asked: Set<StoreDuty> = []

  /// Whether vectors passed and none failed.
  public var isClean: Bool { passed > 0 && failed == 0 }

  /// The report for people: what was found, then at most ten failures, then the counts.
  public var lines: [String] {
    var lines = findings.map(\.description)
    for failure in failures.prefix(10) {
      lines.append(failure.vector + ": " + failure.text)
    }
    if !asked.isEmpty, !unasked.isEmpty {
      lines.append("not asked by these vectors: " + unasked.joined(separator: ", "))
    }
    lines.append(String(passed) + " passed, " + String(failed) + " failed")
    return lines
  }

  mutating func fail(_ vector: String, _ text: String) {
    failed += 1
    if failures.count < Self.failureLimit {
      failures.append(Failure(vector: vector, text: text))
    }
  }

  mutating func add(_ finding: StoreFinding) {
    if let place = findings.firstIndex(where: { $0.duty == finding.duty }) {
      findings[place].count += 1
    } else {
      findings.append(finding)
    }
  }
}
