/// Where the lines of a text begin, as editors count them: after LF, CR LF, and a CR that stands alone.
struct LineTable: Equatable, Sendable {
  /// The offset of each line's first byte; there is always one line.
  private(set) var starts: [Int]

  init(_ bytes: [UInt8]) {
    starts = [0]
    Self.scan(bytes, 0..<bytes.count, into: &starts)
  }

  /// The number of lines.
  var count: Int { starts.count }

  /// The line that a byte stands in.
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

  /// Takes over what an edit has changed, looking at the lines around it alone.
  ///
  /// - Parameters:
  ///   - range: the bytes that were replaced, in the text before.
  ///   - count: how many bytes stand there now.
  ///   - bytes: the text after.
  mutating func replace(_ range: Range<Int>, count: Int, in bytes: [UInt8]) {
    let shift = count - range.count
    // A line feed may now complete a carriage return at the end of the line before, or the other way
    // round at the start of the line behind.
    let first = max(0, line(of: range.lowerBound) - 1)
    let next = line(of: range.upperBound) + 2
    let end = next < starts.count ? starts[next] + shift : bytes.count
    var fresh: [Int] = []
    Self.scan(bytes, starts[first]..<end, into: &fresh)
    // The start of the line behind what was looked at is found again at its end.
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

  /// Adds the starts of the lines behind each line end in a range.
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
