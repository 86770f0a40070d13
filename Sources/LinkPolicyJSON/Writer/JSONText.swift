internal import LinkPolicy

/// The text of a JSON value, appended to an output with limited room.
///
/// Text that does not fit fills the output. A full output is therefore incomplete, and its caller repeats the text with
/// more room.
extension OutputSpan<UInt8> {
  /// Fills the output, which then counts as incomplete.
  private mutating func fill() {
    append(repeating: 0, count: freeCapacity)
  }

  /// Appends fixed text, such as a brace or a key with its colon.
  mutating func text(_ text: String) {
    self.text(text.utf8.span)
  }

  /// Appends text without change.
  mutating func text(_ text: Span<UInt8>) {
    guard text.count < freeCapacity else {
      fill()
      return
    }
    for place in text.indices {
      append(text[place])
    }
  }

  /// Appends fixed text, such as a key, and then a string.
  mutating func text(_ text: String, _ value: String) {
    self.text(text)
    string(value.utf8.span)
  }

  /// Appends fixed text, such as a key, and then a string, or `null` for nil.
  mutating func text(_ text: String, orNull value: String?) {
    if let value {
      self.text(text, value)
    } else {
      self.text(text)
      self.text("null")
    }
  }

  /// Appends fixed text, such as a key, and then a number.
  mutating func text(_ text: String, _ number: LongInteger) {
    self.text(text)
    integer(number)
  }

  /// Appends fixed text, such as a key, and then `true` or `false`.
  mutating func text(_ text: String, _ flag: Bool) {
    self.text(text)
    self.text(flag ? "true" : "false")
  }

  /// Appends fixed text, such as a key, and then a string; appends nothing for nil.
  mutating func text(_ text: String, unlessNil value: String?) {
    if let value {
      self.text(text, value)
    }
  }

  /// Appends an integer.
  mutating func integer(_ value: LongInteger) {
    // A sign and 19 digits.
    guard freeCapacity > 20 else {
      fill()
      return
    }
    if value < 0 { append(UInt8(ascii: "-")) }
    var rest = value.magnitude
    var digits: InlineArray<20, UInt8> = InlineArray(repeating: 0)
    var first = digits.count
    repeat {
      first -= 1
      digits[first] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    } while rest > 0
    while first < digits.count {
      append(digits[first])
      first += 1
    }
  }
}

// MARK: Strings

extension OutputSpan<UInt8> {
  /// Appends a string in quotes.
  ///
  /// JSON requires escapes for quotes, backslashes and C0 controls. Because output often reaches a terminal, the
  /// function also escapes DEL, C1 controls, line and paragraph separators, and invisible characters. The function also
  /// escapes the second of two `#`, because build servers search for `##[` anywhere in a line.
  mutating func string(_ text: Span<UInt8>) {
    guard text.count &+ 2 < freeCapacity else {
      fill()
      return
    }
    append(UInt8(ascii: "\""))
    // Nearly every string needs no escape, so a fast loop copies the plain bytes first.
    var index = 0
    while index < text.count {
      let byte = text[index]
      guard Self.isPlain(byte) else { break }
      append(byte)
      index &+= 1
    }
    if index < text.count {
      escape(text, from: index)
    } else {
      append(UInt8(ascii: "\""))
    }
  }

  /// Appends the rest of a string from a byte that may need an escape, and the final quote.
  private mutating func escape(_ text: Span<UInt8>, from start: Int) {
    var index = start
    while index < text.count {
      // The longest step is a scalar value of two UTF-16 code units, with 6 bytes each.
      guard freeCapacity > 12 else { break }
      let byte = text[index]
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        append(UInt8(ascii: "\\"))
        append(byte)
        index += 1
      case UInt8(ascii: "#") where index > 0 && text[index - 1] == UInt8(ascii: "#"):
        escape(UInt32(byte))
        index += 1
      case 0x20..<0x7F:
        append(byte)
        index += 1
      case 0x80...:
        index += sequence(text, index)
      default:
        control(byte)
        index += 1
      }
    }
    guard index == text.count, freeCapacity > 1 else {
      fill()
      return
    }
    append(UInt8(ascii: "\""))
  }

  /// Returns whether a byte is written unchanged in every string.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    // Most bytes are lowercase letters, so their range comes first.
    case UInt8(ascii: "]")...UInt8(ascii: "~"): true
    case UInt8(ascii: "$")...UInt8(ascii: "["), UInt8(ascii: " "), UInt8(ascii: "!"): true
    default: false
    }
  }

  /// Appends the UTF-8 sequence at an index, and returns its length; an invalid byte becomes U+FFFD.
  private mutating func sequence(_ text: Span<UInt8>, _ index: Int) -> Int {
    let length = UTF8Sequence.length(text, at: index, end: text.count)
    guard length > 0 else {
      self.text("\u{FFFD}")
      return 1
    }
    let scalar = UTF8Sequence.scalar(text, at: index, length: length)
    if UTF8Sequence.isHazardous(scalar) {
      // JSON escapes are UTF-16 code units, so a scalar outside the basic plane takes two escapes.
      for unit in (Unicode.Scalar(scalar).map { String($0) } ?? "").utf16 {
        escape(UInt32(unit))
      }
    } else {
      for offset in 0..<length {
        append(text[index + offset])
      }
    }
    return length
  }

  private mutating func control(_ byte: UInt8) {
    let letter: UInt8
    switch byte {
    case 0x08: letter = UInt8(ascii: "b")
    case 0x09: letter = UInt8(ascii: "t")
    case 0x0A: letter = UInt8(ascii: "n")
    case 0x0C: letter = UInt8(ascii: "f")
    case 0x0D: letter = UInt8(ascii: "r")
    default:
      escape(UInt32(byte))
      return
    }
    append(UInt8(ascii: "\\"))
    append(letter)
  }

  private mutating func escape(_ unit: UInt32) {
    append(UInt8(ascii: "\\"))
    append(UInt8(ascii: "u"))
    for shift: UInt32 in [12, 8, 4, 0] {
      let digit = UInt8(truncatingIfNeeded: unit >> shift & 0xF)
      append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    }
  }
}
