internal import LinkPolicy

/// How scalars are written.
struct ScalarText {
  /// Whether a plain scalar was plain in this very place, so that it can be plain again.
  let trustsPlain: Bool

  /// The text of a scalar; quotes are kept, and added only where plain would mean something else.
  func text(_ value: Name, _ style: YAMLScalar.Style, inFlow: Bool) -> [UInt8] {
    let isPlain = style == .plain && (trustsPlain ? Self.isOneLine(value) : isSafe(value, inFlow))
    return isPlain ? value.bytes : Self.quoted(value)
  }

  func text(_ scalar: YAMLScalar, inFlow: Bool) -> [UInt8] {
    text(scalar.value, scalar.style, inFlow: inFlow)
  }

  private static func isOneLine(_ value: Name) -> Bool {
    value.bytes.allSatisfy { $0 >= 0x20 || $0 == 0x09 }
  }

  private func isSafe(_ value: Name, _ inFlow: Bool) -> Bool {
    let bytes = value.bytes
    guard let first = bytes.first, let last = bytes.last else { return false }
    if Self.leading.contains(first) || first == 0x20 || last == 0x20 { return false }
    if first == UInt8(ascii: "-"), bytes.count == 1 || bytes[1] == 0x20 { return false }
    // At the start of a line these two would end or begin a document.
    if bytes.starts(with: Array("---".utf8)) || bytes.starts(with: Array("...".utf8)) {
      return false
    }
    // A key that reads as a merge key would be refused.
    if bytes == Array("<<".utf8) { return false }
    for (index, byte) in bytes.enumerated() {
      let next = index + 1 < bytes.count ? bytes[index + 1] : 0x20
      switch byte {
      case 0..<0x20: return false
      case UInt8(ascii: ":") where next == 0x20: return false
      case UInt8(ascii: " ") where next == UInt8(ascii: "#"): return false
      default: if inFlow, Self.flow.contains(byte) { return false }
      }
    }
    return true
  }

  private static let leading = Array(",[]{}#&*!|>'\"%@`?:".utf8)
  private static let flow = Array(",[]{}?".utf8)

  private static func quoted(_ value: Name) -> [UInt8] {
    var text = [UInt8(ascii: "\"")]
    for byte in value.bytes {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): text += [UInt8(ascii: "\\"), byte]
      case 0x0A: text += Array("\\n".utf8)
      case 0x0D: text += Array("\\r".utf8)
      case 0x09: text += Array("\\t".utf8)
      default: text.append(byte)
      }
    }
    text.append(UInt8(ascii: "\""))
    return text
  }
}
