/// Reads JSON that a program of this project has written: what is malformed is nil, and nothing says why.
struct JSONParser {
  private let bytes: [UInt8]
  private var place = 0

  /// The value of a text; nil where it is not one.
  static func parse(_ bytes: [UInt8]) -> JSON? {
    var parser = JSONParser(bytes: bytes)
    guard let value = parser.value() else { return nil }
    parser.skip()
    return parser.place == bytes.count ? value : nil
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

  private mutating func skip() {
    while let byte = next, byte == 32 || byte == 9 || byte == 10 || byte == 13 {
      place += 1
    }
  }

  private mutating func take(_ text: StaticString) -> Bool {
    let word = Array(String(describing: text).utf8)
    guard bytes[place...].starts(with: word) else { return false }
    place += word.count
    return true
  }

  private mutating func value() -> JSON? {
    skip()
    switch next {
    case UInt8(ascii: "{"): return object()
    case UInt8(ascii: "["): return array()
    case UInt8(ascii: "\""): return string().map { .string($0) }
    case UInt8(ascii: "t"): return take("true") ? .bool(true) : nil
    case UInt8(ascii: "f"): return take("false") ? .bool(false) : nil
    case UInt8(ascii: "n"): return take("null") ? .null : nil
    default: return number()
    }
  }

  private mutating func number() -> JSON? {
    let start = place
    while let byte = next, "+-.eE0123456789".utf8.contains(byte) {
      place += 1
    }
    return place > start ? .number(String(decoding: bytes[start..<place], as: UTF8.self)) : nil
  }

  private mutating func array() -> JSON? {
    place += 1
    var elements: [JSON] = []
    skip()
    if take("]") { return .array([]) }
    while true {
      guard let element = value() else { return nil }
      elements.append(element)
      skip()
      if take("]") { return .array(elements) }
      guard take(",") else { return nil }
    }
  }

  private mutating func object() -> JSON? {
    place += 1
    var members: [(key: String, value: JSON)] = []
    skip()
    if take("}") { return .object([]) }
    while true {
      skip()
      guard let key = string() else { return nil }
      skip()
      guard take(":"), let member = value() else { return nil }
      members.append((key, member))
      skip()
      if take("}") { return .object(members) }
      guard take(",") else { return nil }
    }
  }

  private mutating func string() -> String? {
    guard take("\"") else { return nil }
    var units: [UInt8] = []
    while let byte = next {
      place += 1
      switch byte {
      case UInt8(ascii: "\""): return String(validating: units, as: UTF8.self)
      case UInt8(ascii: "\\"):
        guard let scalar = escape() else { return nil }
        units += Array(String(Character(scalar)).utf8)
      default: units.append(byte)
      }
    }
    return nil
  }

  private mutating func escape() -> Unicode.Scalar? {
    guard let byte = next else { return nil }
    place += 1
    switch byte {
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{c}"
    case UInt8(ascii: "u"):
      guard let high = unit() else { return nil }
      guard (0xD800..<0xDC00).contains(high) else { return Unicode.Scalar(high) }
      guard take("\\u"), let low = unit(), (0xDC00..<0xE000).contains(low) else { return nil }
      return Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
    default: return Unicode.Scalar(byte)
    }
  }

  private mutating func unit() -> UInt32? {
    guard place + 4 <= bytes.count else { return nil }
    defer { place += 4 }
    return UInt32(String(decoding: bytes[place..<place + 4], as: UTF8.self), radix: 16)
  }
}
