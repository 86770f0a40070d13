internal import LinkPolicy

/// The recursive-descent parser for one document.
///
/// Methods receive the span as a parameter, because a stored span would make the parser non-escapable. Each method
/// starts with `index` at the first byte of a value, and ends with `index` after the last byte.
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
    // Most values take at least 8 bytes, with the punctuation around them.
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

  /// Appends a node to the tape.
  ///
  /// The limits of documents keep every number in a node below 2^32.
  mutating func add(
    _ kind: JSONTape.Node.NodeKind, from start: Int, to end: Int = 0, detail: Int = 0
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

  /// Returns the error for an unexpected byte; if possible, the error is more precise than the given problem.
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

extension JSONParser {
  // The number of keys up to which a comparison with every earlier key is faster than hashing.
  private static var scannedKeys: Int { 16 }

  mutating func array(_ span: Span<UInt8>) throws(JSONSyntaxError) {
    let container = nodes.count
    add(.array, from: index)
    try enter()
    if isAt(span, UInt8(ascii: "]")) {
      leave(container, count: 0)
      return
    }
    var count = 0
    while true {
      try value(span)
      count += 1
      skipSpace(span)
      guard index < end else { throw unexpected(span, .expectedCommaOrBracket) }
      switch span[index] {
      case UInt8(ascii: ","):
        let comma = index
        index += 1
        if isAt(span, UInt8(ascii: "]")) { throw JSONSyntaxError(.trailingComma, at: comma) }
      case UInt8(ascii: "]"):
        leave(container, count: count)
        return
      default:
        throw unexpected(span, .expectedCommaOrBracket)
      }
    }
  }

  mutating func object(_ span: Span<UInt8>) throws(JSONSyntaxError) {
    let container = nodes.count
    add(.object, from: index)
    try enter()
    if isAt(span, UInt8(ascii: "}")) {
      leave(container, count: 0)
      return
    }
    var keys = KeysRead(first: nodes.count)
    while true {
      try member(span, &keys)
      skipSpace(span)
      guard index < end else { throw unexpected(span, .expectedCommaOrBrace) }
      switch span[index] {
      case UInt8(ascii: ","):
        let comma = index
        index += 1
        if isAt(span, UInt8(ascii: "}")) { throw JSONSyntaxError(.trailingComma, at: comma) }
      case UInt8(ascii: "}"):
        leave(container, count: keys.count)
        return
      default:
        throw unexpected(span, .expectedCommaOrBrace)
      }
    }
  }

  /// The keys of an object that the parser has read so far.
  private struct KeysRead {
    /// The index of the object's first key on the tape.
    let first: Int
    var count = 0
    /// The offset of each key; empty while the object has at most `scannedKeys` keys.
    var offsets: [Name: Int] = [:]
    /// A bit mask of the keys' fingerprints.
    ///
    /// A key with a new fingerprint cannot be a duplicate.
    var shapes: UInt64 = 0
  }

  private mutating func member(
    _ span: Span<UInt8>, _ keys: inout KeysRead
  ) throws(JSONSyntaxError) {
    guard index < end, span[index] == UInt8(ascii: "\"") else {
      throw unexpected(span, .expectedKey)
    }
    let key = nodes.count
    try string(span)
    guard isAt(span, UInt8(ascii: ":")) else { throw unexpected(span, .expectedColon) }
    index += 1
    skipSpace(span)
    try value(span)
    if let first = firstUse(of: key, span, &keys) {
      throw JSONSyntaxError(
        .duplicateKey, at: base + Int(nodes[key].offset), related: first, key: name(key))
    }
    keys.count += 1
  }

  /// Returns the offset of an earlier equal key; nil if the key is new.
  private func firstUse(of key: Int, _ span: Span<UInt8>, _ keys: inout KeysRead) -> Int? {
    let node = nodes[key]
    if keys.count < Self.scannedKeys {
      let isNew = node.detail == 0 && keys.shapes & shape(node, span) == 0
      keys.shapes |= node.detail == 0 ? shape(node, span) : .max
      return isNew ? nil : scan(for: node, span, keys)
    }
    if keys.offsets.isEmpty {
      var index = keys.first
      for _ in 0..<keys.count {
        keys.offsets[name(index)] = base + Int(nodes[index].offset)
        index = nodes[index + 1].next(after: index + 1)
      }
    }
    let name = name(key)
    if let first = keys.offsets[name] {
      return first
    }
    keys.offsets[name] = base + Int(node.offset)
    return nil
  }

  private func scan(for node: JSONTape.Node, _ span: Span<UInt8>, _ keys: KeysRead) -> Int? {
    var index = keys.first
    for _ in 0..<keys.count {
      if isSame(nodes[index], node, in: span) {
        return base + Int(nodes[index].offset)
      }
      index = nodes[index + 1].next(after: index + 1)
    }
    return nil
  }

  private func isSame(_ a: JSONTape.Node, _ b: JSONTape.Node, in span: Span<UInt8>) -> Bool {
    guard a.detail == 0, b.detail == 0 else { return name(a) == name(b) }
    guard a.end - a.offset == b.end - b.offset else { return false }
    for place in 1..<Int(a.end - a.offset)
    where span[base + Int(a.offset) + place] != span[base + Int(b.offset) + place] {
      return false
    }
    return true
  }

  /// Returns the bit of a key's fingerprint; the fingerprint consists of the key's length, first byte and last byte.
  ///
  /// Nearly all keys of one object have different fingerprints.
  private func shape(_ node: JSONTape.Node, _ span: Span<UInt8>) -> UInt64 {
    let start = base + Int(node.offset)
    let end = base + Int(node.end)
    let sum = (end - start) &* 7 &+ Int(span[start + 1]) &* 3 &+ Int(span[end - 1])
    return 1 << UInt64(truncatingIfNeeded: sum & 63)
  }

  private func name(_ index: Int) -> Name {
    name(nodes[index])
  }

  private func name(_ node: JSONTape.Node) -> Name {
    if node.detail > 0 {
      return texts[Int(node.detail) - 1]
    }
    return Name(bytes: Array(bytes[(base + Int(node.offset) + 1)..<(base + Int(node.end))]))
  }

  private mutating func isAt(_ span: Span<UInt8>, _ byte: UInt8) -> Bool {
    skipSpace(span)
    return index < end && span[index] == byte
  }

  private mutating func enter() throws(JSONSyntaxError) {
    guard depth < limits.depth else { throw JSONSyntaxError(.tooDeep, at: index) }
    depth += 1
    index += 1
  }

  private mutating func leave(_ container: Int, count: Int) {
    depth -= 1
    nodes[container].close = UInt32(truncatingIfNeeded: index - base)
    index += 1
    nodes[container].end = UInt32(truncatingIfNeeded: nodes.count)
    nodes[container].detail = UInt32(truncatingIfNeeded: count)
  }
}

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
      try escape(span, openedAt: open, into: &text)
      let start = index
      try run(span, open)
      text.append(contentsOf: bytes[start..<index])
    }
    texts.append(Name(bytes: text))
    add(.string, from: open, to: index - base, detail: texts.count)
    index += 1
  }

  /// Advances to the next quote or backslash.
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
    _ span: Span<UInt8>, openedAt open: Int, into text: inout [UInt8]
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

