internal import LinkPolicy
internal import LinkPolicyJSON

extension VectorDecoder {
  private static let waits: JSONWords<VectorStep.Wait> = ["old": .old, "expired": .expired]

  /// Reads a step: an attempt, a wait or a change of settings.
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
    let content: VectorStep.Content?
    if let attempt {
      content = self.attempt(attempt, &reader, number: number, in: value).map { .attempt($0) }
    } else if let wait {
      content = findings.word(wait, Self.waits, in: "wait").map { .wait($0) }
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
    let stated = reader.stated(.situation, &findings)
    guard let expected = reader.required("expect", &findings) else { return nil }
    guard let expectation = expectation(expected), let attempt else { return nil }
    return VectorAttempt(
      attempt: attempt, session: session, target: target, code: code, ticket: ticket,
      settings: settings, stated: stated, expectation: expectation)
  }

  private mutating func attempt(_ value: JSONValue) -> Attempt? {
    let place = memory?.attempts.place(of: value)
    if let known = memory?.attempts.part(place) {
      return known
    }
    let count = findings.count
    let attempt = Attempt(value, allowsShorthand: true, &findings)
    if let attempt, let place, findings.count == count {
      memory?.attempts.keep(attempt, of: value, at: place)
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

  /// Reads the number of an earlier step.
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
    guard 1..<number ~= step else {
      findings.report(
        .vectorUnknownStep, "step `\(step)` does not come before this one", at: value,
        help: "steps are counted from 1, waiting included; this is step \(number)")
      return nil
    }
    return step
  }
}
