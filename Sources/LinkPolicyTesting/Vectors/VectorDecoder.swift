package import LinkPolicy
internal import LinkPolicyJSON

/// A decoder that reads cases from a JSON tree, and collects all findings instead of stopping at
/// the first.
struct VectorDecoder {
  var findings: JSONFindings
  let file: String
  /// Whether cases keep their JSON, for example to send the cases to other implementations.
  let keepsJSON: Bool
  /// The policy of the file's cases that name no policy.
  private var policy: String?
  /// The cache of decoded parts; nil if the decoder keeps no parts.
  let parts: DecodedParts?

  init(
    _ locator: JSONLocator, file: String, keepsJSON: Bool, suggestsKeys: Bool = true,
    knowing parts: DecodedParts? = nil
  ) {
    self.parts = parts
    findings = JSONFindings(locator, suggestsKeys: suggestsKeys)
    self.file = file
    self.keepsJSON = keepsJSON
  }

  /// Decodes the root object of a vector file, `{vectors: 1, policy, cases}`.
  mutating func document(_ root: JSONValue) -> [VectorCase] {
    guard var reader = JSONObjectReader(root, &findings) else { return [] }
    if let version = reader.required("vectors", &findings), version.int != 1 {
      findings.report(
        .vectorVersion, "expected version 1 in `vectors`", at: version,
        help: "this package reads `vectors: 1`")
    }
    policy = reader.text("policy", &findings)
    _ = reader.text("title", &findings)
    _ = reader.text("comment", &findings)
    var cases: [VectorCase] = []
    if let value = reader.required("cases", &findings),
      let elements = findings.list(value, in: "cases")
    {
      if value.count == 0 {
        findings.report(.vectorNoCases, "the file has no case", at: value)
      }
      for element in elements {
        if let vector = vector(element) {
          cases.append(vector)
        }
      }
    }
    reader.finish(&findings)
    return cases
  }

  /// Decodes a case; returns nil for a case without valid content.
  mutating func vector(_ value: JSONValue) -> VectorCase? {
    guard var reader = JSONObjectReader(value, in: "cases", &findings) else { return nil }
    let id = reader.requiredText("id", &findings)
    let policy = reader.text("policy", &findings) ?? self.policy
    let title = reader.text("title", &findings)
    let proves = reader.texts("proves", &findings)
    let flags = reader.texts("flags", &findings)
    let source = reader.text("source", &findings)
    let comment = reader.text("comment", &findings)
    let known = list("known", in: &reader) { KnownFailure($0, isListed: false, &$1) } ?? []
    let content = content(&reader, of: value)
    reader.finish(&findings)
    guard let content else { return nil }
    let vector = VectorCase(
      id: id ?? "", policy: policy ?? "", title: title, proves: proves, flags: flags,
      known: known, source: source, comment: comment, file: file,
      position: findings.locator.position(of: value), content: content,
      json: keepsJSON ? value : nil)
    if policy == nil, vector.needsPolicy || !known.isEmpty {
      findings.report(
        .vectorNoPolicy, "no policy is named for this case", at: value,
        help: "add `policy` to the file or to the case")
    }
    return vector
  }

  /// Decodes the content of a case: one of `steps`, `reject-policy` and `reject-input`.
  private mutating func content(
    _ reader: inout JSONObjectReader, of vector: JSONValue
  ) -> VectorCase.CaseContent? {
    let steps = reader.given("steps")
    let policy = reader.given("reject-policy")
    let input = reader.given("reject-input")
    if let second = steps == nil ? (policy == nil ? nil : input) : policy ?? input {
      findings.report(
        .vectorInvalidCase, "this case is of several kinds", at: second,
        help: "give it one of `steps`, `reject-policy` and `reject-input`")
    }
    if let steps {
      return .sequence(sequence(&reader, steps))
    } else if let policy {
      return rejectedText(policy, in: "reject-policy").map { .rejectedPolicy($0) }
    } else if let input {
      return rejectedText(input, in: "reject-input").map { .rejectedInput($0) }
    }
    findings.report(
      .vectorNoSteps, "the case has no steps", at: vector,
      help: "add `steps`, or a text that must be refused as `reject-policy` or `reject-input`")
    return nil
  }

