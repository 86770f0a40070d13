internal import LinkPolicy

/// The canonical form of a JSON value, from which hashes are computed.
///
/// The form has no white space, and keys are sorted by their bytes. Strings escape only `"`, `\` and C0
/// controls, in the shortest form. Integers are written as digits; any other number keeps its text.
package enum CanonicalJSON {
  /// Returns the canonical bytes of a value, which do not depend on the order of keys or on white space.
  package static func bytes(of value: JSONValue) -> [UInt8] {
    var bytes: [UInt8] = []
    append(value, to: &bytes)
    return bytes
  }

  private static func append(_ value: JSONValue, to bytes: inout [UInt8]) {
    switch value.content {
    case .null: bytes += "null".utf8
    case .bool(let value): bytes += (value ? "true" : "false").utf8
    case .number(let number):
      if let int = number.int {
        bytes += String(int).utf8
      } else {
        bytes += number.text
      }
    case .string(let text): append(text, to: &bytes)
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 {
          bytes.append(UInt8(ascii: ","))
        }
        append(element, to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in members.sorted(by: { $0.key < $1.key }).enumerated() {
        if index > 0 {
          bytes.append(UInt8(ascii: ","))
        }
        append(member.key, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        append(member.value, to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  private static func append(_ text: Name, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.bytes {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case 0x08: bytes += #"\b"#.utf8
      case 0x09: bytes += #"\t"#.utf8
      case 0x0A: bytes += #"\n"#.utf8
      case 0x0C: bytes += #"\f"#.utf8
      case 0x0D: bytes += #"\r"#.utf8
      case 0..<0x20:
        bytes += "\\u00".utf8
        bytes += String(byte >> 4, radix: 16).utf8
        bytes += String(byte & 0xF, radix: 16).utf8
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
