package import LinkPolicy

extension DecisionRecord {
  /// The version of the form, which every record begins with.
  public static var version: Int { 1 }

  /// The record as one line of JSON, as `linkpolicy schema record` describes it.
  ///
  /// What there is nothing of is left out, but for the row and the account, which are `null` then.
  ///
  /// - Returns: one object and a line feed, and no other line feed.
  public func line() -> [UInt8] {
    var writer = JSONWriter()
    writer.record(self)
    writer.endLine()
    return writer.take()
  }
}

extension DecisionSummary.Outcome {
  /// The word for what an attempt came to, without the error.
  package var word: String {
    switch self {
    case .allowed: "allowed"
    case .refused: "refused"
    case .fault: "fault"
    }
  }

  /// The error of a refusal, or the reason of a fault; nil for what is allowed.
  package var error: String? {
    switch self {
    case .allowed: nil
    case .refused(let error): error
    case .fault(let reason): reason.word.text
    }
  }
}

extension JSONWriter {
  /// Writes a record.
  mutating func record(_ record: DecisionRecord) {
    beginObject()
    key("record")
    int(DecisionRecord.version)
    member("time", record.context.time)
    member("correlation", record.context.correlation)
    policy(record.summary)
    member("tenant", record.tenant)
    tried(record.summary)
    answer(record.summary)
    account(record.account)
    reasons(record.summary)
    endObject()
  }

  /// Writes which policy was asked.
  package mutating func policy(_ summary: DecisionSummary) {
    key("policy")
    beginObject()
    member("name", summary.policyName)
    member("digest", summary.policyDigest.text)
    endObject()
  }

  /// Writes what was tried.
  package mutating func tried(_ summary: DecisionSummary) {
    member("action", summary.action)
    member("provider", summary.provider)
  }

  /// Writes what it came to, by which row, and what was written.
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
    int(account.version)
    endObject()
  }

  private mutating func reasons(_ summary: DecisionSummary) {
    key("facts")
    beginObject()
    for fact in summary.facts {
      member(Name(fact.name), fact.value)
    }
    endObject()
    key("notes")
    strings(summary.notes)
  }
}
