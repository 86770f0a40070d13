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
  let base: Int
  var nodes: [JSONTape.Node] = []
  var numbers: [JSONNumber] = []
  var texts: [Name] = []

  init(_ bytes: [UInt8], _ range: Range<Int>, limits: JSONLimits) {
    self.bytes = bytes
    self.limits = limits
    base = range.lowerBound
    index = range.lowerBound
    end = range.upperBound
  }

  mutating func document(_ span: Span<UInt8>) throws(JSONSyntaxError) -> JSONTape {
    guard end - index <= limits.documentBytes else {
      throw JSONSyntaxError(.tooLong, at: index)
    }
    if end - index >= 3, span[index] == 0xEF, span[index + 1] == 0xBB, span[index + 2] == 0xBF {
      throw JSONSyntaxError(.byteOrderMark, at: index)
    }
    skipSpace(span)
    guard index < end else { throw JSONSyntaxError(.empty, at: index) }
    // Most values take no fewer bytes than this with what stands around them.
    nodes.reserveCapacity((end - index) / 8 + 8)
    try value(span)
    skipSpace(span)
    guard index == end else { throw unexpected(span, .trailingText) }
    return JSONTape(nodes, bytes: bytes, base: base, numbers: numbers, texts: texts)
  }

  mutating func value(_ span: Span<UInt8>) throws(JSONSyntaxError) {
    guard index < end else { throw JSONSyntaxError(.unexpectedEnd, at: index) }
    let start = index
    switch span[start] {
    case UInt8(ascii: "\""):
      try string(span)
    case UInt8(ascii: "{"):
      try object(span)
    case UInt8(ascii: "["):
      try array(span)
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
      let number = try number(span)
      add(.number, from: start, detail: numbers.count)
      numbers.append(number)
    case UInt8(ascii: "t"):
      try word(span, [0x74, 0x72, 0x75, 0x65])
      add(.yes, from: start)
    case UInt8(ascii: "f"):
      try word(span, [0x66, 0x61, 0x6C, 0x73, 0x65])
      add(.no, from: start)
    case UInt8(ascii: "n"):
      try word(span, [0x6E, 0x75, 0x6C, 0x6C])
      add(.null, from: start)
    default:
      throw unexpected(span, .expectedValue)
    }
  }

  /// Puts a node on the tape; the limits keep every number in it below 2^32.
  mutating func add(
    _ kind: JSONTape.Node.Kind, from start: Int, to end: Int = 0, detail: Int = 0
  ) {
    nodes.append(
      JSONTape.Node(
        kind: kind, offset: UInt32(truncatingIfNeeded: start - base),
        end: UInt32(truncatingIfNeeded: end), detail: UInt32(truncatingIfNeeded: detail)))
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
