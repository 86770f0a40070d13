internal import LinkPolicy
package import LinkPolicyDiagnostics

/// The strict reader, which converts the text of a document to a tree and findings.
///
/// The reader accepts one UTF-8 document of block and flow maps and lists, plain and quoted scalars, and comments. The
/// reader rejects all other YAML constructs, and all characters that hide or disguise text. Each rejection is a finding
/// with a ``DiagnosticCode``. Limits bound the work of the reader for any input.
package enum YAMLReader {
  /// Reads a document, and adds its findings to `diagnostics` in the order of positions.
  ///
  /// `file` is the file index in positions; the caller registers the bytes in a ``SourceMap``. The reader keeps
  /// comments only if `keepsTrivia` is true, for a formatter. The reader accepts a leading byte order mark, which
  /// counts as the first column.
  package static func read(
    _ bytes: [UInt8], file: Int, limits: YAMLLimits = .standard,
    keepsTrivia: Bool = false, into diagnostics: inout [Diagnostic]
  ) -> YAMLReading {
    var problems = ProblemList(limit: limits.diagnostics)
    guard bytes.count <= limits.bytes else {
      problems.add(tooLong(bytes.count, limits: limits, file: file))
      diagnostics += problems.finished()
      return YAMLReading()
    }
    let text = SourceText(bytes, file: file, into: &problems)
    var builder = TreeBuilder(
      text, file: file, limits: limits, keepsTrivia: keepsTrivia, problems: problems)
    let reading = builder.read()
    diagnostics += builder.problems.finished()
    return reading
  }

  private static func tooLong(_ count: Int, limits: YAMLLimits, file: Int) -> Diagnostic {
    Diagnostic(
      .yamlByteLimit, .error, "the file has \(count) bytes; expected at most \(limits.bytes)",
      at: SourcePosition(file: file, line: 1, column: 1),
      help: "shorten the file; no part of the file was read")
  }
}

/// The result of the strict reader for a document.
package struct YAMLReading: Sendable {
  /// The tree; nil if the document is empty or could not be read to its end.
  ///
  /// A finding does not discard the tree if the rest of the text is readable, so that later stages can add findings.
  /// The tree omits each entry with a rejected key, and the later of two entries with the same key.
  package var root: YAMLNode?
  /// The comments and dashes; nil unless the caller requested them.
  package var trivia: YAMLTrivia?
  /// The amount of work that the reader did.
  package var statistics = YAMLReadStatistics()
}

/// The numbers of libyaml's events and of nodes for one document.
package struct YAMLReadStatistics: Sendable, Hashable {
  /// The number of events from libyaml.
  package var events = 0
  /// The number of scalars, keys and collections.
  package var nodes = 0
}

/// The limits on the size and structure of a document, which bound the work of the reader.
package struct YAMLLimits: Sendable {
  /// The maximum number of bytes; the reader rejects a larger document without reading it.
  package var bytes = 8 << 20
  /// The maximum nesting depth of collections; the reader stops at a deeper collection.
  package var depth = 16
  /// The maximum number of scalars, keys and collections; the reader stops at the next node.
  package var nodes = 1_000_000
  /// The maximum number of bytes in a scalar.
  package var scalarBytes = 4096
  /// The maximum number of items in a list.
  package var rows = 10_000
  /// The maximum number of findings to keep; the reader only counts further findings.
  package var diagnostics = 100

  /// The limits that all entry points of the package apply.
  package static var standard: YAMLLimits { YAMLLimits() }

  /// Creates the standard limits; set a property to change its limit.
  package init() {}
}

/// The text of a file after a check of its characters, ready for libyaml.
///
/// The text has no byte order mark, and its only line ends are line feeds. U+FFFD or a space replaces each rejected
/// character, so that the rest of the text is readable and no column changes.
struct SourceText {
  /// The checked text, as UTF-8.
  private(set) var bytes: [UInt8]
  /// Whether the text is ASCII.
  ///
  /// In such text, each character is at the index of its only byte.
  private(set) var isASCII = true
  /// Whether the file had a leading byte order mark, which counts in the columns of the first line.
  let hasMark: Bool
  /// The position after the last character of the text.
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

  /// Returns whether the text contains a byte other than printable ASCII and line feeds; such bytes are rare in
  /// policies.
  ///
  /// Checking the bytes is much faster than decoding the text. The loop is unchecked and has no early exit, so that the
  /// compiler can vectorize it.
  private static func needsAttention(_ bytes: [UInt8]) -> Bool {
    unsafe bytes.withUnsafeBufferPointer { text in
      var strange: UInt8 = 0
      for index in 0..<text.count {
        let byte = unsafe text[index]
        // The two conditions exclude each other, because a line feed is not printable.
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
          // A Windows line end becomes a line feed, which changes no column on the line.
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
