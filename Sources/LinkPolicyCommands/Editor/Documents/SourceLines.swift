internal import LinkPolicy

/// A converter of many source positions in one file to byte offsets and editor positions.
///
/// In source positions, lines end with LF and columns count scalars.
struct SourceLines {
  private let bytes: [UInt8]
  private let starts: [Int]
  private let editorLines: LineTable
  private let widths: WidthIndex

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var starts = [0]
    for index in bytes.indices where bytes[index] == 0x0A {
      starts.append(index + 1)
    }
    self.starts = starts
    editorLines = LineTable(bytes)
    widths = WidthIndex(bytes)
  }

  /// Returns the range from a position to another position or to the end of the word, in the form of the Language
  /// Server Protocol.
  func textRange(
    from start: SourcePosition, to end: SourcePosition? = nil, _ encoding: PositionEncoding
  ) -> TextRange {
    textRange(of: range(from: start, to: end), encoding)
  }

  /// Converts a range of bytes to a range of the Language Server Protocol.
  func textRange(of range: Range<Int>, _ encoding: PositionEncoding) -> TextRange {
    TextRange(
      position(of: range.lowerBound, encoding), position(of: range.upperBound, encoding))
  }

  private func position(of offset: Int, _ encoding: PositionEncoding) -> TextPosition {
    let line = editorLines.line(of: offset)
    return TextPosition(line, widths.width(editorLines.starts[line]..<offset, encoding))
  }

  /// Returns the offset of a position; a position beyond the line or the text means the end of the line or text.
  func offset(of position: SourcePosition) -> Int {
    guard position.line >= 1 else { return 0 }
    guard position.line <= starts.count else { return bytes.count }
    return widths.offset(
      position.column - 1, scalarsBehind: starts[position.line - 1],
      limit: end(ofLine: position.line))
  }

  /// Returns the bytes from a position to another position, or to the end of the word.
  func range(from start: SourcePosition, to end: SourcePosition? = nil) -> Range<Int> {
    let first = offset(of: start)
    if let end {
      return first..<max(first, offset(of: end))
    }
    return first..<self.end(ofWordAt: first, line: start.line)
  }

  /// Returns the end of a word: a quoted scalar, or text without spaces and YAML indicators, with at least one
  /// character.
  private func end(ofWordAt first: Int, line: Int) -> Int {
    guard line >= 1, line <= starts.count else { return first }
    let limit = max(first, end(ofLine: line))
    guard first < limit else { return first }
    let token = LenientToken(bytes, first, limit: limit, inFlow: true)
    if token.isKey || token.isUnclosed || bytes[first] == UInt8(ascii: "\"") {
      return max(first + 1, token.range.upperBound)
    }
    var end = first
    while end < token.range.upperBound, bytes[end] != 0x20 {
      end += 1
    }
    return max(first + 1, end)
  }

  /// Returns the end of a line without its line break.
  private func end(ofLine line: Int) -> Int {
    var end = line < starts.count ? starts[line] - 1 : bytes.count
    while end > starts[line - 1], bytes[end - 1] == 0x0D {
      end -= 1
    }
    return end
  }
}

/// An index of the number of characters in a text, for fast conversion of positions in long lines.
///
/// The index stores the number of characters every 1024 bytes, so a lookup scans only one interval.
struct WidthIndex {
  /// The numbers of scalars and UTF-16 code units before a byte.
  private struct WidthIndexEntry {
    var scalars = 0
    var units = 0

    mutating func add(_ byte: UInt8) {
      scalars += PositionEncoding.utf32.width(ofLead: byte)
      units += PositionEncoding.utf16.width(ofLead: byte)
    }
  }

  /// The number of bytes in an interval.
  private static var distance: Int { 1024 }

  private let bytes: [UInt8]
  private let notes: [WidthIndexEntry]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var notes: [WidthIndexEntry] = []
    var note = WidthIndexEntry()
    for (index, byte) in bytes.enumerated() {
      if index % Self.distance == 0 {
        notes.append(note)
      }
      note.add(byte)
    }
    if bytes.count % Self.distance == 0 {
      notes.append(note)
    }
    self.notes = notes
  }

  /// Returns the width of a range in units of an encoding.
  func width(_ range: Range<Int>, _ encoding: PositionEncoding) -> Int {
    switch encoding {
    case .utf8: range.count
    case .utf16: note(before: range.upperBound).units - note(before: range.lowerBound).units
    case .utf32: note(before: range.upperBound).scalars - note(before: range.lowerBound).scalars
    }
  }

  /// Returns the offset of the scalar that is `count` scalars after `start`; returns `limit` if that scalar is not
  /// before the limit.
  func offset(_ count: Int, scalarsBehind start: Int, limit: Int) -> Int {
    guard count > 0 else { return start }
    let target = note(before: start).scalars + min(count, bytes.count)
    var (low, high) = (start / Self.distance, limit / Self.distance + 1)
    // Finds the last index entry at or before the target.
    while high - low > 1 {
      let middle = (low + high) / 2
      if notes[middle].scalars <= target {
        low = middle
      } else {
        high = middle
      }
    }
    var offset = max(start, low * Self.distance)
    var scalars = note(before: offset).scalars
    while offset < limit {
      let width = PositionEncoding.utf32.width(ofLead: bytes[offset])
      if width > 0, scalars == target { return offset }
      scalars += width
      offset += 1
    }
    return limit
  }

  private func note(before offset: Int) -> WidthIndexEntry {
    let index = offset / Self.distance
    var note = notes[index]
    for byte in bytes[(index * Self.distance)..<offset] {
      note.add(byte)
    }
    return note
  }
}

/// A converter of offsets to positions, for offsets in ascending order.
struct ScalarPlaces {
  private let bytes: [UInt8]
  private var offset = 0
  private var position = SourcePosition(line: 1, column: 1)

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Returns the position of a byte; the byte must not precede the byte of the previous call.
  mutating func position(of next: Int) -> SourcePosition {
    while offset < next {
      if bytes[offset] == 0x0A {
        position.line += 1
        position.column = 1
      } else if offset + 1 == bytes.count || bytes[offset + 1] & 0xC0 != 0x80 {
        position.column += 1
      }
      offset += 1
    }
    return position
  }
}
