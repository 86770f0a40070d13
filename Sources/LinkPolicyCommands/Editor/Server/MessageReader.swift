/// A reader that splits a stream of bytes into messages; a header with the length precedes each message.
///
/// The reader reports an unreadable header once, and skips to the next readable header. An editor that sends one wrong
/// length therefore still gets an answer to its next message.
struct MessageReader {
  /// A part of the stream: a message, or a malformed part.
  enum StreamPart: Equatable {
    /// The content of a message.
    case message([UInt8])
    /// A malformed part, with the reason.
    case broken(String)
  }

  /// The maximum size of a message in bytes, sufficient for a policy of the maximum size with every byte escaped.
  static var messageLimit: Int { 64 << 20 }
  /// The maximum length of a header line, in bytes.
  static var lineLimit: Int { 4096 }

  private enum MessageState {
    /// The reader is inside a header.
    ///
    /// The length of the content is nil until the reader has read the header line with the length.
    case header(length: Int?)
    /// The reader is inside the content of a message.
    ///
    /// The value is the number of missing bytes.
    case content(left: Int)
    /// The reader skips the content of a message that is too long.
    ///
    /// The value is the number of missing bytes.
    case skipping(left: Int)
    /// The reader is in text that is not a header.
    case lost
  }

  private var state = MessageState.header(length: nil)
  private var line: [UInt8] = []
  private var content: [UInt8] = []

  /// Whether the stream is between two messages; only there may the stream end.
  var isBetweenMessages: Bool {
    if case .header(length: nil) = state { line.isEmpty } else { false }
  }

  /// Reads the next bytes and returns the parts that are now complete.
  mutating func read(_ bytes: [UInt8]) -> [StreamPart] {
    var parts: [StreamPart] = []
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

  private mutating func takeHeader(_ byte: UInt8, _ parts: inout [StreamPart]) {
    line.append(byte)
    if byte == UInt8(ascii: "\n") {
      endLine(&parts)
      line.removeAll(keepingCapacity: true)
    } else if line.count > Self.lineLimit {
      lose("a header line has more than \(Self.lineLimit) bytes", &parts)
      // The last bytes are kept, because they may contain the start of a header.
      line.removeFirst(line.count - HeaderLine.name.count)
    }
  }

  private mutating func endLine(_ parts: inout [StreamPart]) {
    let isWhole = line.suffix(2) == [0x0D, 0x0A]
    let text = line.dropLast(isWhole ? 2 : 1)
    switch state {
    case .lost:
      // If the stated length of a message was too small, the next header follows the rest of the message on the same
      // line.
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

  private mutating func takeLine(_ line: HeaderLine, known: Int?, _ parts: inout [StreamPart]) {
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

  private mutating func endHeader(_ length: Int?, _ parts: inout [StreamPart]) {
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
        .broken("a message has \(length) bytes; the limit is \(Self.messageLimit) bytes"))
      state = .skipping(left: length)
    }
  }

  private mutating func lose(_ reason: String, _ parts: inout [StreamPart]) {
    if case .lost = state { return }
    state = .lost
    parts.append(.broken(reason))
  }
}

/// One line of a message header, without its line break.
enum HeaderLine: Equatable {
  /// The length of the content, in bytes.
  case length(Int)
  /// Another header, such as the content type.
  case other
  /// A malformed header line, with the reason.
  case wrong(String)

  /// The start of a line with the length, in lower case.
  static var name: [UInt8] { Array("content-length:".utf8) }

  /// Parses a header line.
  init(_ line: ArraySlice<UInt8>) {
    if Self.begins(line, with: Self.name) {
      self = Self.length(line.dropFirst(Self.name.count))
    } else if Self.begins(line, with: Array("content-type:".utf8)) {
      self = .other
    } else {
      self = .wrong("a header line is neither `Content-Length` nor `Content-Type`")
    }
  }

  /// Returns the last offset at which a header line with a length begins; nil if no such line begins in the bytes.
  static func start(in bytes: ArraySlice<UInt8>) -> Int? {
    guard bytes.count >= name.count else { return nil }
    let places = bytes.startIndex...(bytes.endIndex - name.count)
    return places.last { begins(bytes[$0...], with: name) }
  }

  private static func length(_ text: ArraySlice<UInt8>) -> HeaderLine {
    let digits = text.drop { $0 == 0x20 || $0 == 0x09 }
      .reversed().drop { $0 == 0x20 || $0 == 0x09 }.reversed()
    // A number with more digits cannot be a valid length.
    guard !digits.isEmpty, digits.count <= 15,
      digits.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 })
    else { return .wrong("`Content-Length` is not a number of bytes") }
    return .length(digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) })
  }

  private static func begins(_ line: ArraySlice<UInt8>, with name: [UInt8]) -> Bool {
    line.count >= name.count
      && zip(line, name).allSatisfy { byte, expected in
        byte == expected || (0x41...0x5A ~= byte && byte | 0x20 == expected)
      }
  }
}