  private mutating func sequence(
    _ reader: inout JSONObjectReader, _ value: JSONValue
  ) -> VectorSequence {
    let settings = Settings(reader.pairs("settings", &findings))
    let tenant = reader.text("tenant", &findings)
    let given = given(&reader)
    let steps = steps(value)
    let end = reader.given("accounts")
    let accounts = end.flatMap { expectedAccounts($0) }
    let sequence = VectorSequence(
      settings: settings, tenant: tenant, given: given, steps: steps, accounts: accounts)
    checkReferences(sequence, steps: value, accounts: end)
    return sequence
  }

  private mutating func steps(_ value: JSONValue) -> [VectorStep] {
    guard let elements = findings.list(value, in: "steps") else { return [] }
    if value.count == 0 {
      findings.report(.vectorNoSteps, "the case has no steps", at: value)
    }
    var steps: [VectorStep] = []
    for (index, element) in elements.enumerated() {
      if let step = step(element, number: index + 1) {
        steps.append(step)
      }
    }
    return steps
  }
}

extension VectorDecoder {
  private static let waits: JSONWords<VectorStep.Wait> = ["old": .old, "expired": .expired]

  /// Decodes a step: an attempt, a wait or a change of settings.
  mutating func step(_ value: JSONValue, number: Int) -> VectorStep? {
    guard var reader = JSONObjectReader(value, in: "steps", &findings) else { return nil }
    let attempt = reader.given("attempt")
    let wait = reader.given("wait")
    let set = reader.given("set")
    let count = (attempt == nil ? 0 : 1) + (wait == nil ? 0 : 1) + (set == nil ? 0 : 1)
    guard count == 1 else {
      findings.report(
        .vectorInvalidStep,
        count == 0 ? "this step does nothing" : "this step does several things",
        at: value, help: "give it one of `attempt`, `wait` and `set`")
      return nil
    }
    let content: VectorStep.StepContent?
    if let attempt {
      content = self.attempt(attempt, &reader, number: number, in: value).map { .attempt($0) }
    } else if let wait {
      content = findings.word(wait, of: Self.waits, in: "wait").map { .wait($0) }
    } else {
      content = set.flatMap { settings($0) }.map { .set($0) }
    }
    reader.finish(&findings)
    return content.map {
      VectorStep(content: $0, position: findings.locator.position(of: value))
    }
  }

  private mutating func settings(_ value: JSONValue) -> Settings? {
    guard var reader = JSONObjectReader(value, in: "set", &findings) else { return nil }
    guard reader.required("settings", &findings) != nil else { return nil }
    let settings = Settings(reader.pairs("settings", &findings))
    reader.finish(&findings)
    return settings
  }

  private mutating func attempt(
    _ value: JSONValue, _ reader: inout JSONObjectReader, number: Int, in step: JSONValue
  ) -> VectorAttempt? {
    let attempt = self.attempt(value)
    let session = reader.given("as").flatMap { sessionReference($0, before: number) }
    let target = reader.identifier("target", &findings)
    let code = reader.identifier("code", &findings).map { id in
      id.hasSameBytes(as: "last") ? VectorAttempt.Reference.last : .id(id)
    }
    let ticket = reader.given("ticket").flatMap { stepNumber($0, in: "ticket", before: number) }
    let settings = Settings(reader.pairs("settings", &findings))
    let (stated, disabled) = reader.situationStated(&findings)
    guard let expected = reader.required("expect", &findings) else { return nil }
    guard let expectation = expectation(expected), let attempt else { return nil }
    return VectorAttempt(
      attempt: attempt, session: session, target: target, code: code, ticket: ticket,
      settings: settings, stated: stated, disabledMethods: disabled, expectation: expectation)
  }

