/// Takes a stream of bytes apart into the messages in it, each behind a header that says how long it is.
///
/// A header that cannot be read is reported once, and what follows is skipped up to the next header that
/// can: an editor that has miscounted one message gets an answer to the next.
struct MessageReader {
  /// What comes out of the stream.
  enum Part: Equatable {
    /// The content of a message.
    case message([UInt8])
    /// Something that is no message, and why.
    case broken(String)
  }

  /// The bytes that a message may have: a text of the length that policies may have, every byte of it escaped.
  static var messageLimit: Int { 64 << 20 }
  /// The bytes that a line of a header may have.
  static var lineLimit: Int { 4096 }

  private enum State {
    /// In a header, of which the length is known where it was read already.
    case header(length: Int?)
    /// In a content of which so many bytes are still to come.
    case content(left: Int)
    /// In a content that is too long and is passed over.
    case skipping(left: Int)
    /// In something that is no header.
    case lost
  }

  private var state = State.header(length: nil)
  private var line: [UInt8] = []
  private var content: [UInt8] = []

  /// Whether the stream stands between two messages, where it may end.
  var isBetweenMessages: Bool {
    if case .header(length: nil) = state { line.isEmpty } else { false }
  }

  /// Takes the next bytes and returns what they complete.
  mutating func read(_ bytes: [UInt8]) -> [Part] {
    var parts: [Part] = []
    var index = 0
    while index < bytes.count {
      switch state {
      case .content(let left):
        let count = min(left, bytes.count - index)
        content += bytes[index..<index + count]
        index += count
        state = .content(left: left - count)
        if count == left {
          parts.append(.message(content))
          content = []
          state = .header(length: nil)
        }
      case .skipping(let left):
        let count = min(left, bytes.count - index)
        index += count
        state = count == left ? .header(length: nil) : .skipping(left: left - count)
      case .header, .lost:
        takeHeader(bytes[index], &parts)
        index += 1
      }
    }
    return parts
  }

  private mutating func takeHeader(_ byte: UInt8, _ parts: inout [Part]) {
    line.append(byte)
    if byte == UInt8(ascii: "\n") {
      endLine(&parts)
      line.removeAll(keepingCapacity: true)
    } else if line.count > Self.lineLimit {
      lose("a header line has more than \(Self.lineLimit) bytes", &parts)
      // The start of a header may be in what is kept.
      line.removeFirst(line.count - HeaderLine.name.count)
    }
  }

  private mutating func endLine(_ parts: inout [Part]) {
    let isWhole = line.suffix(2) == [0x0D, 0x0A]
    let text = line.dropLast(isWhole ? 2 : 1)
    switch state {
    case .lost:
      // The rest of a message that was counted too short ends in the middle of a line.
      guard isWhole, let start = HeaderLine.start(in: text) else { return }
      takeLine(HeaderLine(text[start...]), known: nil, &parts)
    case .header(let length):
      if !isWhole {
        lose("a header line does not end with CR LF", &parts)
      } else if text.isEmpty {
        endHeader(length, &parts)
      } else {
        takeLine(HeaderLine(text), known: length, &parts)
        if case .lost = state, let start = HeaderLine.start(in: text), start > text.startIndex {
          takeLine(HeaderLine(text[start...]), known: nil, &parts)
        }
      }
    case .content, .skipping:
      break
    }
  }

  private mutating func takeLine(_ line: HeaderLine, known: Int?, _ parts: inout [Part]) {
    switch line {
    case .length(let length):
      if let known, known != length {
        lose("a header has two lengths", &parts)
      } else {
        state = .header(length: length)
      }
    case .other:
      state = .header(length: known)
    case .wrong(let reason):
      lose(reason, &parts)
    }
  }

  private mutating func endHeader(_ length: Int?, _ parts: inout [Part]) {
    guard let length else {
      lose("a header has no `Content-Length`", &parts)
      return
    }
    if length == 0 {
      parts.append(.message([]))
      state = .header(length: nil)
    } else if length <= Self.messageLimit {
      state = .content(left: length)
    } else {
      parts.append(
        .broken("a message has \(length) bytes; the most is \(Self.messageLimit)"))
      state = .skipping(left: length)
    }
  }

  private mutating func lose(_ reason: String, _ parts: inout [Part]) {
    if case .lost = state { return }
    state = .lost
    parts.append(.broken(reason))
  }
}
