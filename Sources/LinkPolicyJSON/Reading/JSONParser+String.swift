internal import LinkPolicy

extension JSONParser {
  mutating func string(_ span: Span<UInt8>) throws(JSONSyntaxError) {
    let open = index
    index += 1
    let start = index
    try run(span, open)
    if span[index] == UInt8(ascii: "\"") {
      add(.string, from: open, to: index - base)
      index += 1
      return
    }
    var text = Array(bytes[start..<index])
    while span[index] != UInt8(ascii: "\"") {
      try escape(span, open, &text)
      let start = index
      try run(span, open)
      text.append(contentsOf: bytes[start..<index])
    }
    texts.append(Name(bytes: text))
    add(.string, from: open, to: index - base, detail: texts.count)
    index += 1
  }

  /// Moves to the next quote or backslash.
  private mutating func run(_ span: Span<UInt8>, _ open: Int) throws(JSONSyntaxError) {
    var index = index
    while index < end {
      let byte = span[index]
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
        self.index = index
        return
      }
      if byte < 0x20 { throw JSONSyntaxError(.controlCharacter, at: index) }
      if byte < 0x80 {
        index += 1
      } else {
        isASCII = false
        let length = UTF8Sequence.length(span, at: index, end: end)
        if length == 0 { throw JSONSyntaxError(.invalidUTF8, at: index) }
        index += length
      }
    }
    throw JSONSyntaxError(.unterminatedString, at: end, related: open)
  }

  private mutating func escape(
    _ span: Span<UInt8>, _ open: Int, _ text: inout [UInt8]
  ) throws(JSONSyntaxError) {
    guard index + 1 < end else {
      throw JSONSyntaxError(.unterminatedString, at: end, related: open)
    }
    switch span[index + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(span[index + 1])
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"):
      UTF8Sequence.append(try unicodeEscape(span, open), to: &text)
      return
    default:
      throw JSONSyntaxError(.invalidEscape, at: index)
    }
    index += 2
  }

  private mutating func unicodeEscape(
    _ span: Span<UInt8>, _ open: Int
  ) throws(JSONSyntaxError) -> UInt32 {
    let start = index
    let first = try hexUnit(span, open)
    guard 0xD800...0xDFFF ~= first else { return first }
    guard first < 0xDC00, index + 1 < end, span[index] == UInt8(ascii: "\\"),
      span[index + 1] == UInt8(ascii: "u")
    else { throw JSONSyntaxError(.loneSurrogate, at: start) }
    let second = try hexUnit(span, open)
    guard 0xDC00...0xDFFF ~= second else { throw JSONSyntaxError(.loneSurrogate, at: start) }
    return 0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)
  }

  private mutating func hexUnit(
    _ span: Span<UInt8>, _ open: Int
  ) throws(JSONSyntaxError) -> UInt32 {
    var value: UInt32 = 0
    var next = index + 2
    while next < index + 6 {
      guard next < end else {
        throw JSONSyntaxError(.unterminatedString, at: end, related: open)
      }
      let digit: UInt8
      switch span[next] {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = span[next] - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = span[next] - UInt8(ascii: "a") + 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = span[next] - UInt8(ascii: "A") + 10
      default: throw JSONSyntaxError(.invalidUnicodeEscape, at: index)
      }
      value = value << 4 | UInt32(digit)
      next += 1
    }
    index = next
    return value
  }
}
