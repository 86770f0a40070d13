public import LinkPolicy
internal import LinkPolicyDiagnostics
internal import LinkPolicyJSON

/// The self-description of an implementation, such as its name and version, from its answer to `hello`.
public struct Implementation: Sendable, Equatable {
  /// The name of the implementation, which known failures use in `runner`.
  public var name: String
  /// The version of the implementation, in the implementation's own format.
  public var version: String
  /// The programming language of the implementation, such as `python`.
  public var language: String
  /// The web address for bug reports; nil if the implementation states no address.
  public var issues: String?
  /// The keys of steps and of final accounts that the implementation answers; nil for all.
  ///
  /// `linkpolicy test` does not compare the keys that the list omits. Accounts are compared completely, unless the list
  /// contains a key of accounts.
  public var keys: Set<Name>?
}

/// The result of an implementation for one case, such as the answers to the steps.
enum ForeignResult: Sendable {
  /// The answer to each step, with nil for a step without an answer, and the accounts after the last step.
  case answered(steps: [Expectation?], accounts: AnsweredAccounts?)
  /// The implementation accepted the policy or request of a `reject-policy` or `reject-input` case.
  case accepted
  /// The implementation rejected the policy or request of a `reject-policy` or `reject-input` case.
  case rejected
  case skipped(reason: String, issue: String?)
  case errored(String)
}

/// The answer to `hello`, which describes the implementation.
struct HelloAnswer: JSONShape {
  var version = 0
  var implementation = Implementation(name: "", version: "", language: "")
  private var keys: [String]?

  mutating func fields(_ json: inout some JSONFields) {
    json.required("protocol", &version, where: JSONRule(["const": .int(RunnerMessages.version)]))
    json.required("implementation", &implementation.name)
    json.optional("version", &implementation.version, unless: "")
    json.optional("language", &implementation.language, unless: "")
    json.optional(
      "issues", &implementation.issues,
      about: "the URL at which bugs of the implementation are reported")
    json.optional(
      "keys", &keys,
      where: JSONRule([
        "items": .object(["enum": .array(AnswerKey.words.map { .string($0) })])
      ]),
      about:
        "the keys of steps and of final accounts that the implementation answers; all keys if absent"
    )
    implementation.keys = keys.map { Set($0.map { Name($0) }) }
  }
}

/// The members of an answer that gives no result: a skipped or errored case or policy.
struct RefusedAnswer {
  struct Skipped: JSONShape {
    var reason = ""
    var issue: String?

    mutating func fields(_ json: inout some JSONFields) {
      json.required("reason", &reason)
      json.optional(
        "issue", &issue, about: "the URL of the issue that explains why the case is skipped")
    }
  }

  struct Errored: JSONShape {
    var message = ""

    mutating func fields(_ json: inout some JSONFields) {
      json.required("message", &message)
    }
  }

  var skipped: Skipped?
  var errored: Errored?

  /// The result of the skipped or errored cases; nil if the answer has neither member.
  var result: ForeignResult? {
    skipped.map { .skipped(reason: $0.reason, issue: $0.issue) }
      ?? errored.map { .errored($0.message) }
  }

  mutating func fields(_ json: inout some JSONFields) {
    json.optional("skipped", &skipped)
    if skipped == nil {
      json.optional("errored", &errored)
    }
  }
}

/// The answer to `policy`, which accepts or rejects the policy.
struct PolicyAnswer: JSONShape {
  var isAccepted: Bool?
  var refusal = RefusedAnswer()

  mutating func fields(_ json: inout some JSONFields) {
    json.optional("ok", &isAccepted, where: JSONRule(["const": .bool(true)]))
    refusal.fields(&json)
    json.exactlyOne(of: [["ok"], ["skipped"], ["errored"]])
  }
}

/// The answer to `run`: one result for each case.
struct RunAnswer: JSONShape {
  var sequence = 0
  /// The results, which are read one by one, because a malformed result fails only its own case.
  var results: [JSONValue] = []

  mutating func fields(_ json: inout some JSONFields) {
    json.required("seq", &sequence)
    json.required(
      "results", &results, where: JSONRule(["items": JSONValue(.object(RunResult.schema))]),
      about: "one result for each case, in the order of the cases")
  }
}

