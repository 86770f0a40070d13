/// The lines of a stream of any length, one at a time, in as much memory as the longest takes.
struct LineReader {
  /// One line, or why there is none.
  enum Line {
    /// Its bytes, without the line feed.
    case bytes([UInt8])
    /// It is longer than the limit and was skipped.
    case tooLong
  }

  /// The number of the line read last.
  private(set) var number = 0

  private var input: ByteInput
  private let limit: Int
  private var buffer: [UInt8] = []
  private var start = 0
  private var scanned = 0
  private var isAtEnd = false

  init(_ input: ByteInput, limit: Int) {
    self.input = input
    self.limit = limit
  }

  /// The next line; nil at the end.
  ///
  /// Before more input is waited for, `wait` is called.
  mutating func next(wait: () -> Void) throws(SystemCalls.Failure) -> Line? {
    var isTooLong = false
    while true {
      if let end = buffer[scanned...].firstIndex(of: UInt8(ascii: "\n")) {
        return take(upTo: end, isTooLong)
      }
      scanned = buffer.count
      if isAtEnd {
        return start == buffer.count && !isTooLong ? nil : take(upTo: buffer.count, isTooLong)
      }
      if isTooLong || buffer.count - start > limit {
        isTooLong = true
        start = buffer.count
      }
      wait()
      try refill()
    }
  }

  private mutating func take(upTo end: Int, _ isTooLong: Bool) -> Line {
    let line = isTooLong || end - start > limit ? Line.tooLong : .bytes(Array(buffer[start..<end]))
    start = min(end + 1, buffer.count)
    scanned = start
    number += 1
    return line
  }

  private mutating func refill() throws(SystemCalls.Failure) {
    buffer.removeFirst(start)
    scanned -= start
    start = 0
    let more = try input.next()
    isAtEnd = more.isEmpty
    buffer += more
  }
}
