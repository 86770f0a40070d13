package import LinkPolicy

/// The results of playing vectors on a store.
public struct StoreReport: Sendable {
  /// A vector with an unmet expectation, wrong rows or an error of the store.
  public struct Failure: Sendable {
    /// The id of the failed vector, such as `f0003`; `the first` or `the connections` if the run ended before any
    /// vector.
    public let vector: String
    /// The expected and actual values, or the error.
    public let text: String
  }

  /// The maximum number of stored failures; further failures are only counted.
  public static var failureLimit: Int { 100 }

  /// The number of vectors that met all expectations, with correct rows.
  public internal(set) var passed = 0
  /// The number of vectors with an unmet expectation, wrong rows or an error of the store.
  public internal(set) var failed = 0
  /// The number of vectors that were not played: texts that must be rejected, and vectors with known
  /// failures.
  public internal(set) var passedOver = 0
  /// The failed vectors in order, at most ``failureLimit``.
  public internal(set) var failures: [Failure] = []
  /// The unmet duties, one finding per subject, in the order of detection.
  public internal(set) var findings: [StoreFinding] = []
  /// The duties that no vector exercised, so the run neither proves nor disproves them.
  public var unasked: [String] {
    StoreDuty.allCases.filter { !asked.contains($0) }.map(\.word)
  }
  var asked: Set<StoreDuty> = []

  /// Whether at least one vector passed and no vector failed.
  public var isClean: Bool { passed > 0 && failed == 0 }

  /// The report for people: the findings, at most ten failures, the duties not exercised, and the counts.
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

/// A duty that a store did not meet, with the first step that showed the fault.
public struct StoreFinding: Sendable {
  /// The subject: a write such as `drop-factors`, `requirement` and its kind, `version`, `outbox`, `outcome`,
  /// `password-hash` or `roll-back`.
  ///
  /// The subject is nil if the store changed a row that the change set does not mention.
  public var subject: String? { duty?.word }
  /// The actual and expected rows, in lower case with ids and values in backticks.
  public let text: String
  /// The id of the vector.
  public let vector: String
  /// The number of the step, counted from 1.
  public let step: Int
  /// The number of vectors that have a finding with the same subject.
  public internal(set) var count = 1
  /// The unmet duty; nil if the store changed a row that the change set does not mention.
  package let duty: StoreDuty?

  init(_ duty: StoreDuty?, text: String, vector: String, step: Int) {
    self.duty = duty
    self.text = text
    self.vector = vector
    self.step = step
  }

  /// The finding on one line, such as `after drop-factors the account u1 has 2 second factors instead of 0:
  /// vector f1402, step 2`.
  public var description: String {
    let more = count > 1 ? ", and \(count - 1) more" : ""
    return text + ": vector " + vector + ", step " + String(step) + more
  }
}

/// A duty of a store that an implementation can neglect.
package enum StoreDuty: Sendable, Hashable, CaseIterable {
  /// The store applies every write of this kind, such as `set-label`.
  case write(WriteKind)
  /// The store applies a write correctly in a situation in which a careless implementation produces wrong rows.
  case detail(StoreDetail)
  /// The store checks every requirement of this kind when it commits a change set.
  case requirement(RequirementKind)
  /// The store increments the versions of accounts, so that other transactions notice changes.
  case version
  /// The store adds the notices of a change set to the outbox.
  case outbox
  /// The store records the outcome of a change set under the change set's id.
  case outcome
  /// The store keeps the hash of a new password until the password is replaced or its method is removed.
  case passwordHash
  /// The store undoes the writes of a transaction that is rolled back.
  case rollBack

  package static var allCases: [StoreDuty] {
    WriteKind.allCases.map { .write($0) } + StoreDetail.allCases.map { .detail($0) }
      + RequirementKind.allCases.map { .requirement($0) }
      + [.version, .outbox, .outcome, .passwordHash, .rollBack]
  }

  /// The name of the duty in reports, such as `set-label` or `requirement session`.
  package var word: String {
    switch self {
    case .write(let kind): kind.name.text
    case .detail(let detail): detail.word
    case .requirement(let kind): "requirement " + kind.word
    case .version: "version"
    case .outbox: "outbox"
    case .outcome: "outcome"
    case .passwordHash: "password-hash"
    case .rollBack: "roll-back"
    }
  }
}

/// The kind of a requirement, such as `session`; every case of `Requirement` has a kind.
package enum RequirementKind: Sendable, CaseIterable {
  case account, credential, address, identifier, session, code

  /// The name of the kind in vectors and in Docs/Changes.md.
  package var word: String {
    switch self {
    case .account: "account"
    case .credential: "credential"
    case .address: "address"
    case .identifier: "identifier"
    case .session: "session"
    case .code: "code"
    }
  }
}

extension Requirement {
  /// The kind of the requirement.
  var kind: RequirementKind {
    switch self {
    case .account: .account
    case .credential: .credential
    case .address: .address
    case .identifier: .identifier
    case .session: .session
    case .code: .code
    }
  }
}
