public import LinkPolicy

/// The audit record of a decision: one line of JSON without addresses, subjects or names of users.
///
/// The caller provides the time, because this library has no clock. The caller also provides the correlation id, which
/// must refer to the same request in the service's log. Equal decisions, contexts and account names result in equal
/// bytes, both in Swift and from `linkpolicy decide`. A record is a statement, not a proof: a process that can write to
/// the log can forge any record.
public struct DecisionRecord: Sendable {
  /// The time and the request of a decision, provided by the caller.
  public struct Context: Sendable {
    /// The time, in the format of the service's log.
    public let time: String
    /// The id of the request in the service's log.
    public let correlation: String
    /// The number of decisions that the record represents, at least 1; nil if every decision is recorded.
    public let weight: LongInteger?
    /// The facts that the record includes: the tested facts, or all facts.
    public var facts = RecordedFacts.tested

    /// Creates a context with the time and the request, which only the service knows.
    ///
    /// Put no personal data into these values, because a record contains the values unchanged.
    ///
    /// - Parameters:
    ///   - time: the time of the decision, such as `2026-11-25T04:05:06.789Z`.
    ///   - correlation: the id of the request, such as its trace id.
    public init(time: String, correlation: String) {
      self.time = time
      self.correlation = correlation
      weight = nil
    }

    /// Creates a context for a log that contains only a sample of all decisions.
    ///
    /// Returns nil if the weight is less than 1.
    ///
    /// - Parameters:
    ///   - time: the time of the decision, such as `2026-11-25T04:05:06.789Z`.
    ///   - correlation: the id of the request, such as its trace id.
    ///   - weight: the number of decisions that the record represents; 100 if one decision of 100 is recorded.
    public init?(time: String, correlation: String, weight: LongInteger) {
      guard weight > 0 else { return nil }
      self.time = time
      self.correlation = correlation
      self.weight = weight
    }
  }

  /// The account of a decision, in the form that the record uses.
  struct NamedAccount: Sendable {
    /// The JSON key of the name: `id`, `keyed` (a hash with a secret key), or `named`.
    let key: String
    let name: String
    let version: LongInteger
  }

  /// The time and the request of the decision.
  public let context: Context
  /// The outcome, with the policy and the row that decided.
  public let summary: DecisionSummary
  /// The tenant of the attempt; nil for the default tenant.
  public let tenant: String?
  let account: NamedAccount?

  /// Creates the record of one decision, for an audit log or a replay.
  ///
  /// - Parameters:
  ///   - decision: the decision of a policy.
  ///   - context: the time and the request.
  ///   - account: how the record names the account of the decision.
  public init(of decision: Decision, at context: Context, naming account: RecordedAccount) {
    self.context = context
    summary = DecisionSummary(decision, facts: context.facts)
    tenant = decision.attempt.tenant
    self.account = decision.account.flatMap { NamedAccount($0, account) }
  }

  /// Creates the record of an attempt that ended with an input error instead of a decision.
  ///
  /// - Parameters:
  ///   - error: the reason; the record does not contain the error's message.
  ///   - attempt: the attempt.
  ///   - policy: the policy that threw the error.
  ///   - context: the time and the request.
  public init(
    of error: InputError, deciding attempt: Attempt, by policy: Policy, at context: Context
  ) {
    self.context = context
    summary = DecisionSummary(error, deciding: attempt, by: policy)
    tenant = attempt.tenant
    account = nil
  }
}

extension DecisionRecord.NamedAccount {
  /// Creates the name of an account; nil if the record omits accounts.
  init?(_ subject: Decision.Subject, _ naming: RecordedAccount) {
    switch naming {
    case .id: (key, name) = ("id", subject.id)
    case .keyed(let secret): (key, name) = ("keyed", secret.hash(of: subject.id))
    case .named(let word): (key, name) = ("named", word(subject.id))
    case .omitted: return nil
    }
    version = subject.version
  }
}

extension DecisionRecord {
  /// The version of the format, which is the first value of every record.
  public static var version: Int { 1 }

  /// Returns the record as one line of JSON, in the format of `linkpolicy schema record`.
  ///
  /// The line omits nil values, but states a missing row or account as `null`.
  ///
  /// - Returns: one JSON object without line feeds, followed by a line feed.
  public func line() -> [UInt8] {
    var writer = JSONWriter()
    writer.record(self)
    writer.endLine()
    return writer.take()
  }
}

extension DecisionSummary.SummaryOutcome {
  /// The name of the outcome, without the error: `allowed`, `refused` or `fault`.
  package var word: String {
    switch self {
    case .allowed: "allowed"
    case .refused: "refused"
    case .fault: "fault"
    }
  }

  /// The error of a refusal, or the reason of a fault; nil if the attempt is allowed.
  package var error: String? {
    switch self {
    case .allowed: nil
    case .refused(let error): error
    case .fault(let reason): reason.word.text
    }
  }
}

extension JSONWriter {
  /// Writes a record as an object, which starts with the version of the format.
  mutating func record(_ record: DecisionRecord) {
    beginObject()
    key("record")
    int(DecisionRecord.version)
    member("time", record.context.time)
    member("correlation", record.context.correlation)
    if let weight = record.context.weight {
      key("weight")
      long(weight)
    }
    policy(record.summary)
    member("schema", record.summary.schema.text)
    member("tenant", record.tenant)
    tried(record.summary)
    answer(record.summary)
    account(record.account)
    reasons(record.summary)
    endObject()
  }

  /// Writes the name and digest of the policy as the member `policy`.
  package mutating func policy(_ summary: DecisionSummary) {
    key("policy")
    beginObject()
    member("name", summary.policyName)
    member("digest", summary.policyDigest.text)
    endObject()
  }

  /// Writes the members `action` and `provider`, which describe the attempt.
  package mutating func tried(_ summary: DecisionSummary) {
    member("action", summary.action)
    member("provider", summary.provider)
  }

  /// Writes the outcome, the row, the remedy, the disclosures, and the names of the writes and notices.
  package mutating func answer(_ summary: DecisionSummary) {
    member("outcome", summary.outcome.word)
    member("error", summary.outcome.error)
    member("shown", summary.shown.map { $0.error ?? $0.word })
    key("row")
    if let row = summary.row {
      beginObject()
      member("table", row.table)
      member("id", row.id)
      endObject()
    } else {
      null()
    }
    member("ask", summary.ask?.name.text)
    key("tell")
    strings(summary.tell.map { $0.name.text })
    key("writes")
    strings(summary.writes)
    key("notices")
    strings(summary.notices)
  }

  private mutating func account(_ account: DecisionRecord.NamedAccount?) {
    key("account")
    guard let account else {
      null()
      return
    }
    beginObject()
    member(account.key, account.name)
    key("version")
    long(account.version)
    endObject()
  }

  private mutating func reasons(_ summary: DecisionSummary) {
    key("facts")
    beginObject()
    for fact in summary.facts {
      member(fact.name, fact.value)
    }
    endObject()
    key("notes")
    strings(summary.notes)
  }
}
