public import LinkPolicy
public import LinkPolicyDiagnostics

/// One question to a policy as JSON has it: `{"attempt": …, "caller": …, "settings": …, "answers": …, "record": …}`.
///
/// What is asked of a store is what `Policy/lookup(for:by:under:)` asks; `answers` has what the store says.
/// Only the shape is read here: whether everything fits together is the engine's to say.
public struct DecisionRequest: Sendable {
  /// What somebody tries to do.
  public let attempt: Attempt
  /// Who tries it.
  public let caller: Lookup.Caller
  /// The settings in force.
  public let settings: Settings
  /// When the decision is made and for which request, where a record of it is asked for; nil where none is.
  public let record: DecisionRecord.Context?
  package let answers: LookupAnswers

  /// Reads a request from one JSON document.
  ///
  /// - Parameters:
  ///   - json: the document in UTF-8: an object with `attempt`, and with `caller`, `settings`, `answers` and
  ///     `record` where there is something to say.
  ///   - name: the file's name that positions show.
  /// - Throws: an `InvalidInput` with every finding.
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
    caller = Lookup.Caller(&reader, &findings)
    settings = Settings(reader.pairs("settings", &findings))
    let answers =
      reader.given("answers").map { LookupAnswers($0, onlyCode: false, &findings) }
      ?? LookupAnswers()
    record = DecisionRecord.Context(&reader, &findings)
    reader.finish(&findings)
    guard let attempt, let answers else { return nil }
    self.attempt = attempt
    self.answers = answers
  }

  /// Looks the attempt up, answers with what the request has, and decides.
  ///
  /// - Parameter policy: the policy that decides.
  /// - Returns: the decision.
  /// - Throws: an `InputError` for an attempt that is malformed, a question that has no answer, and answers
  ///   that contradict each other.
  public func decide(by policy: Policy) throws(InputError) -> Decision {
    try policy.decide(try lookup(by: policy))
  }

  /// The look-up with the answers of the request.
  package func lookup(by policy: Policy) throws(InputError) -> AnsweredLookup {
    try policy.lookup(for: attempt, by: caller, under: settings).answered(
      credential: answers.credential, addresses: answers.addresses, session: answers.session,
      target: answers.target, code: answers.code, stated: answers.stated, unnamed: answers.unnamed)
  }
}
