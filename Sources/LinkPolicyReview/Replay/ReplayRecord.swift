package import LinkPolicy
package import LinkPolicyJSON

/// The part of a decision record that a replay reads.
///
/// Records that are equal in this part form a group, and a replay decides each group only once.
package struct ReplayRecord: Sendable {
  /// The outcome of the recorded attempt; `fault` for an attempt that the policy could not decide.
  package enum RecordedOutcome: String, CaseIterable, Sendable {
    case allowed, refused, fault
  }

  /// The reason why a JSON value is not the record of a decision.
  package struct RecordError: Error {
    /// The message, in one line.
    package let message: String
  }

  /// The name of the policy that decided, such as `firebase`.
  package let policyName: String
  /// The digest of the policy that decided, by which a replay finds the policy.
  package let digest: PolicyDigest
  /// The checksum of the policy's facts as 16 hexadecimal digits; nil in records of older versions.
  package let schema: String?
  /// Whether the attempt has a tenant.
  package let hasTenant: Bool
  package let action: String?
  package let provider: String?
  package let outcome: RecordedOutcome
  /// The error of a refusal, or the reason of a fault; nil for an allowed attempt.
  package let error: String?
  /// The table and the id of the row or guard that decided; nil if neither a row nor a guard decided.
  package let row: (table: String, id: String)?
  /// Whether the answer lists methods of an account.
  package let tellsMethods: Bool
  /// The recorded facts with their values, such as `credential` with `known`.
  package let facts: [(name: String, value: String)]

  /// The table of the deciding row; nil if no row decided, for example because a guard did.
  package var decisionTable: String? {
    row.flatMap { $0.table.hasSameBytes(as: "guards") ? nil : $0.table }
  }

  /// The ID of the deciding guard; nil if no guard decided.
  package var guardID: String? {
    row.flatMap { $0.table.hasSameBytes(as: "guards") ? $0.id : nil }
  }

  /// The keys whose values determine the group of a record, in the order of records.
  ///
  /// The list omits `tenant`, because only the presence of a tenant matters.
  static let keys = [
    "policy", "schema", "action", "provider", "outcome", "error", "shown", "row", "ask", "tell",
    "writes", "notices", "facts",
  ]

  /// Reads a record, which may lack the time, the correlation and the account.
  ///
  /// - Throws: a ``RecordError`` if the value is not a record of this version.
  package init(_ value: JSONValue) throws(RecordError) {
    guard value.isObject else {
      throw RecordError(message: "expected the object of a record, found " + value.kind)
    }
    guard let version = value["record"] else {
      throw RecordError(message: "there is no key `record`, so this is not a decision record")
    }
    guard version.int == 1 else {
      throw RecordError(message: "the format of the record is not version 1")
    }
    guard let name = value["policy"]?["name"]?.text,
      let digest = value["policy"]?["digest"]?.text.flatMap({ PolicyDigest(text: $0) })
    else {
      throw RecordError(message: "the record has no `policy` with a name and a digest")
    }
    guard let outcome = value["outcome"]?.text.flatMap({ RecordedOutcome(rawValue: $0) }) else {
      throw RecordError(message: "the record has no `outcome` that is allowed, refused or fault")
    }
    policyName = name
    self.digest = digest
    self.outcome = outcome
    schema = value["schema"]?.text
    hasTenant = value["tenant"].map { !$0.isNull } ?? false
    action = value["action"]?.text
    provider = value["provider"]?.text
    error = value["error"]?.text
    row = try Self.row(value["row"])
    tellsMethods = Self.tellsMethods(value["tell"])
    facts = try Self.facts(value["facts"])
    guard outcome == .fault || action != nil else {
      throw RecordError(message: "the record of a decision has no `action`")
    }
    guard outcome == .allowed || error != nil else {
      throw RecordError(message: "the record has no `error`, and its outcome is not allowed")
    }
  }

  private static func row(
    _ value: JSONValue?
  ) throws(RecordError) -> (table: String, id: String)? {
    guard let value, !value.isNull else { return nil }
    guard let table = value["table"]?.text, let id = value["id"]?.text else {
      throw RecordError(message: "the `row` of the record has no table and id")
    }
    return (table, id)
  }

  private static func tellsMethods(_ value: JSONValue?) -> Bool {
    let told = [Disclosure.methods, .addressMethods].map { $0.name.text }
    return (value?.elements ?? []).contains { $0.text.map { told.contains($0) } ?? false }
  }

  private static func facts(
    _ value: JSONValue?
  ) throws(RecordError) -> [(name: String, value: String)] {
    guard let members = value?.members else {
      throw RecordError(message: "the record has no object `facts`")
    }
    var facts: [(name: String, value: String)] = []
    for member in members {
      guard let word = member.value.text else {
        throw RecordError(
          message: "the value of the fact `" + member.keyText + "` is not a string")
      }
      facts.append((member.keyText, word))
    }
    return facts
  }
}

/// A problem with records of a log, and the first line that has the problem.
package struct ReplayProblem: Sendable {
  /// The kind of a problem, such as a damaged log or an unknown policy.
  package enum ProblemKind: String, CaseIterable, Sendable {
    /// The line is not JSON, or not a decision record.
    case malformed
    /// The log ends within a line, or its compressed data is damaged.
    case truncated
    /// A count or weight is not a positive integer, or the sum of all counts or weights is too large.
    case count
    /// An earlier record has the same correlation, so the log may contain the decision twice.
    case duplicate
    /// The policy that wrote the record is unknown, so the replay cannot check or decide the record.
    case unknownPolicy = "unknown-policy"
    /// The record has other facts than the policy that the record names.
    case otherSchema = "other-schema"
    /// The policy decides the facts of the record differently than the record states.
    case contradiction
  }

  package let kind: ProblemKind
  /// The name of the log or groups file, such as `decisions.jsonl`.
  package let file: String
  /// The number of the line in the log; the first line has number 1.
  package let line: Int
  /// The number of records that have the problem; `line` is the line of the first such record.
  package var records: Int
  /// The message, in one line.
  package let message: String

  package init(
    _ kind: ProblemKind, file: String, line: Int, records: Int = 1, _ message: String
  ) {
    self.kind = kind
    self.file = file
    self.line = line
    self.records = records
    self.message = message
  }
}
