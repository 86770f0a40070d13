internal import LinkPolicy
internal import LinkPolicyJSON

extension VectorDecoder {
  /// Reads a text that must be refused, and the error that it must be refused with.
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

  /// Reads a text as one string, or as lines, each of which ends with a line feed.
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

  /// Reads bytes, each as two digits.
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
