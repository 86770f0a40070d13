internal import LinkPolicy

/// A scanner that reads nearly every valid request in one pass over its bytes, without a tape and without findings.
///
/// The scanner accepts fewer requests than ``Request/init(_:_:)``: for example, the scanner rejects escapes in strings.
/// A test checks that the scanner returns the same values as the general reader. The general reader handles all other
/// requests, valid or not, and reports every error with its position.
///
/// Methods receive the span as a parameter, because a stored span would make the scanner non-escapable. Each method
/// starts at the first byte of its value, and stops after the last byte.
struct RequestScanner {
  /// The error for a request that only the general reader can handle.
  struct LeftToReader: Error {}

  let bytes: [UInt8]
  let tables = RequestTables.shared
  var index = 0

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Returns the id and the request of a line; nil if only the general reader can handle the line.
  static func scan(_ bytes: [UInt8], limits: JSONLimits) -> (id: RequestID, request: Request)? {
    guard bytes.count <= limits.documentBytes else { return nil }
    var scanner = RequestScanner(bytes)
    do throws(LeftToReader) {
      return try scanner.line(bytes.span)
    } catch {
      return nil
    }
  }

  private mutating func line(
    _ span: Span<UInt8>
  ) throws(LeftToReader) -> (id: RequestID, request: Request) {
    var id = RequestID.none
    var request: Request?
    skipSpace(span)
    let table = tables.line
    var members = try object(span)
    while let key = try nextKey(of: &members, in: table, span) {
      switch key {
      case .id: id = try self.id(span)
      case .decide: request = try only(.decide(try decision(span)), after: request)
      case .lookup: request = try only(.lookup(try lookup(span)), after: request)
      case .claims: throw LeftToReader()
      }
    }
    skipSpace(span)
    guard index == span.count, let request else { throw LeftToReader() }
    return (id, request)
  }

  private func only(
    _ request: Request, after other: Request?
  ) throws(LeftToReader) -> Request {
    guard other == nil else { throw LeftToReader() }
    return request
  }

  private mutating func id(_ span: Span<UInt8>) throws(LeftToReader) -> RequestID {
    let start = index
    if isAt(UInt8(ascii: "\""), span) {
      _ = try string(span)
    } else {
      _ = try count(span)
    }
    return RequestID(token: Array(bytes[start..<index]))
  }
}

// MARK: Members and elements

extension RequestScanner {
  /// The members of an object, or the elements of an array, that were already read.
  struct ItemsRead {
    var count = 0
    /// The known keys that were already read, one bit for each key.
    var known: UInt64 = 0
  }

  mutating func object(_ span: Span<UInt8>) throws(LeftToReader) -> ItemsRead {
    try take(UInt8(ascii: "{"), span)
    return ItemsRead()
  }

  mutating func array(_ span: Span<UInt8>) throws(LeftToReader) -> ItemsRead {
    try take(UInt8(ascii: "["), span)
    return ItemsRead()
  }

  /// Moves to the value of the next member and returns its key; nil after the end of the object.
  mutating func nextKey<Key>(
    of members: inout ItemsRead, in table: RequestTables.KeyTable<Key>, _ span: Span<UInt8>
  ) throws(LeftToReader) -> Key? {
    try nextIndex(of: &members, in: table.words, span).map { table.keys[$0] }
  }

  /// Moves to the value of the next member and returns the index of its key in a table; nil after the end of the
  /// object.
  mutating func nextIndex(
    of members: inout ItemsRead, in table: WordTable, _ span: Span<UInt8>
  ) throws(LeftToReader) -> Int? {
    guard try next(&members, before: UInt8(ascii: "}"), span) else { return nil }
    let key = try word(table, span)
    try colon(span)
    let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: key)
    guard members.known & bit == 0 else { throw LeftToReader() }
    members.known |= bit
    return key
  }

  /// Moves to the value of the next member and returns its name; nil after the end of the object.
  mutating func nextName(
    _ members: inout ItemsRead, _ span: Span<UInt8>
  ) throws(LeftToReader) -> Range<Int>? {
    guard try next(&members, before: UInt8(ascii: "}"), span) else { return nil }
    let name = try string(span)
    try colon(span)
    return name
  }

  private mutating func colon(_ span: Span<UInt8>) throws(LeftToReader) {
    skipSpace(span)
    try take(UInt8(ascii: ":"), span)
    skipSpace(span)
  }

  /// Moves to the next element of an array and returns whether the array has a next element.
  mutating func nextElement(
    _ elements: inout ItemsRead, _ span: Span<UInt8>
  ) throws(LeftToReader) -> Bool {
    try next(&elements, before: UInt8(ascii: "]"), span)
  }

  private mutating func next(
    _ items: inout ItemsRead, before close: UInt8, _ span: Span<UInt8>
  ) throws(LeftToReader) -> Bool {
    skipSpace(span)
    if isAt(close, span) {
      index &+= 1
      return false
    }
    if items.count > 0 {
      try take(UInt8(ascii: ","), span)
      skipSpace(span)
    }
    items.count &+= 1
    return true
  }
}

// MARK: Values

