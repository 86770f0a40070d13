/// A text as an editor has it, and the way between its bytes and positions of several kinds.
struct EditedText: Sendable {
  /// The text in UTF-8.
  private(set) var bytes: [UInt8]
  private var lines: LineTable

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    lines = LineTable(bytes)
  }

  /// Puts other bytes in the place of a range, whose ends are in the order that they have.
  mutating func replace(_ range: TextRange, with new: [UInt8], _ encoding: PositionEncoding) {
    let ends = [offset(of: range.start, encoding), offset(of: range.end, encoding)].sorted()
    bytes.replaceSubrange(ends[0]..<ends[1], with: new)
    lines.replace(ends[0]..<ends[1], count: new.count, in: bytes)
  }

  /// The byte at a position.
  ///
  /// A character beyond the line is the end of the line, as the protocol has it, and a line beyond the text is
  /// the end of the text. A position inside a character is where it begins.
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

  /// Whether a text has such a line.
  func hasLine(of position: TextPosition) -> Bool { position.line < lines.count }

  /// The position of a byte.
  func position(of offset: Int, _ encoding: PositionEncoding) -> TextPosition {
    let offset = min(max(offset, 0), bytes.count)
    let line = lines.line(of: offset)
    let width = bytes[lines.starts[line]..<offset].reduce(0) { $0 + encoding.width(ofLead: $1) }
    return TextPosition(line, width)
  }

  /// The range of some bytes.
  func range(of bytes: Range<Int>, _ encoding: PositionEncoding) -> TextRange {
    TextRange(position(of: bytes.lowerBound, encoding), position(of: bytes.upperBound, encoding))
  }

  /// The bytes of a line without its end.
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
