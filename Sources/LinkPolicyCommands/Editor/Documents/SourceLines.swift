internal import LinkPolicy

/// Where positions of this package are in a file, for many of them: lines end with LF, and columns count scalars.
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

  /// What stands at a position, up to another or to the end of the word, as editors say it.
  func textRange(
    from start: SourcePosition, to end: SourcePosition? = nil, _ encoding: PositionEncoding
  ) -> TextRange {
    textRange(of: range(from: start, to: end), encoding)
  }

  /// Some bytes, as editors say it.
  func textRange(of range: Range<Int>, _ encoding: PositionEncoding) -> TextRange {
    TextRange(
      position(of: range.lowerBound, encoding), position(of: range.upperBound, encoding))
  }

  private func position(of offset: Int, _ encoding: PositionEncoding) -> TextPosition {
    let line = editorLines.line(of: offset)
    return TextPosition(line, widths.width(editorLines.starts[line]..<offset, encoding))
  }

  /// The byte at a position; the end of the line or the text where it has no such place.
  func offset(of position: SourcePosition) -> Int {
    guard position.line >= 1 else { return 0 }
    guard position.line <= starts.count else { return bytes.count }
    return widths.offset(
      position.column - 1, scalarsBehind: starts[position.line - 1],
      limit: end(ofLine: position.line))
  }

  /// The bytes from a position up to another, or to the end of the word that stands there.
  func range(from start: SourcePosition, to end: SourcePosition? = nil) -> Range<Int> {
    let first = offset(of: start)
    if let end {
      return first..<max(first, offset(of: end))
    }
    return first..<self.end(ofWordAt: first, line: start.line)
  }

  /// The end of what stands at a place: a quoted scalar, or what is neither a space nor a sign of YAML; one character where
  /// that is nothing.
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

  /// The end of a line without its line end.
  private func end(ofLine line: Int) -> Int {
    var end = line < starts.count ? starts[line] - 1 : bytes.count
    while end > starts[line - 1], bytes[end - 1] == 0x0D {
      end -= 1
    }
    return end
  }
}