extension RequestScanner {
  /// Moves past a string without escapes and returns the range of its text.
  mutating func string(_ span: Span<UInt8>) throws(LeftToReader) -> Range<Int> {
    try take(UInt8(ascii: "\""), span)
    let start = index
    var end = start
    while end < span.count {
      let byte = span[end]
      if byte > UInt8(ascii: "\\"), byte < 0x80 {
        // Most bytes are lowercase letters, so this test comes first.
        end &+= 1
      } else if byte == UInt8(ascii: "\"") {
        index = end &+ 1
        return start..<end
      } else if byte < 0x20 || byte == UInt8(ascii: "\\") {
        throw LeftToReader()
      } else if byte < 0x80 {
        end &+= 1
      } else {
        let length = UTF8Sequence.length(span, at: end, end: span.count)
        guard length > 0 else { throw LeftToReader() }
        end &+= length
      }
    }
    throw LeftToReader()
  }

  mutating func text(_ span: Span<UInt8>) throws(LeftToReader) -> String {
    let range = try string(span)
    return String(decoding: bytes[range], as: UTF8.self)
  }

  /// Reads an id of the service's store; the id must not be empty.
  mutating func identifier(_ span: Span<UInt8>) throws(LeftToReader) -> String {
    let text = try text(span)
    guard !text.utf8.isEmpty else { throw LeftToReader() }
    return text
  }

  /// Reads a word and returns its index in a table.
  ///
  /// The words of tables need no escapes and are ASCII, so the first quote ends a word.
  mutating func word(_ table: WordTable, _ span: Span<UInt8>) throws(LeftToReader) -> Int {
    try take(UInt8(ascii: "\""), span)
    let start = index
    var end = start
    var word = WordTable.PackedWord()
    while end < span.count, span[end] != UInt8(ascii: "\"") {
      word.append(span[end])
      end &+= 1
    }
    guard end < span.count, let found = table.index(of: word, start..<end, in: span) else {
      throw LeftToReader()
    }
    index = end &+ 1
    return found
  }

  /// Moves past `null`; returns whether the value is `null`.
  mutating func null(_ span: Span<UInt8>) throws(LeftToReader) -> Bool {
    guard isAt(UInt8(ascii: "n"), span) else { return false }
    try take([0x6E, 0x75, 0x6C, 0x6C], span)
    return true
  }

  mutating func flag(_ span: Span<UInt8>) throws(LeftToReader) -> Bool {
    if isAt(UInt8(ascii: "t"), span) {
      try take([0x74, 0x72, 0x75, 0x65], span)
      return true
    }
    try take([0x66, 0x61, 0x6C, 0x73, 0x65], span)
    return false
  }

  /// Reads a counter, which is a nonnegative integer.
  ///
  /// The scanner leaves a counter of more than 15 digits to the general reader.
  mutating func count(_ span: Span<UInt8>) throws(LeftToReader) -> LongInteger {
    let start = index
    var value: Int64 = 0
    while index < span.count, UInt8(ascii: "0")...UInt8(ascii: "9") ~= span[index] {
      value = value &* 10 &+ Int64(span[index] &- UInt8(ascii: "0"))
      index &+= 1
      guard index &- start <= 15 else { throw LeftToReader() }
    }
    let hasLeadingZero = index &- start > 1 && span[start] == UInt8(ascii: "0")
    guard index > start, !hasLeadingZero else { throw LeftToReader() }
    return LongInteger(value)
  }

  /// Moves past a value without checking the value's content, so that the value can be read later.
  mutating func skip(_ span: Span<UInt8>) throws(LeftToReader) {
    var depth = 0
    repeat {
      guard index < span.count else { throw LeftToReader() }
      switch span[index] {
      case UInt8(ascii: "\""): _ = try string(span)
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth &+= 1
        index &+= 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth &-= 1
        index &+= 1
      case UInt8(ascii: ",") where depth == 0: return
      default: index &+= 1
      }
      if depth == 0, isAtEndOfMember(span) { return }
    } while true
  }

  private func isAtEndOfMember(_ span: Span<UInt8>) -> Bool {
    index >= span.count || span[index] == UInt8(ascii: ",") || span[index] == UInt8(ascii: "}")
  }
}

// MARK: Bytes

extension RequestScanner {
  func isAt(_ byte: UInt8, _ span: Span<UInt8>) -> Bool {
    index < span.count && span[index] == byte
  }

  mutating func take(_ byte: UInt8, _ span: Span<UInt8>) throws(LeftToReader) {
    guard isAt(byte, span) else { throw LeftToReader() }
    index &+= 1
  }

  private mutating func take<let length: Int>(
    _ word: InlineArray<length, UInt8>, _ span: Span<UInt8>
  ) throws(LeftToReader) {
    for place in word.indices {
      try take(word[place], span)
    }
  }

  mutating func skipSpace(_ span: Span<UInt8>) {
    while index < span.count, span[index] <= 0x20, isSpace(span[index]) {
      index &+= 1
    }
  }

  private func isSpace(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x20, 0x09, 0x0D, 0x0A: true
    default: false
    }
  }
}
