/// Bytes as text, by RFC 4648, section 4.
package enum Base64 {
  /// Writes bytes, with padding.
  package static func text(of bytes: [UInt8]) -> String {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      var bits = UInt32(0)
      for place in 0..<3 {
        bits = bits << 8 | (place < group.count ? UInt32(group[start + place]) : 0)
      }
      for place in 0..<4 {
        text.append(
          place <= group.count
            ? letters[Int(bits >> UInt32(18 - 6 * place)) & 63] : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Reads what ``text(of:)`` writes; nil for every other text, so that bytes have one spelling.
  package static func bytes(of text: String) -> [UInt8]? {
    let letters = Array(text.utf8)
    guard letters.count % 4 == 0 else { return nil }
    let padding = letters.suffix(2).reversed().prefix { $0 == UInt8(ascii: "=") }.count
    var bytes: [UInt8] = []
    bytes.reserveCapacity(letters.count / 4 * 3)
    for start in stride(from: 0, to: letters.count, by: 4) {
      let missing = start + 4 == letters.count ? padding : 0
      var bits = UInt32(0)
      for letter in letters[start..<(start + 4 - missing)] {
        guard let value = value(of: letter) else { return nil }
        bits = bits << 6 | value
      }
      bits <<= UInt32(6 * missing)
      // Bits that stand for no byte are zero.
      guard bits & (1 << UInt32(8 * missing) - 1) == 0 else { return nil }
      for place in 0..<(3 - missing) {
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(16 - 8 * place)))
      }
    }
    return bytes
  }

  private static func value(of letter: UInt8) -> UInt32? {
    switch letter {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(letter - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(letter - UInt8(ascii: "a") + 26)
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(letter - UInt8(ascii: "0") + 52)
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    case _: nil
    }
  }
}
