package import LinkPolicy

extension DecisionRecord.Context {
  /// Reads the time and the id under `record`; nil where the key is missing, or something is wrong with it.
  init?(_ reader: inout JSONObjectReader, _ findings: inout JSONFindings) {
    guard var part = reader.part("record", &findings) else { return nil }
    let time = part.requiredText("time", &findings)
    let correlation = part.requiredText("correlation", &findings)
    part.finish(&findings)
    guard let time, let correlation else { return nil }
    self.init(time: time, correlation: correlation)
  }
}

extension Request {
  /// Whether the line asks for a decision and for no record of it.
  package var lacksRecord: Bool {
    switch self {
    case .decide(let request): request.record == nil
    case .lookup: false
    }
  }

  /// The record of what the line was answered with; nil where it asks for none.
  package func record(
    of content: AnswerLine.Content, naming account: RecordedAccount
  ) -> DecisionRecord? {
    guard case .decide(let request) = self, let context = request.record,
      case .decision(let decision) = content
    else { return nil }
    return DecisionRecord(of: decision, at: context, naming: account)
  }

  /// The record of a line that could not be decided; nil where it asks for none.
  package func record(of error: InputError, by policy: Policy) -> DecisionRecord? {
    guard case .decide(let request) = self, let context = request.record else { return nil }
    return DecisionRecord(of: error, deciding: request.attempt, by: policy, at: context)
  }
}
