/// Base64 without padding, in the URL-safe alphabet of RFC 4648, section 5, as JSON Web Tokens use it.
enum Base64URL {
  private static var alphabet: [UInt8] {
    Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
  }

  /// Returns bytes as base64url text.
  static func encoded(_ bytes: [UInt8]) -> String {
    let alphabet = alphabet
    var text: [UInt8] = []
    var (buffer, bits) = (0, 0)
    for byte in bytes {
      buffer = (buffer << 8 | Int(byte)) & 0xFFFF
      bits += 8
      while bits >= 6 {
        bits -= 6
        text.append(alphabet[buffer >> bits & 63])
      }
    }
    if bits > 0 {
      text.append(alphabet[buffer << (6 - bits) & 63])
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns the bytes of a text; nil if the text contains another character or unused nonzero bits, so that each value
  /// has exactly one text.
  static func decoded(_ text: some StringProtocol) -> [UInt8]? {
    var bytes: [UInt8] = []
    var (buffer, bits) = (0, 0)
    for character in text.utf8 {
      guard let value = value(of: character) else { return nil }
      buffer = (buffer << 6 | value) & 0xFFFF
      bits += 6
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: buffer >> bits))
      }
    }
    guard bits < 6, buffer & (1 << bits - 1) == 0 else { return nil }
    return bytes
  }

  private static func value(of character: UInt8) -> Int? {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(character - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(character - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(character - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "-"): 62
    case UInt8(ascii: "_"): 63
    default: nil
    }
  }
}
