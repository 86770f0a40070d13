public import LinkPolicy
public import LinkPolicyDiagnostics

/// A request for a decision: `{"attempt": …, "caller": …, "settings": …, "answers": …, "record": …}`.
///
/// `fields` lists the members of the decision to return; without `fields`, the answer contains all members. `answers`
/// contains the store's answers to the questions of `Policy/lookup(for:by:under:)`. The reader checks only keys and
/// types; the engine reports contradictions.
public struct DecisionRequest: Sendable {
  /// The user action to decide, as the service received it.
  public var attempt: Attempt { content.attempt }
  /// The caller of the attempt: the ids of the session, the target account and the code, if the request names them.
  public var caller: Lookup.Caller { content.caller }
  /// The current values of the policy's settings.
  public var settings: Settings { content.settings }
  /// The data for the record of the decision, such as the time and the correlation id; nil if the request asks for no
  /// record.
  public var record: DecisionRecord.Context? { content.record }
  /// The members of the decision that the answer must contain.
  package var fields: DecisionFields { content.fields }
  package var answers: LookupAnswers { content.answers }

  private let content: RequestContent

  /// The members of a request, which copies of the request share.
  private final class RequestContent: Sendable {
    let attempt: Attempt
    let caller: Lookup.Caller
    let settings: Settings
    let answers: LookupAnswers
    let record: DecisionRecord.Context?
    let fields: DecisionFields

    init(
      attempt: Attempt, caller: Lookup.Caller, settings: Settings, answers: LookupAnswers,
      record: DecisionRecord.Context?, fields: DecisionFields
    ) {
      self.attempt = attempt
      self.caller = caller
      self.settings = settings
      self.answers = answers
      self.record = record
      self.fields = fields
    }
  }

  /// Reads a request from one JSON document.
  ///
  /// - Parameters:
  ///   - json: the document in UTF-8: an object with `attempt`, and optionally `caller`, `settings`,
  ///     `answers`, `record` and `fields`.
  ///   - name: the name of the file in positions.
  /// - Throws: an `InvalidInput` with every finding.
  public init(json: [UInt8], name: String = "request") throws(InvalidInput) {
    let sources = SourceMap(files: [SourceMap.File(name: name, bytes: json)])
    let document = try JSONDocument(file: 0, of: sources)
    var findings = JSONFindings(document)
    let request = DecisionRequest(document.root, in: nil, &findings)
    try findings.check(in: sources)
    guard let request else {
      preconditionFailure("a request is nil only if there is a finding")
    }
    self = request
  }

  /// Creates a request from its members.
  init(
    attempt: Attempt, caller: Lookup.Caller, settings: Settings, answers: LookupAnswers,
    record: DecisionRecord.Context?, fields: DecisionFields
  ) {
    content = RequestContent(
      attempt: attempt, caller: caller, settings: settings, answers: answers, record: record,
      fields: fields)
  }

  /// Reads a request, such as the body of a line.
  ///
  /// The initializer reports each invalid value as a finding, and returns nil only if the attempt has no action or
  /// `answers` is no object.
  package init?(_ value: JSONValue, in key: String?, _ findings: inout JSONFindings) {
    guard var reader = JSONObjectReader(value, in: key, &findings) else { return nil }
    let attempt = reader.required("attempt", &findings).flatMap { Attempt($0, &findings) }
    let caller = Lookup.Caller(&reader, &findings)
    let settings = Settings(reader.pairs("settings", &findings))
    let answers =
      reader.given("answers").map { LookupAnswers($0, onlyCode: false, &findings) }
      ?? LookupAnswers()
    let record = DecisionRecord.Context(&reader, &findings)
    let fields = DecisionFields(&reader, &findings)
    reader.finish(&findings)
    guard let attempt, let answers else { return nil }
    self.init(
      attempt: attempt, caller: caller, settings: settings, answers: answers, record: record,
      fields: fields)
  }

  /// Builds the lookup, answers the lookup from the request, and decides.
  ///
  /// - Parameter policy: the policy that decides.
  /// - Returns: the decision.
  /// - Throws: an `InputError` if the attempt is malformed, if a question has no answer, or if answers contradict each
  ///   other.
  public func decide(by policy: Policy) throws(InputError) -> Decision {
    try policy.decide(try lookup(by: policy))
  }

  /// Builds the policy's lookup for the attempt, with the answers that the request contains.
  package func lookup(by policy: Policy) throws(InputError) -> AnsweredLookup {
    try policy.lookup(for: attempt, by: caller, under: settings).answered(
      credential: content.answers.credential, addresses: content.answers.addresses,
      identifiers: content.answers.identifiers, session: content.answers.session,
      target: content.answers.target, code: content.answers.code, stated: content.answers.stated,
      disabled: content.answers.disabledMethods, unnamed: content.answers.unnamed)
  }
}

/// A request for a lookup: `{"attempt": …, "caller": …, "settings": …, "answers": …}`.
///
/// The answers may contain only the code row, which can provide the address to search for.
package struct LookupRequest: Sendable {
  /// The attempt for which the engine builds the lookup.
  package let attempt: Attempt
  /// The ids of the session, the target account and the code, if the request names them.
  package let caller: Lookup.Caller
  /// The current values of the policy's settings.
  package let settings: Settings
  /// The answer about the code; `notAsked` if the request has no such answer.
  package let code: Lookup.CodeAnswer

  /// Creates a request from its members.
  init(
    attempt: Attempt, caller: Lookup.Caller, settings: Settings, code: Lookup.CodeAnswer
  ) {
    self.attempt = attempt
    self.caller = caller
    self.settings = settings
    self.code = code
  }

  /// Reads the object under `lookup`.
  ///
  /// The initializer reports each invalid value as a finding, and returns nil only if the attempt has no action or
  /// `answers` is no object.
  init?(_ value: JSONValue, _ findings: inout JSONFindings) {
    guard var reader = JSONObjectReader(value, in: "lookup", &findings) else { return nil }
    let attempt = reader.required("attempt", &findings).flatMap { Attempt($0, &findings) }
    caller = Lookup.Caller(&reader, &findings)
    settings = Settings(reader.pairs("settings", &findings))
    let answers =
      reader.given("answers").map { LookupAnswers($0, onlyCode: true, &findings) }
      ?? LookupAnswers()
    reader.finish(&findings)
    guard let attempt, let answers else { return nil }
    self.attempt = attempt
    code = answers.code
  }

  /// Builds the policy's lookup for the attempt, with the answer about the code if the request contains one.
  ///
  /// Throws an ``InputError`` if the attempt is malformed, or if a decision would reject an answer.
  func lookup(by policy: Policy) throws(InputError) -> Lookup {
    let lookup = try policy.lookup(for: attempt, by: caller, under: settings)
    switch code {
    case .notAsked: return lookup
    case .unknown: return lookup.code == nil ? lookup : try lookup.knowing(code: nil)
    case .row(let row): return try lookup.knowing(code: row)
    }
  }
}

extension Lookup.Caller {
  /// Reads the ids under `caller`; without the key, the caller has no ids.
  init(_ reader: inout JSONObjectReader, _ findings: inout JSONFindings) {
    self = .nobody
    guard var part = reader.part("caller", &findings) else { return }
    session = part.identifier("session", &findings)
    target = part.identifier("target", &findings)
    code = part.identifier("code", &findings)
    part.finish(&findings)
  }
}
