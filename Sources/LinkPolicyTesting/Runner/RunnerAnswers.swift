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

/// The final accounts in the answer of an implementation.
struct AnsweredAccounts: Sendable {
  /// The accounts; an id is empty if the answer omits the id.
  var accounts: [Account] = []
  /// For each account, the address that received the newest code of each purpose.
  var codes: [[(purpose: Name, address: ExpectedText)]] = []
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
    var findings = JSONFindings(document)
    guard var reader = JSONObjectReader(document.root, &findings) else {
      throw .unreadable("to `hello` is no object", line)
    }
    let (version, result) = Self.implementation(&reader, &findings)
    try check(findings, "to `hello`")
    // A misspelled key must be rejected, because the comparison would silently skip the key.
    if let unknown = result.keys?.sorted().first(where: { !AnswerKey.isWord($0) }) {
      throw .unreadable("to `hello` " + AnswerKey.problem(unknown), line)
    }
    guard version == RunnerMessages.version else {
      throw .unreadable("speaks another version than \(RunnerMessages.version)", line)
    }
    return result
  }

  /// Decodes the members of the answer to `hello`.
  static func implementation(
    _ reader: inout JSONObjectReader, _ findings: inout JSONFindings
  ) -> (version: Int?, Implementation) {
    let version = reader.int("protocol", &findings)
    let name = reader.string("implementation", &findings)?.text
    var result = Implementation(name: name ?? "", version: "", language: "")
    result.version = reader.text("version", &findings) ?? ""
    result.language = reader.text("language", &findings) ?? ""
    result.issues = reader.text("issues", &findings)
    if reader.given("keys") != nil {
      result.keys = Set(reader.texts("keys", &findings).map { Name($0) })
    }
    reader.finish(&findings)
    return (version, result)
  }

  /// Decodes the answer to `policy`, which accepts or rejects the policy.
  ///
  /// For an accepted policy, the method returns nil. For a rejected policy, the method returns the result that every
  /// case of the policy gets.
  func policy() throws(RunnerFault) -> ForeignResult? {
    var findings = JSONFindings(document)
    guard var reader = JSONObjectReader(document.root, &findings) else {
      throw .unreadable("to `policy` is no object", line)
    }
    let (isTaken, result) = Self.policy(&reader, &findings)
    try check(findings, "to `policy`")
    guard isTaken != (result != nil) else {
      throw .unreadable("to `policy` is neither `ok` nor `skipped`", line)
    }
    return result
  }

  /// Decodes the members of the answer to `policy`: whether the policy is accepted, and the result that every case of
  /// a rejected policy gets.
  static func policy(
    _ reader: inout JSONObjectReader, _ findings: inout JSONFindings
  ) -> (isTaken: Bool, ForeignResult?) {
    let isTaken = reader.flag("ok", &findings)
    let result = refusal(&reader, &findings)
    reader.finish(&findings)
    return (isTaken ?? false, result)
  }

  /// Decodes the answer to `run`; the results must have the given ids in the same order.
  func results(sequence: Int, ids: [String]) throws(RunnerFault) -> [ForeignResult] {
    var findings = JSONFindings(document)
    guard var reader = JSONObjectReader(document.root, &findings) else {
      throw .unreadable("to `run` is no object", line)
    }
    let (answered, elements) = Self.results(&reader, &findings)
    try check(findings, "to `run`")
    guard answered == sequence else {
      throw .unreadable("is to another request than number \(sequence)", line)
    }
    guard elements.count == ids.count else {
      throw .unreadable("has \(elements.count) results for \(ids.count) cases", line)
    }
    var results: [ForeignResult] = []
    for (element, id) in zip(elements, ids) {
      guard let found = element["id"]?.string, found == Name(id) else {
        throw .unreadable("has no result for \(Name(id).quoted) at its place", line)
      }
      var decoder = VectorDecoder(document.locator, file: "answer", keepsJSON: false)
      results.append(Self.result(element, &decoder))
    }
    return results
  }

  /// Decodes the members of the answer to `run`: the number of the request, and the results.
  static func results(
    _ reader: inout JSONObjectReader, _ findings: inout JSONFindings
  ) -> (sequence: Int?, results: [JSONValue]) {
    let sequence = reader.int("seq", &findings)
    let elements = reader.elements("results", &findings) ?? []
    reader.finish(&findings)
    return (sequence, elements)
  }

  private func check(_ findings: JSONFindings, _ what: String) throws(RunnerFault) {
    guard findings.hasErrors else { return }
    let message = findings.diagnostics.first { $0.level == .error }?.message ?? ""
    throw .unreadable(what + " violates the protocol: " + message, line)
  }

  /// Decodes one result; a malformed result fails only its own case.
  static func result(_ value: JSONValue, _ decoder: inout VectorDecoder) -> ForeignResult {
    guard var reader = JSONObjectReader(value, in: "results", &decoder.findings) else {
      return .errored("its result is no object")
    }
    _ = reader.optional("id")
    var results: [ForeignResult] = []
    if let steps = reader.given("steps") {
      let answers = decoder.findings.elements(steps, in: "steps") ?? []
      let accounts = reader.given("accounts")
      results.append(
        .answered(
          steps: answers.map { $0.isNull ? nil : decoder.expectation($0) },
          accounts: accounts.flatMap { decoder.answeredAccounts($0) }))
    }
    if reader.flag("accepted", &decoder.findings) ?? false {
      results.append(.accepted)
    }
    // The comparison ignores the code and position of the rejection.
    if let rejected = reader.given("rejected"),
      decoder.findings.members(rejected, in: "rejected") != nil
    {
      results.append(.rejected)
    }
    if let refusal = refusal(&reader, &decoder.findings) {
      results.append(refusal)
    }
    reader.finish(&decoder.findings)
    if let finding = decoder.findings.diagnostics.first(where: { $0.level == .error }) {
      return .errored("its result violates the protocol: " + finding.message)
    }
    guard results.count == 1 else {
      return .errored(
        "its result is not exactly one of `steps`, `accepted`, `rejected`, `skipped`, `errored`")
    }
    return results[0]
  }

  /// Decodes the member `skipped` or `errored` of an answer; returns nil if the answer has neither member.
  private static func refusal(
    _ reader: inout JSONObjectReader, _ findings: inout JSONFindings
  ) -> ForeignResult? {
    if var part = reader.part("skipped", &findings) {
      let reason = part.string("reason", &findings)?.text
      let issue = part.text("issue", &findings)
      part.finish(&findings)
      return .skipped(reason: reason ?? "", issue: issue)
    }
    if var part = reader.part("errored", &findings) {
      let message = part.string("message", &findings)?.text
      part.finish(&findings)
      return .errored(message ?? "")
    }
    return nil
  }
}

extension VectorDecoder {
  /// Decodes the final accounts of an implementation; the ids are optional.
  fileprivate mutating func answeredAccounts(_ value: JSONValue) -> AnsweredAccounts? {
    guard let elements = findings.elements(value, in: "accounts") else { return nil }
    var answered = AnsweredAccounts()
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
        answered.accounts.append(account)
        answered.codes.append(codes.map { self.codes($0) } ?? [])
      }
    }
    return answered
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
