internal import LinkPolicy
internal import LinkPolicyJSON

/// The parts of a case in a line of JSON Lines, found in one pass over the bytes.
///
/// The lines of generated files are ASCII without escapes, and contain each key at most once. The general reader
/// handles every other line, valid or not, and reports every error with its position. This type does not read the
/// objects and arrays of a case. For each object or array, the type stores the range and a hash. A ``LineDecoder`` uses
/// the hash to recognize a part that was decoded before.
struct VectorLine {
  /// The error for a line that only the general reader can handle.
  struct LeftToReader: Error {}

  /// An object or array of a case, or an element of an array.
  struct LinePart {
    var range: Range<Int>
    /// The FNV-1a hash of the bytes in the range.
    var hash: UInt64
  }

  /// A key of a case in a line.
  enum CaseKey: String, CaseIterable {
    case id, policy, title, proves, flags, source, comment, settings, tenant, given, steps, accounts
  }

  /// The offset of the first byte of the line.
  private let lineStart: Int
  /// The number of the line.
  private let number: Int
  /// The offset of the opening brace of the case.
  private(set) var start = 0
  /// The offset of the line feed, or of the end of the buffer.
  private(set) var end = 0
  // The text of the id. The ranges of strings do not include the quotation marks.
  private(set) var id: Range<Int>?
  private(set) var policy: Range<Int>?
  private(set) var title: Range<Int>?
  private(set) var source: Range<Int>?
  private(set) var comment: Range<Int>?
  private(set) var tenant: Range<Int>?
  private(set) var proves: [Range<Int>] = []
  private(set) var flags: [Range<Int>] = []
  private(set) var settings: LinePart?
  private(set) var given: LinePart?
  private(set) var steps: [LinePart] = []
  private(set) var accounts: [LinePart]?

  private var index: Int

  /// Reads the line that starts at an offset.
  ///
  /// - Parameters:
  ///   - bytes: the buffer.
  ///   - offset: the offset of the first byte of the line.
  ///   - number: the number of the line.
  ///   - limit: the maximum length of a line, in bytes.
  /// - Throws: ``LeftToReader`` if the general reader must handle the line.
  init(
    _ bytes: Span<UInt8>, at offset: Int, number: Int, limit: Int
  ) throws(LeftToReader) {
    lineStart = offset
    self.number = number
    index = offset
    skipSpace(bytes)
    start = index
    try take(UInt8(ascii: "{"), bytes)
    var known: UInt32 = 0
    repeat {
      let key = try key(bytes)
      let bit: UInt32 = 1 << UInt32(key.place)
      guard known & bit == 0 else { throw LeftToReader() }
      known |= bit
      try readValue(of: key, bytes)
      skipSpace(bytes)
    } while isTaken(UInt8(ascii: ","), bytes)
    try take(UInt8(ascii: "}"), bytes)
    skipSpace(bytes)
    guard index == bytes.count || bytes[index] == UInt8(ascii: "\n"), index - offset <= limit
    else { throw LeftToReader() }
    end = index
  }

  /// Returns the position of a byte of the line.
  func position(at offset: Int) -> SourcePosition {
    SourcePosition(line: number, column: offset - lineStart + 1)
  }

  private mutating func readValue(
    of key: CaseKey, _ bytes: Span<UInt8>
  ) throws(LeftToReader) {
    switch key {
    case .id: id = try string(bytes)
    case .policy: policy = try string(bytes)
    case .title: title = try string(bytes)
    case .source: source = try string(bytes)
    case .comment: comment = try string(bytes)
    case .tenant: tenant = try string(bytes)
    case .proves: proves = try strings(bytes)
    case .flags: flags = try strings(bytes)
    case .settings: settings = try container(UInt8(ascii: "{"), bytes)
    case .given: given = try container(UInt8(ascii: "{"), bytes)
    case .steps: steps = try objects(bytes)
    case .accounts: accounts = try objects(bytes)
    }
  }
}

extension VectorLine.CaseKey {
  /// The index of the key, and of the key's bit in the set of keys that the line has so far.
  fileprivate var place: Int {
    switch self {
    case .id: 0
    case .policy: 1
    case .title: 2
    case .proves: 3
    case .flags: 4
    case .source: 5
    case .comment: 6
    case .settings: 7
    case .tenant: 8
    case .given: 9
    case .steps: 10
    case .accounts: 11
    }
  }
}

extension VectorLine.LinePart {
  /// The hash of an empty range of bytes.
  static var noHash: UInt64 { 0xCBF2_9CE4_8422_2325 }

  /// Returns the hash after one more byte, by FNV-1a.
  static func hash(_ hash: UInt64, _ byte: UInt8) -> UInt64 {
    (hash ^ UInt64(byte)) &* 0x100_0000_01B3
  }
}

// MARK: Values

