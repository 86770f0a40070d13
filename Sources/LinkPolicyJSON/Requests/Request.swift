package import LinkPolicy
package import LinkPolicyDiagnostics

/// The request of one line: for a decision, for the lookup before a decision, or for the assertion of an attempt.
///
/// The bodies are large, so copies of a request share them.
package enum Request: Sendable {
  /// `"decide": {"attempt": …, "caller": …, "settings": …, "answers": …, "record": …}`.
  case decide(DecisionRequest)
  /// `"lookup": {"attempt": …, "caller": …, "settings": …}`.
  indirect case lookup(LookupRequest)
  /// `"claims": {"mapping": …, "payload": …}`.
  indirect case claims(ClaimsRequest)

  /// Reads the object of a line.
  ///
  /// The initializer reports each invalid value as a finding, and returns nil only if the line has no readable request,
  /// or has two requests.
  package init?(_ value: JSONValue, _ findings: inout JSONFindings) {
    guard var reader = JSONObjectReader(value, &findings) else { return nil }
    if let id = reader.given("id"), !id.isStringOrNumber {
      findings.report(
        .jsonWrongType, "expected a string or a number in `id`, found " + id.kind, at: id)
    }
    let (decide, lookup) = (reader.optional("decide"), reader.optional("lookup"))
    let claims = reader.optional("claims")
    reader.finish(&findings)
    if let claims {
      if let (name, other) = decide.map({ ("decide", $0) }) ?? lookup.map({ ("lookup", $0) }) {
        findings.report(
          .jsonConflict, "the line has two requests, `" + name + "` and `claims`",
          at: other.offset < claims.offset ? claims : other, help: "write one line for each request"
        )
        return nil
      }
      guard let request = ClaimsRequest(claims, &findings) else { return nil }
      self = .claims(request)
      return
    }
    switch (decide, lookup) {
    case (let body?, nil):
      guard let request = DecisionRequest(body, in: "decide", &findings) else { return nil }
      self = .decide(request)
    case (nil, let body?):
      guard let request = LookupRequest(body, &findings) else { return nil }
      self = .lookup(request)
    case (nil, nil):
      // An unknown key is usually a misspelled verb, so an existing finding is enough.
      if !findings.hasErrors {
        findings.report(
          .jsonMissingKey, "the line has no request: `decide`, `lookup` or `claims` is missing",
          at: value, help: #"write {"id": …, "decide": {"attempt": …, "answers": …}}"#)
      }
      return nil
    case (let first?, let second?):
      findings.report(
        .jsonConflict, "the line has two requests, `decide` and `lookup`",
        at: first.offset < second.offset ? second : first, help: "write one line for each request")
      return nil
    }
  }
}

extension JSONValue {
  /// Whether the value has a type that an id can have.
  var isStringOrNumber: Bool { isString || number != nil }
}

/// A line of a stream of requests: the caller's id, and the request or the reason why the request is unreadable.
package struct RequestLine: Sendable {
  /// The caller's id, which the answer repeats.
  ///
  /// Even a line with an unreadable request can have an id.
  package let id: RequestID
  /// The request of the line, or the findings of an unreadable line.
  package let request: Result<Request, InvalidInput>

  /// The limits of a line: 16 MiB, and 64 nested arrays and objects.
  package static var limits: JSONLimits { JSONLimits() }

  /// Reads a line that is not blank, without its line feed.
  ///
  /// Positions contain the name of the file and the number of the line in the file.
  package init(_ bytes: [UInt8], name: String, line: Int) {
    if let scanned = RequestScanner.scan(bytes, limits: Self.limits) {
      self.init(id: scanned.id, request: .success(scanned.request))
    } else {
      self.init(reading: bytes, name: name, line: line)
    }
  }

  private init(id: RequestID, request: Result<Request, InvalidInput>) {
    self.id = id
    self.request = request
  }

  /// Reads a line with the general reader, which reports errors with their positions.
  init(reading bytes: [UInt8], name: String, line: Int) {
    let sources = SourceMap(files: [SourceMap.File(name: name, bytes: bytes, firstLine: line)])
    var documentID: RequestID?
    do throws(InvalidInput) {
      let document = try JSONDocument(
        bytes, 0..<bytes.count, file: 0, of: sources, firstLine: line, limits: Self.limits)
      documentID = RequestID(of: document.root)
      // Nearly all lines have no findings, so only a second pass collects the data that findings need.
      var findings = JSONFindings(document.locator, suggestsKeys: false)
      let request = Request(document.root, &findings)
      if findings.hasErrors {
        findings = JSONFindings(document)
        _ = Request(document.root, &findings)
        try findings.check(in: sources)
      }
      guard let request else {
        preconditionFailure("a request is nil only if there is a finding")
      }
      self.request = .success(request)
    } catch {
      request = .failure(error)
    }
    id = documentID ?? RequestID(ofLine: bytes)
  }

  /// Creates the result for a line that exceeds the limit, without storing the line's content.
  package init(tooLongIn name: String, line: Int) {
    let diagnostic = Diagnostic(
      .jsonTooLong, .error, "the line is longer than \(Self.limits.documentBytes) bytes",
      at: SourcePosition(line: line, column: 1))
    id = .none
    request = .failure(
      InvalidInput([diagnostic], in: SourceMap(files: [SourceMap.File(name: name)])))
  }

  /// Returns whether bytes are a blank line, which has no answer.
  package static func isBlank(_ bytes: Span<UInt8>) -> Bool {
    for index in bytes.indices where !JSONLines.isSpace(bytes[index]) {
      return false
    }
    return true
  }
}

/// The `id` of a line, with the exact bytes of its token.
///
/// A number keeps the caller's spelling and a string keeps its escapes, so that a client can compare bytes.
package struct RequestID: Sendable, Equatable {
  /// The token of a JSON string or number; nil if the line has no id, or its id is uncertain.
  package let token: [UInt8]?

  /// The absent id, for which the answer contains `null`.
  package static var none: RequestID { RequestID(token: nil) }

  init(token: [UInt8]?) {
    self.token = token
  }

  /// Returns the id of a valid line, taken from the parsed document.
  ///
  /// ``init(ofLine:)`` extracts the same id from the bytes.
  init(of root: JSONValue) {
    token = root["id"].flatMap { $0.isStringOrNumber ? $0.token : nil }
  }

  /// Extracts the id of a line, even if the line is invalid in other respects.
  ///
  /// The id must be a valid string or number by RFC 8259. According to ``LineOutline``, the whole line must be one
  /// object with exactly one key `id`.
  package init(ofLine bytes: [UInt8]) {
    var outline = LineOutline(bytes)
    token = outline.onlyID().map { Array(bytes[$0]) }
  }
}

extension JSONWriter {
  /// Writes an id, or `null` if the line has no id.
  mutating func id(_ id: RequestID) {
    guard let token = id.token else {
      null()
      return
    }
    composed(reserving: token.count) { $0.text(token.span) }
  }
}

extension DecisionRecord.Context {
  /// Reads the data under `record`, such as the time and the correlation id; nil if the key is absent or invalid.
  init?(_ reader: inout JSONObjectReader, _ findings: inout JSONFindings) {
    guard var part = reader.part("record", &findings) else { return nil }
    let time = part.requiredText("time", &findings)
    let correlation = part.requiredText("correlation", &findings)
    let given = part.given("weight")
    let weight = given.flatMap { findings.int($0, in: "weight", range: 1 ... .max) }
    let facts = part.word("facts", of: Self.recordedFacts, &findings)
    part.finish(&findings)
    guard let time, let correlation else { return nil }
    if let weight, let context = Self(time: time, correlation: correlation, weight: weight) {
      self = context
    } else {
      self.init(time: time, correlation: correlation)
    }
    self.facts = facts ?? .tested
  }

  /// The words for the facts to record: `tested` or `all`.
  package static var recordedFacts: JSONWords<RecordedFacts> {
    ["tested": .tested, "all": .all]
  }
}

extension Request {
  /// Whether the line requests a decision without a record.
  package var lacksRecord: Bool {
    switch self {
    case .decide(let request): request.record == nil
    case .lookup, .claims: false
    }
  }

  /// Returns the record of a request that ended with an input error; nil if the line requests no record.
  package func record(of error: InputError, by policy: Policy) -> DecisionRecord? {
    guard case .decide(let request) = self, let context = request.record else { return nil }
    return DecisionRecord(of: error, deciding: request.attempt, by: policy, at: context)
  }
}
