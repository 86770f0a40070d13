extension JSONWriter {
  /// Appends a string in quotes.
  ///
  /// Besides what JSON demands, DEL, the C1 controls, the line and paragraph separator and the
  /// invisible characters are escaped: output often ends up on a terminal. So is the second of two
  /// `#`, because build servers look for `##[` anywhere in a line.
  mutating func appendString(_ text: Span<UInt8>) {
    append(UInt8(ascii: "\""))
    var index = 0
    while index < text.count {
      let byte = text[index]
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        append(UInt8(ascii: "\\"))
        append(byte)
        index += 1
      case UInt8(ascii: "#") where index > 0 && text[index - 1] == UInt8(ascii: "#"):
        appendEscape(UInt32(byte))
        index += 1
      case 0x20..<0x7F:
        append(byte)
        index += 1
      case 0x80...:
        index += appendSequence(text, index)
      default:
        appendControl(byte)
        index += 1
      }
    }
    append(UInt8(ascii: "\""))
  }

  private mutating func appendSequence(_ text: Span<UInt8>, _ index: Int) -> Int {
    let length = UTF8Sequence.length(text, at: index, end: text.count)
    guard length > 0 else {
      append([0xEF, 0xBF, 0xBD])
      return 1
    }
    let scalar = UTF8Sequence.scalar(text, at: index, length: length)
    if UTF8Sequence.isHazardous(scalar) {
      // What JSON counts in is UTF-16: a scalar of a higher plane takes two escapes.
      for unit in (Unicode.Scalar(scalar).map { String($0) } ?? "").utf16 {
        appendEscape(UInt32(unit))
      }
    } else {
      for offset in 0..<length {
        append(text[index + offset])
      }
    }
    return length
  }

  private mutating func appendControl(_ byte: UInt8) {
    let letter: UInt8
    switch byte {
    case 0x08: letter = UInt8(ascii: "b")
    case 0x09: letter = UInt8(ascii: "t")
    case 0x0A: letter = UInt8(ascii: "n")
    case 0x0C: letter = UInt8(ascii: "f")
    case 0x0D: letter = UInt8(ascii: "r")
    default:
      appendEscape(UInt32(byte))
      return
    }
    append(UInt8(ascii: "\\"))
    append(letter)
  }

  private mutating func appendEscape(_ unit: UInt32) {
    append(UInt8(ascii: "\\"))
    append(UInt8(ascii: "u"))
    for shift: UInt32 in [12, 8, 4, 0] {
      let digit = UInt8(truncatingIfNeeded: unit >> shift & 0xF)
      append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    }
  }
}
