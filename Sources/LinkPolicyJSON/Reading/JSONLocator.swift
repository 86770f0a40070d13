package import LinkPolicy

/// Turns the byte offsets of one document into lines and columns.
///
/// Holds the buffer by reference, so a locator for every line of JSON Lines copies nothing. An
/// offset outside of the document is brought to its nearest end.
package struct JSONLocator: Sendable {
  private static var blockSize: Int { 1024 }

  let bytes: [UInt8]
  private let range: Range<Int>
  private let file: Int
  private let firstLine: Int
  // The offsets at which the second and later lines start.
  private let lineStarts: [Int]
  // How many continuation bytes stand before each block; empty if none stands anywhere.
  private let continuations: [Int]
  private let isASCII: Bool

  init(
    _ bytes: [UInt8], _ range: Range<Int>, file: Int, firstLine: Int, lineStarts: [Int],
    isASCII: Bool
  ) {
    self.bytes = bytes
    self.range = range
    self.file = file
    self.firstLine = firstLine
    self.lineStarts = lineStarts
    self.isASCII = isASCII
    continuations = isASCII ? [] : Self.countContinuations(bytes.span, range)
  }

  /// The positions in a text that is a whole file, whatever its language.
  package init(text bytes: [UInt8], file: Int) {
    var lineStarts: [Int] = []
    var isASCII = true
    for (index, byte) in bytes.enumerated() {
      if byte == UInt8(ascii: "\n") { lineStarts.append(index + 1) }
      if byte >= 0x80 { isASCII = false }
    }
    self.init(
      bytes, 0..<bytes.count, file: file, firstLine: 1, lineStarts: lineStarts, isASCII: isASCII)
  }

  /// The position of a byte offset.
  package func position(at offset: Int) -> SourcePosition {
    let offset = min(max(offset, range.lowerBound), range.upperBound)
    var low = 0
    var high = lineStarts.count
    while low < high {
      let middle = low + (high - low) / 2
      if lineStarts[middle] <= offset {
        low = middle + 1
      } else {
        high = middle
      }
    }
    let start = low == 0 ? range.lowerBound : lineStarts[low - 1]
    let wide = isASCII ? 0 : continuations(before: offset) - continuations(before: start)
    return SourcePosition(file: file, line: firstLine + low, column: offset - start - wide + 1)
  }

  /// The position of a value.
  package func position(of value: JSONValue) -> SourcePosition {
    position(at: value.offset)
  }

  /// The key of a member with its position.
  package func key(of member: JSONMember) -> Located<Name> {
    Located(member.key, at: position(at: member.keyOffset))
  }

  private func continuations(before offset: Int) -> Int {
    let block = (offset - range.lowerBound) / Self.blockSize
    var count = block == 0 ? 0 : continuations[block - 1]
    var index = range.lowerBound + block * Self.blockSize
    while index < offset {
      count += UTF8Sequence.isContinuation(bytes[index]) ? 1 : 0
      index += 1
    }
    return count
  }

  private static func countContinuations(_ bytes: Span<UInt8>, _ range: Range<Int>) -> [Int] {
    var counts: [Int] = []
    var count = 0
    var index = range.lowerBound
    var boundary = index + blockSize
    while boundary <= range.upperBound {
      while index < boundary {
        count += UTF8Sequence.isContinuation(bytes[index]) ? 1 : 0
        index += 1
      }
      counts.append(count)
      boundary += blockSize
    }
    return counts
  }
}
