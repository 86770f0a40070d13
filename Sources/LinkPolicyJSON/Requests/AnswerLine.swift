package import LinkPolicy

/// What one line is answered with: the id it came with, exactly one of three things, and a record where one is asked
/// for.
package struct AnswerLine: Sendable {
  /// The answer itself.
  package enum Content: Sendable {
    /// What the policy decides.
    case decision(Decision)
    /// What to fetch, for whom.
    case lookup(Lookup)
    /// Why it says neither.
    case error(AnswerError)
  }

  /// The id of the line.
  package let id: RequestID
  /// The answer.
  package let content: Content
  /// The record of the decision, where the line asks for one.
  package let record: DecisionRecord?

  /// Puts an answer and the id of its line together.
  package init(_ content: Content, to id: RequestID, record: DecisionRecord? = nil) {
    self.id = id
    self.content = content
    self.record = record
  }
}

extension Policy {
  /// Answers a request; throws an ``InputError`` for one that is malformed or contradicts itself.
  package func answer(_ request: Request) throws(InputError) -> AnswerLine.Content {
    switch request {
    case .decide(let request): .decision(try request.decide(by: self))
    case .lookup(let request): .lookup(try request.lookup(by: self))
    }
  }
}

extension AnswerLine {
  /// The answer as a line of JSON with its line feed.
  ///
  /// - Parameter isExplained: whether a decision comes with its explanation.
  /// - Returns: one JSON object and a line feed, without another one in it.
  package func line(isExplained: Bool = false) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("id")
    writer.id(id)
    switch content {
    case .decision(let decision):
      writer.key("decision")
      writer.decision(decision, isExplained: isExplained)
    case .lookup(let lookup):
      writer.key("lookup")
      writer.lookup(lookup)
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
    return writer.take()
  }
}

extension JSONWriter {
  fileprivate mutating func error(_ error: AnswerError) {
    beginObject()
    member("code", error.code.rawValue)
    member("message", error.message)
    member("question", error.question)
    if let column = error.column {
      key("column")
      int(column)
    }
    endObject()
  }
}