  private mutating func attempt(_ value: JSONValue) -> Attempt? {
    let written = parts == nil ? nil : WrittenPart(value)
    if let written, let known = parts?.attempts.known(written) {
      return known.part
    }
    let count = findings.count
    let attempt = Attempt(value, allowsShorthand: true, &findings)
    if let attempt, let written, findings.count == count {
      parts?.attempts.keep(attempt, of: written)
    }
    return attempt
  }

  private mutating func sessionReference(
    _ value: JSONValue, before number: Int
  ) -> VectorAttempt.Reference? {
    if value.isString("last") {
      return .last
    }
    if let id = value.text, id.utf8.first == UInt8(ascii: "s") {
      return .id(id)
    }
    return stepNumber(value, in: "as", before: number).map { .step($0) }
  }

  /// Decodes the number of an earlier step.
  private mutating func stepNumber(
    _ value: JSONValue, in key: String, before number: Int
  ) -> Int? {
    guard let step = value.int else {
      findings.report(
        .jsonWrongType,
        "expected " + (key == "as" ? "`last`, a given session such as `s1`, or " : "")
          + "the number of a step in `" + key + "`, found " + value.kind, at: value)
      return nil
    }
    guard let earlier = Int(exactly: step), 1..<number ~= earlier else {
      findings.report(
        .vectorUnknownStep, "step `\(step)` does not come before this one", at: value,
        help: "steps are counted from 1, waiting included; this is step \(number)")
      return nil
    }
    return earlier
  }
}

extension VectorDecoder {
  /// Decodes a text that must be rejected, with the expected error.
  mutating func rejectedText(_ value: JSONValue, in key: String) -> RejectedText? {
    guard var reader = JSONObjectReader(value, in: key, &findings) else { return nil }
    let text = reader.given("text")
    let hex = reader.given("hex")
    let code = reader.string("code", &findings)
    let line = reader.int("line", range: 1...Int.max, &findings)
    let column = reader.int("column", range: 1...Int.max, &findings)
    reader.finish(&findings)
    guard (text == nil) != (hex == nil) else {
      findings.report(
        .vectorInvalidCase,
        text == nil ? "there is no text that must be refused" : "the text is given twice",
        at: value, help: "give it one of `text` and `hex`")
      return nil
    }
    let bytes = text.flatMap { self.text($0) } ?? hex.flatMap { self.hex($0) }
    guard let bytes, let code, let line, let column else { return nil }
    return RejectedText(
      bytes, code: code, line: line, column: column,
      position: findings.locator.position(of: value))
  }

  /// Decodes a text from one string, or from an array of lines; each line gets a line feed.
  private mutating func text(_ value: JSONValue) -> [UInt8]? {
    guard let lines = value.elements else {
      return findings.string(value, in: "text")?.bytes
    }
    var bytes: [UInt8] = []
    for line in lines {
      guard let line = findings.string(line, in: "text") else { return nil }
      bytes += line.bytes
      bytes.append(UInt8(ascii: "\n"))
    }
    return bytes
  }

  /// Decodes bytes, each written as two hexadecimal digits.
  private mutating func hex(_ value: JSONValue) -> [UInt8]? {
    guard let text = findings.string(value, in: "hex")?.bytes else { return nil }
    guard let bytes = Hexadecimal.bytes(text) else {
      findings.report(
        .jsonUnknownValue, "expected pairs of the digits 0-9 and a-f in `hex`", at: value)
      return nil
    }
    return bytes
  }
}

extension Hexadecimal {
  /// Returns the bytes of a text; nil unless the text consists of pairs of the digits 0-9 and a-f.
  package static func bytes(_ text: [UInt8]) -> [UInt8]? {
    guard text.count % 2 == 0 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 2)
    for index in stride(from: 0, to: text.count, by: 2) {
      guard let high = value(of: text[index]), let low = value(of: text[index + 1]) else {
        return nil
      }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  /// Returns the value of a digit 0-9 or a-f; nil for any other byte.
  package static func value(of digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
