internal import LinkPolicy
internal import LinkPolicyJSON

/// The id that a vector has by its inputs: everything it says but what is expected and what is
/// said about it.
enum CanonicalInputs {
  /// The keys that are no inputs.
  private static let beside: [Name] = [
    "id", "title", "comment", "source", "proves", "flags", "known", "accounts", "expect",
  ]

  /// The first twelve hexadecimal digits of the inputs' SHA-256, behind a prefix.
  static func id(of vector: JSONValue, prefix: String) -> String {
    let digest = SHA256.digest(of: bytes(of: vector))
    return prefix + "-" + String(Hexadecimal.text(digest).prefix(12))
  }

  /// The canonical JSON of the inputs: keys sorted by bytes, no white space, shortest escapes.
  static func bytes(of vector: JSONValue) -> [UInt8] {
    var bytes: [UInt8] = []
    guard case .object(let members) = vector.content else { return bytes }
    let inputs = members.filter { !beside.contains($0.key) }
    append(JSONValue(.object(inputs)), &bytes)
    return bytes
  }

  private static func append(_ value: JSONValue, _ bytes: inout [UInt8]) {
    switch value.content {
    case .null: bytes += Array("null".utf8)
    case .bool(let value): bytes += Array((value ? "true" : "false").utf8)
    case .number(let number): bytes += number.text
    case .string(let text): append(text, &bytes)
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        append(element, &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      let kept = members.filter { $0.key != "expect" }.sorted { $0.key < $1.key }
      for (index, member) in kept.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        append(member.key, &bytes)
        bytes.append(UInt8(ascii: ":"))
        append(member.value, &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  private static func append(_ text: Name, _ bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.bytes {
      let letters: [UInt8: String] = [
        0x08: "b", 0x09: "t", 0x0A: "n", 0x0C: "f", 0x0D: "r", 0x22: "\"", 0x5C: "\\",
      ]
      if let letter = letters[byte] {
        bytes += Array(("\\" + letter).utf8)
      } else if byte < 0x20 {
        bytes += Array(("\\u00" + Hexadecimal.text([byte])).utf8)
      } else {
        bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