extension VectorLine {
  private mutating func key(_ bytes: Span<UInt8>) throws(LeftToReader) -> CaseKey {
    skipSpace(bytes)
    let range = try string(bytes)
    skipSpace(bytes)
    try take(UInt8(ascii: ":"), bytes)
    skipSpace(bytes)
    for key in CaseKey.allCases where Self.isSame(key.rawValue, at: range, bytes) {
      return key
    }
    throw LeftToReader()
  }

  private static func isSame(_ word: String, at range: Range<Int>, _ bytes: Span<UInt8>) -> Bool {
    let letters = word.utf8
    guard letters.count == range.count else { return false }
    var place = range.lowerBound
    for letter in letters {
      guard bytes[place] == letter else { return false }
      place += 1
    }
    return true
  }

  /// Reads a string without escapes, and returns the range of its text.
  private mutating func string(_ bytes: Span<UInt8>) throws(LeftToReader) -> Range<Int> {
    try take(UInt8(ascii: "\""), bytes)
    let start = index
    while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
      guard Self.isPlain(bytes[index]) else { throw LeftToReader() }
      index &+= 1
    }
    try take(UInt8(ascii: "\""), bytes)
    return start..<index - 1
  }

  private mutating func strings(_ bytes: Span<UInt8>) throws(LeftToReader) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    try elements(bytes) { (line, bytes) throws(LeftToReader) in
      ranges.append(try line.string(bytes))
    }
    return ranges
  }

  private mutating func objects(_ bytes: Span<UInt8>) throws(LeftToReader) -> [LinePart] {
    var parts: [LinePart] = []
    try elements(bytes) { (line, bytes) throws(LeftToReader) in
      parts.append(try line.container(UInt8(ascii: "{"), bytes))
    }
    return parts
  }

  /// Reads an array, and calls a closure for each element.
  private mutating func elements(
    _ bytes: Span<UInt8>, _ read: (inout VectorLine, Span<UInt8>) throws(LeftToReader) -> Void
  ) throws(LeftToReader) {
    try take(UInt8(ascii: "["), bytes)
    skipSpace(bytes)
    guard !isTaken(UInt8(ascii: "]"), bytes) else { return }
    repeat {
      skipSpace(bytes)
      try read(&self, bytes)
      skipSpace(bytes)
    } while isTaken(UInt8(ascii: ","), bytes)
    try take(UInt8(ascii: "]"), bytes)
  }

  /// Moves past an object or array, and returns its range and hash.
  ///
  /// The decoder of the part checks whether the brackets match and the content is valid.
  private mutating func container(
    _ open: UInt8, _ bytes: Span<UInt8>
  ) throws(LeftToReader) -> LinePart {
    guard index < bytes.count, bytes[index] == open else { throw LeftToReader() }
    let start = index
    // Local variables stay in registers, unlike stored properties.
    var place = start
    var hash = LinePart.noHash
    var depth = 0
    repeat {
      guard place < bytes.count else { throw LeftToReader() }
      let byte = bytes[place]
      place &+= 1
      hash = LinePart.hash(hash, byte)
      if byte == UInt8(ascii: "\"") {
        var letter: UInt8
        repeat {
          guard place < bytes.count else { throw LeftToReader() }
          letter = bytes[place]
          place &+= 1
          hash = LinePart.hash(hash, letter)
          // Most bytes are lowercase letters, for which this order needs one comparison less.
          guard letter > UInt8(ascii: "\\") ? letter < 0x7F : Self.isPlain(letter) else {
            throw LeftToReader()
          }
        } while letter != UInt8(ascii: "\"")
      } else if byte | 0x20 == UInt8(ascii: "{") {
        // `{` and `[` differ in only one bit, as do `}` and `]`.
        depth &+= 1
      } else if byte | 0x20 == UInt8(ascii: "}") {
        depth &-= 1
      } else {
        guard Self.isPlain(byte) else { throw LeftToReader() }
      }
    } while depth > 0
    index = place
    return LinePart(range: start..<place, hash: hash)
  }
}

// MARK: Bytes

extension VectorLine {
  /// Returns whether a byte is printable ASCII and starts no escape.
  private static func isPlain(_ byte: UInt8) -> Bool {
    byte &- 0x20 < 0x5F && byte != UInt8(ascii: "\\")
  }

  private mutating func take(_ byte: UInt8, _ bytes: Span<UInt8>) throws(LeftToReader) {
    guard isTaken(byte, bytes) else { throw LeftToReader() }
  }

  private mutating func isTaken(_ byte: UInt8, _ bytes: Span<UInt8>) -> Bool {
    guard index < bytes.count, bytes[index] == byte else { return false }
    index &+= 1
    return true
  }

  private mutating func skipSpace(_ bytes: Span<UInt8>) {
    while index < bytes.count, JSONLines.isSpace(bytes[index]) {
      index &+= 1
    }
  }
}
