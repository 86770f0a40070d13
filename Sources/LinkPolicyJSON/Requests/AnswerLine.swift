package import LinkPolicy
package import LinkPolicyDiagnostics

/// The answer to one line: the id of the line; a decision, a lookup, an assertion or an error; and a record if the line
/// requests one.
package struct AnswerLine: Sendable {
  /// The content of an answer: a decision, a lookup, an assertion or an error.
  ///
  /// Decisions and lookups are large, so copies of an answer share them.
  package indirect enum AnswerContent: Sendable {
    /// The decision for a line with `decide`.
    case decision(Decision)
    /// The lookup for a line with `lookup`.
    case lookup(Lookup)
    /// The assertion for a line with `claims`, with the checks that were made.
    case claims(ClaimsAnswer)
    /// The error of a request that has no decision, lookup or assertion.
    case error(AnswerError)
  }

  /// The id that the request line states, so that the caller can match the answer with the request.
  package let id: RequestID
  /// The decision, lookup, assertion or error in the answer.
  package let content: AnswerContent
  /// The record of the decision or input error; nil if the line requests no record or is unreadable.
  package let record: DecisionRecord?
  /// The members of a decision that the line requests.
  package let fields: DecisionFields
  /// The rendered parts of the policy that decided; nil if they are not rendered.
  let fragments: DecisionFragments?

  /// Creates an answer to the line with an id.
  package init(
    _ content: AnswerContent, to id: RequestID, record: DecisionRecord? = nil,
    fields: DecisionFields = .all, fragments: DecisionFragments? = nil
  ) {
    self.id = id
    self.content = content
    self.record = record
    self.fields = fields
    self.fragments = fragments
  }
}

extension AnswerLine {
  // The usual length of a line in bytes. A decision of a shipped policy has 1,000 to 3,000 bytes.
  private static var usualLength: Int { 4096 }

  /// Returns the answer as a line of JSON, including the line feed.
  ///
  /// - Parameters:
  ///   - isExplained: whether a decision includes its explanation.
  ///   - fragments: the rendered parts of the policy that decided; nil to render everything.
  /// - Returns: one JSON object without line feeds, followed by a line feed.
  package func line(
    isExplained: Bool = false, from fragments: DecisionFragments? = nil
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.usualLength)
    append(to: &bytes, isExplained: isExplained, from: fragments)
    return bytes
  }

  /// Appends the answer as a line of JSON, including the line feed.
  ///
  /// - Parameters:
  ///   - bytes: the lines so far.
  ///   - isExplained: whether a decision includes its explanation.
  ///   - fragments: the rendered parts of the policy that decided; nil to render everything.
  func append(
    to bytes: inout [UInt8], isExplained: Bool, from fragments: DecisionFragments?
  ) {
    var writer = JSONWriter(taking: &bytes)
    writer.beginObject()
    writer.key("id")
    writer.id(id)
    switch content {
    case .decision(let decision):
      writer.key("decision")
      writer.decision(decision, fields, isExplained: isExplained, from: fragments)
    case .lookup(let lookup):
      writer.key("lookup")
      writer.lookup(lookup)
    case .claims(let answer):
      writer.key("claims")
      writer.claims(answer)
    case .error(let error):
      writer.key("error")
      writer.error(error)
    }
    if let record {
      writer.key("record")
      writer.record(record)
    }
    writer.endObject()
    writer.endLine()
    bytes = writer.take()
  }
}

extension JSONWriter {
  fileprivate mutating func error(_ error: AnswerError) {
    beginObject()
    member("code", error.code.rawValue)
    member("message", error.message)
    member("question", error.question)
    member("reason", error.reason)
    if let column = error.column {
      key("column")
      int(column)
    }
    endObject()
  }
}

/// The error of a line that has no decision, lookup or assertion.
package struct AnswerError: Error, Sendable {
  /// The stable code of an error; the message is for people and may change.
  package enum AnswerErrorCode: String, Sendable, CaseIterable {
    /// The line is not a request, or a value is missing, malformed or too long.
    case malformed
    /// A question of the lookup has no answer.
    case unanswered
    /// The line answers a question that the lookup did not ask, or the attempt has a value that its action does not
    /// carry.
    case notAsked = "not-asked"
    /// The answers to the lookup are from different moments, so the caller must repeat the lookup.
    case torn
    /// The attempt and the answers contradict each other.
    case contradiction
    /// The policy does not offer the action or kind, the policy does not declare a name in the line, or no mapping has
    /// the requested name.
    case notOffered = "not-offered"
    /// The payload cannot be converted to an assertion; `reason` states why.
    case claims
  }

  /// The stable code of the error, such as `malformed`.
  package let code: AnswerErrorCode
  /// The problem and, if not obvious, the way to correct the line.
  package let message: String
  /// The key of the lookup's question that caused the error; nil if the error has another cause.
  package let question: String?
  /// The reason of an error with the code `claims`; nil for any other code.
  package let reason: String?
  /// The column in the line, in characters counted from 1; nil if the column is unknown.
  package let column: Int?

  /// Creates the error of an unreadable line from the first error among the line's findings.
  package init(_ input: InvalidInput) {
    self.init(input.diagnostics)
  }

  /// Creates the error of a line from the first error among the given findings.
  package init(_ findings: [Diagnostic]) {
    code = .malformed
    let first = findings.first { $0.level == .error }
    message = (first?.message ?? "the line cannot be read") + (first?.help.map { "; " + $0 } ?? "")
    column = first?.position?.column
    question = nil
    reason = nil
  }

  /// The error of a line that requests no record although records are required.
  package static var recordMissing: AnswerError {
    AnswerError(
      code: .malformed,
      message: "the line requests no record of the decision; "
        + #"add "record": {"time": …, "correlation": …} to `decide`"#)
  }

  private init(code: AnswerErrorCode, message: String, reason: String? = nil) {
    self.code = code
    self.message = message
    self.reason = reason
    column = nil
    question = nil
  }

  /// Creates the error of a readable request that cannot be answered.
  package init(_ error: InputError) {
    code = AnswerErrorCode(error.reason)
    message = error.message
    column = nil
    question = error.question
    reason = nil
  }

  /// Creates the error of a payload that cannot be converted to an assertion.
  package init(claims reason: String, _ message: String) {
    self.init(code: .claims, message: message, reason: reason)
  }

  /// Creates the error of a request with an unknown mapping.
  package init(noMapping name: String, among names: [String]) {
    self.init(
      code: .notOffered,
      message: "there is no mapping " + Name(name).quoted + "; the mappings are "
        + names.map { "`" + $0 + "`" }.joined(separator: ", "))
  }
}

extension AnswerError.AnswerErrorCode {
  /// Returns the error code for the reason of an input error; for example, `malformed` for the reason `tooLong`.
  init(_ reason: InputError.Reason) {
    self =
      switch reason {
      case .actionNotOffered, .kindNotOffered, .undeclared: .notOffered
      case .missing, .malformedAddress, .malformedTicket, .tooLong: .malformed
      case .unexpected: .notAsked
      case .contradiction: .contradiction
      case .unanswered: .unanswered
      case .torn: .torn
      }
  }
}
