internal import LinkPolicy

/// The recursive descent over the bytes of one document.
///
/// Methods take the span as a parameter, since a stored one would make the parser non-escapable.
/// Each is called with `index` at the first byte of what it reads and leaves it behind the last.
struct JSONParser {
  let bytes: [UInt8]
  let end: Int
  let limits: JSONLimits
  var index: Int
  var depth = 0
  var lineStarts: [Int] = []
  var isASCII = true

  init(_ bytes: [UInt8], _ range: Range<Int>, limits: JSONLimits) {
    self.bytes = bytes
    self.limits = limits
    index = range.lowerBound
    end = range.upperBound
  }

  mutating func document(_ span: Span<UInt8>) throws(JSONSyntaxError) -> JSONValue {
    guard end - index <= limits.documentBytes else {
      throw JSONSyntaxError(.tooLong, at: index)
    }
    if end - index >= 3, span[index] == 0xEF, span[index + 1] == 0xBB, span[index + 2] == 0xBF {
      throw JSONSyntaxError(.byteOrderMark, at: index)
    }
    skipSpace(span)
    guard index < end else { throw JSONSyntaxError(.empty, at: index) }
    let root = try value(span)
    skipSpace(span)
    guard index == end else { throw unexpected(span, .trailingText) }
    return root
  }

  mutating func value(_ span: Span<UInt8>) throws(JSONSyntaxError) -> JSONValue {
    guard index < end else { throw JSONSyntaxError(.unexpectedEnd, at: index) }
    let start = index
    switch span[start] {
    case UInt8(ascii: "\""):
      return JSONValue(.string(Name(bytes: try string(span))), at: start)
    case UInt8(ascii: "{"):
      return JSONValue(.object(try object(span)), at: start)
    case UInt8(ascii: "["):
      return JSONValue(.array(try array(span)), at: start)
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
      return JSONValue(.number(try number(span)), at: start)
    case UInt8(ascii: "t"):
      try word(span, [0x74, 0x72, 0x75, 0x65])
      return JSONValue(.bool(true), at: start)
    case UInt8(ascii: "f"):
      try word(span, [0x66, 0x61, 0x6C, 0x73, 0x65])
      return JSONValue(.bool(false), at: start)
    case UInt8(ascii: "n"):
      try word(span, [0x6E, 0x75, 0x6C, 0x6C])
      return JSONValue(.null, at: start)
    default:
      throw unexpected(span, .expectedValue)
    }
  }

  mutating func skipSpace(_ span: Span<UInt8>) {
    var index = index
    while index < end {
      switch span[index] {
      case 0x20, 0x09, 0x0D:
        index += 1
      case 0x0A:
        index += 1
        lineStarts.append(index)
      default:
        self.index = index
        return
      }
    }
    self.index = index
  }

  /// The error for a byte that cannot stand here, more precise than the given one if possible.
  func unexpected(
    _ span: Span<UInt8>, _ problem: JSONSyntaxError.Problem
  ) -> JSONSyntaxError {
    guard index < end else { return JSONSyntaxError(.unexpectedEnd, at: index) }
    switch span[index] {
    case UInt8(ascii: "/"), UInt8(ascii: "#"):
      return JSONSyntaxError(.comment, at: index)
    case UInt8(ascii: "'"):
      return JSONSyntaxError(.singleQuote, at: index)
    case UInt8(ascii: "+") where problem == .expectedValue:
      return JSONSyntaxError(.leadingPlus, at: index)
    case UInt8(ascii: ".") where problem == .expectedValue:
      return JSONSyntaxError(.missingIntegerDigits, at: index)
    case 0x80... where UTF8Sequence.length(span, at: index, end: end) == 0:
      return JSONSyntaxError(.invalidUTF8, at: index)
    default:
      return JSONSyntaxError(problem, at: index)
    }
  }

  private mutating func word<let length: Int>(
    _ span: Span<UInt8>, _ word: InlineArray<length, UInt8>
  ) throws(JSONSyntaxError) {
    guard length <= end - index else { throw unexpected(span, .expectedValue) }
    for offset in word.indices where span[index + offset] != word[offset] {
      throw JSONSyntaxError(.expectedValue, at: index)
    }
    index += length
  }
}
