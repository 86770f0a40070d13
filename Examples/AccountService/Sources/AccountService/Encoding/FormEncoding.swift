/// The encoding `application/x-www-form-urlencoded` of forms and queries.
enum FormEncoding {
  /// The maximum number of fields of a form.
  static var mostFields: Int { 40 }

  /// Returns the fields of a body; nil if the body has too many fields, has a broken escape, or is
  /// not UTF-8.
  static func fields(of body: [UInt8]) -> NamedValues? {
    var fields = NamedValues()
    guard !body.isEmpty else { return fields }
    let parts = body.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: true)
    guard parts.count <= mostFields else { return nil }
    for part in parts {
      let equals = part.firstIndex(of: UInt8(ascii: "="))
      let name = decoded(part[..<(equals ?? part.endIndex)])
      let value = decoded(equals.map { part[part.index(after: $0)...] } ?? [])
      guard let name, let value else { return nil }
      fields.append(name, value)
    }
    return fields
  }

  /// Returns a text in escaped form, for the name or value of a field.
  static func encoded(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        bytes.append(byte)
      default:
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns fields as a query or a body.
  static func encoded(_ fields: [(String, String)]) -> String {
    fields.map { encoded($0.0) + "=" + encoded($0.1) }.joined(separator: "&")
  }

  private static func decoded(_ part: ArraySlice<UInt8>) -> String? {
    var bytes: [UInt8] = []
    var index = part.startIndex
    while index < part.endIndex {
      switch part[index] {
      case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
      case UInt8(ascii: "%"):
        guard part.endIndex - index > 2, let high = digit(part[index + 1]),
          let low = digit(part[index + 2])
        else { return nil }
        bytes.append(high << 4 | low)
        index += 2
      case let byte: bytes.append(byte)
      }
      index += 1
    }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