extension JSONParser {
  mutating func number(_ span: Span<UInt8>) throws(JSONSyntaxError) -> JSONNumber {
    let start = index
    let isNegative = span[index] == UInt8(ascii: "-")
    if isNegative { index += 1 }
    guard isDigit(span) else { throw JSONSyntaxError(.missingIntegerDigits, at: start) }
    let first = index
    // The parser accumulates the digits as a negative number, because the least integer has no positive counterpart.
    var negated: LongInteger = 0
    var fits = true
    while isDigit(span) {
      let (tens, a) = negated.multipliedReportingOverflow(by: 10)
      let (sum, b) = tens.subtractingReportingOverflow(
        LongInteger(span[index] - UInt8(ascii: "0")))
      negated = sum
      if a || b { fits = false }
      index += 1
    }
    if span[first] == UInt8(ascii: "0"), index - first > 1 {
      throw JSONSyntaxError(.leadingZero, at: first)
    }
    if try fraction(span) { fits = false }
    if try exponent(span) { fits = false }
    if !isNegative, negated == .min { fits = false }
    if fits, !(isNegative && negated == 0) {
      return JSONNumber(isNegative ? negated : -negated)
    }
    return JSONNumber(literal: Array(bytes[start..<index]))
  }

  private mutating func fraction(_ span: Span<UInt8>) throws(JSONSyntaxError) -> Bool {
    guard index < end, span[index] == UInt8(ascii: ".") else { return false }
    index += 1
    guard isDigit(span) else { throw JSONSyntaxError(.missingFractionDigits, at: index) }
    while isDigit(span) { index += 1 }
    return true
  }

  private mutating func exponent(_ span: Span<UInt8>) throws(JSONSyntaxError) -> Bool {
    guard index < end, span[index] | 0x20 == UInt8(ascii: "e") else { return false }
    index += 1
    if index < end, span[index] == UInt8(ascii: "+") || span[index] == UInt8(ascii: "-") {
      index += 1
    }
    guard isDigit(span) else { throw JSONSyntaxError(.missingExponentDigits, at: index) }
    while isDigit(span) { index += 1 }
    return true
  }

  private func isDigit(_ span: Span<UInt8>) -> Bool {
    index < end && UInt8(ascii: "0")...UInt8(ascii: "9") ~= span[index]
  }
}
