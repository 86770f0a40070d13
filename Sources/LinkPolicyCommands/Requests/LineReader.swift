internal import LinkPolicyJSON
internal import LinkPolicySystem

/// The lines of a stream of any length, one at a time, in as much memory as the longest takes.
///
/// A blank line over the limit comes as an empty one: it is a line, and has nothing in it to miss.
struct LineReader {
  /// One line, or why there is none.
  enum Line {
    /// Its bytes, without the line feed.
    case bytes([UInt8])
    /// It is longer than the limit, and not blank; it was skipped.
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
  /// What is known of the present line, as far as it was skipped for its length.
  private var skipped = Skipped.nothing

  /// Whether a part of a line was skipped.
  private enum Skipped {
    case nothing, blank, text
  }

  init(_ input: ByteInput, limit: Int) {
    self.input = input
    self.limit = limit
  }

  /// The next line; nil at the end.
  ///
  /// Before more input is waited for, `wait` is called.
  mutating func next(wait: () -> Void) throws(SystemFailure) -> Line? {
    while true {
      if let end = buffer[scanned...].firstIndex(of: UInt8(ascii: "\n")) {
        return take(upTo: end)
      }
      scanned = buffer.count
      if isAtEnd {
        return start == buffer.count && skipped == .nothing ? nil : take(upTo: buffer.count)
      }
      if skipped != .nothing || buffer.count - start > limit {
        skip(upTo: buffer.count)
      }
      wait()
      try refill()
    }
  }

  private mutating func skip(upTo end: Int) {
    if skipped != .text {
      skipped = RequestLine.isBlank(buffer[start..<end]) ? .blank : .text
    }
    start = end
  }

  private mutating func take(upTo end: Int) -> Line {
    if skipped != .nothing || end - start > limit {
      skip(upTo: end)
    }
    let line: Line =
      switch skipped {
      case .nothing: .bytes(Array(buffer[start..<end]))
      case .blank: .bytes([])
      case .text: .tooLong
      }
    skipped = .nothing
    start = min(end + 1, buffer.count)
    scanned = start
    number += 1
    return line
  }

  private mutating func refill() throws(SystemFailure) {
    buffer.removeFirst(start)
    scanned -= start
    start = 0
    let more = try input.next()
    isAtEnd = more.isEmpty
    buffer += more
  }
}