/// The result of one case, as an implementation states it.
struct RunResult: JSONShape {
  private var id = ""
  private var steps: [AnsweredStep?]?
  private var accounts: AnsweredAccounts?
  private var isAccepted: Bool?
  private var rejected: JSONValue?
  private var refusal = RefusedAnswer()

  init() {}

  mutating func fields(_ json: inout some JSONFields) {
    json.required("id", &id)
    json.optional("steps", &steps)
    if steps != nil || !json.isReading {
      json.optional("accounts", &accounts)
    }
    json.optional("accepted", &isAccepted, where: JSONRule(["const": .bool(true)]))
    // The comparison ignores the code and position of the rejection.
    json.optional(
      "rejected", &rejected,
      where: JSONRule(["type": .string("object")]) { value, key, _, findings in
        _ = findings.members(value, in: key)
      })
    refusal.fields(&json)
    json.exactlyOne(
      of: [["steps", "accounts"], ["accepted"], ["rejected"], ["skipped"], ["errored"]])
  }

  /// The results that the members state; a valid answer states exactly one.
  var results: [ForeignResult] {
    [
      steps.map { .answered(steps: $0.map { $0?.expectation }, accounts: accounts) },
      isAccepted == true ? .accepted : nil, rejected.map { _ in .rejected }, refusal.result,
    ].compactMap { $0 }
  }
}

/// The answer to a step, with the keys of a step's expectation.
struct AnsweredStep: JSONRepresentable {
  let expectation: Expectation
  private let json: JSONValue

  static var schema: [JSONMember] {
    let keys = AnswerKey.allCases.map { key in
      let words: [String]? =
        switch key {
        case .outcome: ["allowed", "refused"]
        case .inputError: InputError.Reason.words.words
        case .row, .table, .effects, .facts, .error, .shown, .account, .new, .ask, .tell, .told,
          .ticket, .session, .listeners, .removed, .changes, .names:
          nil
        }
      let word = words.map { JSONValue.object(["enum": .array($0.map { .string($0) })]) }
      return JSONMember(Name(key.rawValue), word ?? .bool(true))
    }
    let either = [AnswerKey.outcome, .inputError].map { key in
      JSONValue.object(["required": .array([.string(key.rawValue)])])
    }
    return JSONValue.members([
      "description": .string(
        "the answer to a step, with the keys of `expect`; null for a step that waits or changes settings"
      ),
      "type": .string("object"), "properties": JSONValue(.object(keys)),
      "additionalProperties": .bool(false), "oneOf": .array(either),
    ])
  }

  init?(_ value: JSONValue, in key: String?, _ findings: inout JSONFindings) {
    guard let expectation = findings.decoded({ $0.expectation(value) }) else { return nil }
    self.expectation = expectation
    json = value
  }

  func write(to writer: inout JSONWriter) {
    writer.value(json)
  }
}

/// The final accounts in the answer of an implementation.
struct AnsweredAccounts: JSONRepresentable, Sendable {
  /// The accounts; an id is empty if the answer omits the id.
  var accounts: [Account] = []
  /// For each account, the address that received the newest code of each purpose.
  var codes: [[(purpose: Name, address: ExpectedText)]] = []

  static var schema: [JSONMember] {
    JSONValue.members([
      "type": .string("array"), "items": .object(["type": .string("object")]),
    ])
  }

  init() {}

  init?(_ value: JSONValue, in key: String?, _ findings: inout JSONFindings) {
    guard let elements = findings.elements(value, in: key) else { return nil }
    for element in elements {
      // The decoder of accounts would require an id and reject `codes`.
      var (element, codes) = (element, JSONValue?.none)
      if let members = element.members {
        codes = element["codes"]
        var kept = members.filter { $0.key != "codes" }
        if element["id"] == nil {
          kept.insert(JSONMember("id", JSONValue(.string(""), at: element.offset)), at: 0)
        }
        element = JSONValue(.object(kept), at: element.offset)
      }
      if let account = Account(element, as: .sketches, &findings) {
        accounts.append(account)
        self.codes.append(codes.map { given in findings.decoded { $0.codes(given) } } ?? [])
      }
    }
  }

  func write(to writer: inout JSONWriter) {
    writer.beginArray()
    for account in accounts {
      writer.account(account)
    }
    writer.endArray()
  }
}

