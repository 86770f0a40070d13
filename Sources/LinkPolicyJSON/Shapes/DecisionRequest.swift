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
    let document = try JSONDocument(file: 0, of: sources)
    var findings = JSONFindings(document)
    let request = DecisionRequest(document.root, in: nil, &findings)
    try findings.check(in: sources)
    guard let request else {
      preconditionFailure("a request is nil only beside a finding")
    }
    self = request
  }

  /// Reads a request, such as the body of a line, or reports what is wrong and returns nil.
  package init?(_ value: JSONValue, in key: String?, _ findings: inout JSONFindings) {
    guard var reader = JSONObjectReader(value, in: key, &findings) else { return nil }
    let attempt = reader.required("attempt", &findings).flatMap { Attempt($0, &findings) }
    let situation =
      reader.given("situation").map { Situation($0, &findings) } ?? Situation()
    reader.finish(&findings)
    guard let attempt, let situation else { return nil }
    self.init(attempt, in: situation)
  }
}
