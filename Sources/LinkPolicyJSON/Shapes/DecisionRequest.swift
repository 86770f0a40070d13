public import LinkPolicy

/// One question to a policy as JSON has it: `{"attempt": …, "situation": …}`.
///
/// A key left out, or `null`, means absent; without a `situation` nothing was found. Only the
/// shape is read: whether attempt and situation fit together is the engine's to say.
public struct DecisionRequest: Sendable {
  /// What somebody tries to do.
  public var attempt: Attempt
  /// What the service found.
  public var situation: Situation

  /// Creates a request from its parts.
  public init(_ attempt: Attempt, in situation: Situation = Situation()) {
    self.attempt = attempt
    self.situation = situation
  }

  /// Reads a request from one JSON document.
  ///
  /// Throws an ``InvalidInput`` with every finding; the name is the one that positions show.
  public init(json: [UInt8], name: String = "request") throws(InvalidInput) {
    let sources = SourceMap(files: [SourceMap.File(name: name, bytes: json)])
    try self.init(try JSONDocument(file: 0, of: sources), in: sources)
  }

  /// Reads a request from a document, such as a line of JSON Lines.
  package init(_ document: JSONDocument, in sources: SourceMap) throws(InvalidInput) {
    var findings = JSONFindings(document)
    var attempt: Attempt?
    var situation: Situation?
    if var reader = JSONObjectReader(document.root, &findings) {
      if let value = reader.required("attempt", &findings) {
        attempt = Attempt(value, &findings)
      }
      situation = reader.given("situation").map { Situation($0, &findings) } ?? Situation()
      reader.finish(&findings)
    }
    try findings.check(in: sources)
    guard let attempt, let situation else {
      preconditionFailure("a part is nil only beside a finding")
    }
    self.init(attempt, in: situation)
  }
}