extension JSONFindings {
  /// Decodes a part of an answer like the same part of a vector, and adds the findings.
  fileprivate mutating func decoded<Part>(_ decode: (inout VectorDecoder) -> Part) -> Part {
    var decoder = VectorDecoder(locator, file: "answer", keepsJSON: false)
    swap(&decoder.findings, &self)
    defer { swap(&decoder.findings, &self) }
    return decode(&decoder)
  }
}

/// A decoder of the lines that an implementation answers.
struct RunnerAnswers {
  private let document: JSONDocument
  private let line: [UInt8]

  init(_ line: [UInt8]) throws(RunnerFault) {
    self.line = line
    do throws(InvalidInput) {
      document = try JSONDocument(line, name: "answer")
    } catch {
      throw .unreadable("is no JSON", line)
    }
  }

  /// Decodes the answer to `hello`, which describes the implementation.
  func implementation() throws(RunnerFault) -> Implementation {
    let answer: HelloAnswer = try answer(to: "hello")
    // A misspelled key must be rejected, because the comparison would silently skip the key.
    if let unknown = answer.implementation.keys?.sorted().first(where: { !AnswerKey.isWord($0) }) {
      throw .unreadable("to `hello` " + AnswerKey.problem(unknown), line)
    }
    guard answer.version == RunnerMessages.version else {
      throw .unreadable("speaks another version than \(RunnerMessages.version)", line)
    }
    return answer.implementation
  }

  /// Decodes the answer to `policy`, which accepts or rejects the policy.
  ///
  /// For an accepted policy, the method returns nil. For a rejected policy, the method returns the result that every
  /// case of the policy gets.
  func policy() throws(RunnerFault) -> ForeignResult? {
    let answer: PolicyAnswer = try answer(to: "policy")
    let result = answer.refusal.result
    guard (answer.isAccepted ?? false) != (result != nil) else {
      throw .unreadable("to `policy` is neither `ok` nor `skipped`", line)
    }
    return result
  }

  /// Decodes the answer to `run`; the results must have the given ids in the same order.
  func results(sequence: Int, ids: [String]) throws(RunnerFault) -> [ForeignResult] {
    let answer: RunAnswer = try answer(to: "run")
    guard answer.sequence == sequence else {
      throw .unreadable("is to another request than number \(sequence)", line)
    }
    guard answer.results.count == ids.count else {
      throw .unreadable("has \(answer.results.count) results for \(ids.count) cases", line)
    }
    var results: [ForeignResult] = []
    for (result, id) in zip(answer.results, ids) {
      guard let found = result["id"]?.string, found == Name(id) else {
        throw .unreadable("has no result for \(Name(id).quoted) at its place", line)
      }
      var findings = JSONFindings(document)
      results.append(Self.result(result, &findings))
    }
    return results
  }

  private func answer<Answer: JSONShape>(to request: String) throws(RunnerFault) -> Answer {
    var findings = JSONFindings(document)
    guard let answer = Answer(document.root, &findings) else {
      throw .unreadable("to `\(request)` is no object", line)
    }
    guard findings.hasErrors else { return answer }
    let message = findings.diagnostics.first { $0.level == .error }?.message ?? ""
    throw .unreadable("to `\(request)` violates the protocol: " + message, line)
  }

  /// Decodes one result; a malformed result fails only its own case.
  static func result(
    _ value: JSONValue, _ findings: inout JSONFindings
  ) -> ForeignResult {
    guard let answer = RunResult(value, in: "results", &findings) else {
      return .errored("its result is no object")
    }
    if let finding = findings.diagnostics.first(where: { $0.level == .error }) {
      return .errored("its result violates the protocol: " + finding.message)
    }
    let results = answer.results
    guard results.count == 1 else {
      return .errored(
        "its result is not exactly one of `steps`, `accepted`, `rejected`, `skipped`, `errored`")
    }
    return results[0]
  }
}

/// The answer of another implementation, decoded as an expectation with every answered key.
extension Expectation: StepAnswer {
  var isCarriedOut: Bool { true }
  var changeSet: JSONValue? { changes?.json }

  func name(on platform: String) -> String? {
    names.first { $0.name.hasSameBytes(as: platform) }?.value
  }
}
