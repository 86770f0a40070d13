internal import LinkPolicy
internal import LinkPolicyJSON

/// The text of an open document, with conversions between bytes and positions.
struct EditedText: Sendable {
  /// The text in UTF-8.
  private(set) var bytes: [UInt8]
  private var lines: LineTable

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    lines = LineTable(bytes)
  }

  /// Replaces a range with other bytes; the ends of the range may be reversed.
  mutating func replace(_ range: TextRange, with new: [UInt8], _ encoding: PositionEncoding) {
    let ends = [offset(of: range.start, encoding), offset(of: range.end, encoding)].sorted()
    bytes.replaceSubrange(ends[0]..<ends[1], with: new)
    lines.replace(ends[0]..<ends[1], count: new.count, in: bytes)
  }

  /// Returns the offset of a position, in bytes.
  ///
  /// The Language Server Protocol permits positions outside the text. A character beyond the line means the end of the
  /// line, and a line beyond the text means the end of the text. A position inside a character means the start of the
  /// character.
  func offset(of position: TextPosition, _ encoding: PositionEncoding) -> Int {
    guard position.line < lines.count else { return bytes.count }
    let range = content(ofLine: position.line)
    var offset = range.lowerBound
    var left = position.character
    while offset < range.upperBound, left > 0 {
      let next = end(ofScalarAt: offset)
      let width = (offset..<next).reduce(0) { $0 + encoding.width(ofLead: bytes[$1]) }
      guard width <= left else { break }
      left -= width
      offset = next
    }
    return offset
  }

  /// Returns whether the text has the line of a position.
  func hasLine(of position: TextPosition) -> Bool { position.line < lines.count }

  /// Returns the position of the byte at an offset.
  func position(of offset: Int, _ encoding: PositionEncoding) -> TextPosition {
    let offset = min(max(offset, 0), bytes.count)
    let line = lines.line(of: offset)
    let width = bytes[lines.starts[line]..<offset].reduce(0) { $0 + encoding.width(ofLead: $1) }
    return TextPosition(line, width)
  }

  /// Converts a range of bytes of the text to a range of the Language Server Protocol.
  func range(of bytes: Range<Int>, _ encoding: PositionEncoding) -> TextRange {
    TextRange(position(of: bytes.lowerBound, encoding), position(of: bytes.upperBound, encoding))
  }

  /// Returns the bytes of a line without its line break.
  func content(ofLine line: Int) -> Range<Int> {
    let start = lines.starts[line]
    var end = line + 1 < lines.count ? lines.starts[line + 1] : bytes.count
    while end > start, bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D {
      end -= 1
    }
    return start..<end
  }

  private func end(ofScalarAt offset: Int) -> Int {
    var end = offset + 1
    while end < bytes.count, bytes[end] & 0xC0 == 0x80 {
      end += 1
    }
    return end
  }
}

/// The starts of the lines of a text, as editors count lines: a line ends with LF, CR LF, or a single CR.
struct LineTable: Equatable, Sendable {
  /// The offset of each line's first byte; even an empty text has one line.
  private(set) var starts: [Int]

  init(_ bytes: [UInt8]) {
    starts = [0]
    Self.scan(bytes, 0..<bytes.count, into: &starts)
  }

  /// The number of lines.
  var count: Int { starts.count }

  /// Returns the index of the line that contains a byte.
  func line(of offset: Int) -> Int {
    var (low, high) = (0, starts.count)
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] <= offset {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low - 1
  }

  /// Updates the table after an edit, by scanning only the surrounding lines.
  ///
  /// - Parameters:
  ///   - range: the replaced bytes, in the old text.
  ///   - count: the number of new bytes.
  ///   - bytes: the new text.
  mutating func replace(_ range: Range<Int>, count: Int, in bytes: [UInt8]) {
    let shift = count - range.count
    // At the borders of the edit, a CR and an LF may have become one line break, or may have been separated.
    let first = max(0, line(of: range.lowerBound) - 1)
    let next = line(of: range.upperBound) + 2
    let end = next < starts.count ? starts[next] + shift : bytes.count
    var fresh: [Int] = []
    Self.scan(bytes, starts[first]..<end, into: &fresh)
    // The scan also finds the start of the line after the scanned range, which the table already contains.
    if next < starts.count {
      fresh.removeLast()
    }
    if shift != 0, next < starts.count {
      for index in next..<starts.count {
        starts[index] += shift
      }
    }
    starts.replaceSubrange((first + 1)..<min(next, starts.count), with: fresh)
  }

  /// Adds the start of each line that follows a line break in a range.
  private static func scan(_ bytes: [UInt8], _ range: Range<Int>, into starts: inout [Int]) {
    for index in range {
      let byte = bytes[index]
      let isEnd =
        byte == 0x0A || byte == 0x0D && (index + 1 == bytes.count || bytes[index + 1] != 0x0A)
      if isEnd {
        starts.append(index + 1)
      }
    }
  }
}

/// A position of the Language Server Protocol: line and character, both zero-based.
struct TextPosition: Hashable, Sendable {
  var line: Int
  var character: Int

  init(_ line: Int, _ character: Int) {
    self.line = line
    self.character = character
  }

  /// Reads a position; throws for negative numbers and for numbers above the limit of the protocol.
  init(_ value: JSONValue?, _ what: String) throws(ProtocolError) {
    guard let value, value.isObject else { throw .params("`\(what)` is not a position") }
    guard let line = value["line"]?.int, let character = value["character"]?.int,
      0...Int(UInt32.max) ~= line, 0...Int(UInt32.max) ~= character
    else { throw .params("`\(what)` has no `line` and `character` that count from 0") }
    self.init(line, character)
  }

  /// The position in the form of the Language Server Protocol.
  var json: JSONValue { .object(["line": .int(line), "character": .int(character)]) }
}

/// A range of the Language Server Protocol, whose end is exclusive.
struct TextRange: Hashable, Sendable {
  var start: TextPosition
  var end: TextPosition

  /// Reads a range of the protocol.
  init(_ value: JSONValue?, _ what: String) throws(ProtocolError) {
    guard let value, value.isObject else { throw .params("`\(what)` is not a range") }
    start = try TextPosition(value["start"], what + ".start")
    end = try TextPosition(value["end"], what + ".end")
  }

  init(_ start: TextPosition, _ end: TextPosition) {
    self.start = start
    self.end = end
  }

  /// The range in the form of the Language Server Protocol.
  var json: JSONValue { .object(["start": start.json, "end": end.json]) }
}

/// The unit in which an editor counts characters of a line.
enum PositionEncoding: String, CaseIterable, Sendable {
  /// Bytes; preferred if the editor offers UTF-8, because texts are stored as bytes.
  case utf8 = "utf-8"
  /// UTF-16 code units, which every editor supports.
  case utf16 = "utf-16"
  /// Unicode scalars.
  case utf32 = "utf-32"

  /// Returns the preferred encoding among the encodings that an editor offers; UTF-16 if all of them are unknown.
  static func chosen(among offered: [String]) -> PositionEncoding {
    allCases.first { offered.contains($0.rawValue) } ?? .utf16
  }

  /// Returns the number of units that a byte adds to a position: always 1 in UTF-8.
  ///
  /// In UTF-16 and UTF-32, the first byte of a scalar adds all units of the scalar, and each further byte adds 0.
  func width(ofLead byte: UInt8) -> Int {
    switch (self, byte) {
    case (.utf8, _): 1
    case (_, 0x80..<0xC0): 0
    case (.utf16, 0xF0...): 2
    case (.utf16, _), (.utf32, _): 1
    }
  }
}
