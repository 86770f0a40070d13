/// The well-formed UTF-8 byte sequences, by table 3-7 of the Unicode standard.
enum UTF8Sequence {
  /// Returns the length of the well-formed sequence at an offset; 0 if no such sequence ends before `end`.
  ///
  /// Overlong forms, surrogates and values above U+10FFFF are not well-formed.
  static func length(_ bytes: Span<UInt8>, at offset: Int, end: Int) -> Int {
    let first = bytes[offset]
    let length: Int
    var low: UInt8 = 0x80
    var high: UInt8 = 0xBF
    switch first {
    case 0..<0x80: return 1
    case 0xC2...0xDF: length = 2
    case 0xE0...0xEF:
      length = 3
      if first == 0xE0 { low = 0xA0 }
      if first == 0xED { high = 0x9F }
    case 0xF0...0xF4:
      length = 4
      if first == 0xF0 { low = 0x90 }
      if first == 0xF4 { high = 0x8F }
    default: return 0
    }
    guard length <= end - offset else { return 0 }
    guard low <= bytes[offset + 1], bytes[offset + 1] <= high else { return 0 }
    var next = 2
    while next < length {
      guard isContinuation(bytes[offset + next]) else { return 0 }
      next += 1
    }
    return length
  }

  /// Returns the scalar value of a well-formed sequence of known length.
  static func scalar(_ bytes: Span<UInt8>, at offset: Int, length: Int) -> UInt32 {
    let first = UInt32(bytes[offset])
    var value =
      switch length {
      case 1: first
      case 2: first & 0x1F
      case 3: first & 0x0F
      default: first & 0x07
      }
    var next = 1
    while next < length {
      value = value << 6 | UInt32(bytes[offset + next] & 0x3F)
      next += 1
    }
    return value
  }

  /// Appends the sequence of a scalar value that is not a surrogate.
  static func append(_ value: UInt32, to bytes: inout [UInt8]) {
    switch value {
    case 0..<0x80:
      bytes.append(UInt8(truncatingIfNeeded: value))
    case 0x80..<0x800:
      bytes.append(0xC0 | UInt8(truncatingIfNeeded: value >> 6))
      bytes.append(0x80 | UInt8(truncatingIfNeeded: value & 0x3F))
    case 0x800..<0x10000:
      bytes.append(0xE0 | UInt8(truncatingIfNeeded: value >> 12))
      bytes.append(0x80 | UInt8(truncatingIfNeeded: value >> 6 & 0x3F))
      bytes.append(0x80 | UInt8(truncatingIfNeeded: value & 0x3F))
    default:
      bytes.append(0xF0 | UInt8(truncatingIfNeeded: value >> 18))
      bytes.append(0x80 | UInt8(truncatingIfNeeded: value >> 12 & 0x3F))
      bytes.append(0x80 | UInt8(truncatingIfNeeded: value >> 6 & 0x3F))
      bytes.append(0x80 | UInt8(truncatingIfNeeded: value & 0x3F))
    }
  }

  /// Returns whether a byte is a continuation byte, which is the second or a later byte of a sequence.
  static func isContinuation(_ byte: UInt8) -> Bool {
    byte & 0xC0 == 0x80
  }

  /// Returns whether a scalar value can control a terminal, is invisible, or reorders the text around it.
  static func isHazardous(_ value: UInt32) -> Bool {
    Unicode.Scalar(value).map { HarmlessText.isHidden($0) } ?? true
  }
}
