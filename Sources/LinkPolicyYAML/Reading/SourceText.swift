internal import LinkPolicy
internal import LinkPolicyDiagnostics

/// The text of a file after its characters were judged, ready for libyaml.
///
/// Holds no byte order mark, line feeds as its only line ends, and U+FFFD or a space in place of each refused character, so that the
/// rest can still be read and every column stays what it was.
struct SourceText {
  /// The text, as UTF-8.
  private(set) var bytes: [UInt8]
  /// Whether a scalar is a byte, so that indices need no translation.
  private(set) var isASCII = true
  /// Whether a byte order mark stood in front; it counts in the columns of the first line.
  let hasMark: Bool
  /// The place after the last character.
  private(set) var end: SourcePosition

  init(_ input: [UInt8], file: Int, into problems: inout ProblemList) {
    hasMark = input.starts(with: [0xEF, 0xBB, 0xBF])
    bytes = hasMark ? Array(input.dropFirst(3)) : input
    end = SourcePosition(file: file, line: 1, column: 1)
    if Self.needsAttention(bytes) {
      judge(file: file, into: &problems)
    }
    findEnd()
  }

  private mutating func findEnd() {
    end.line += Self.lineFeeds(bytes)
    let start = bytes.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    end.column += bytes[start...].count { $0 & 0xC0 != 0x80 }
    if hasMark, end.line == 1 {
      end.column += 1
    }
  }

  private static func lineFeeds(_ bytes: [UInt8]) -> Int {
    unsafe bytes.withUnsafeBufferPointer { text in
      var count = 0
      for index in 0..<text.count {
        count &+= unsafe text[index] == 0x0A ? 1 : 0
      }
      return count
    }
  }

  /// Most files hold nothing but printable ASCII; telling so is much faster than decoding them.
  ///
  /// Goes through all of a text, and unsafely, since a loop without a way out and without checks is done for many
  /// bytes at a time.
  private static func needsAttention(_ bytes: [UInt8]) -> Bool {
    unsafe bytes.withUnsafeBufferPointer { text in
      var strange: UInt8 = 0
      for index in 0..<text.count {
        let byte = unsafe text[index]
        // Nothing is both: a line feed is no printable character.
        strange |= (byte &- 0x20 < 0x5F ? 0 : 1) ^ (byte == 0x0A ? 1 : 0)
      }
      return strange != 0
    }
  }

  private mutating func judge(file: Int, into problems: inout ProblemList) {
    var kept: [UInt8] = []
    kept.reserveCapacity(bytes.count)
    var position = SourcePosition(file: file, line: 1, column: hasMark ? 2 : 1)
    var parser = Unicode.UTF8.ForwardParser()
    var input = bytes.makeIterator()
    var next = parser.parseScalar(from: &input)
    while true {
      let current = next
      if case .emptyInput = current { break }
      next = parser.parseScalar(from: &input)
      switch current {
      case .emptyInput:
        break
      case .error:
        problems.addBroken(line: position.line, Self.invalid(at: position))
        kept.append(contentsOf: [0xEF, 0xBF, 0xBD])
      case .valid(let code):
        let scalar = Unicode.UTF8.decode(code)
        if scalar == "\r" {
          // Windows line ends become plain ones; no column before them changes.
          if Self.isLineFeed(next) { continue }
          let found = Forbidden.carriageReturn.problem(scalar, at: position)
          problems.addBroken(line: position.line, found)
          kept.append(0x20)
        } else if let forbidden = Forbidden(scalar) {
          problems.addBroken(line: position.line, forbidden.problem(scalar, at: position))
          kept.append(contentsOf: [0xEF, 0xBF, 0xBD])
        } else {
          kept.append(contentsOf: code)
        }
        if scalar == "\n" {
          position.line += 1
          position.column = 0
        }
      }
      position.column += 1
    }
    bytes = kept
    isASCII = kept.allSatisfy { $0 < 0x80 }
  }

  private static func isLineFeed(_ result: Unicode.ParseResult<Unicode.UTF8.EncodedScalar>) -> Bool
  {
    if case .valid(let code) = result { code.first == 0x0A } else { false }
  }

  private static func invalid(at position: SourcePosition) -> Diagnostic {
    Diagnostic(
      .yamlInvalidUTF8, .error, "the bytes here are not UTF-8", at: position,
      help: "save the file as UTF-8")
  }
}
