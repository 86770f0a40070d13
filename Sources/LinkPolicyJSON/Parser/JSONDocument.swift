package import LinkPolicy
package import LinkPolicyDiagnostics

/// A JSON document, parsed strictly by RFC 8259, with the positions of its values.
///
/// The parser rejects input that lenient parsers accept: duplicate keys, a byte order mark, invalid UTF-8 and lone
/// surrogates. The parser compares keys byte by byte after decoding escapes, without Unicode normalization. The parser
/// stops at the first problem.
package struct JSONDocument: Sendable {
  /// The outermost value of the document.
  package let root: JSONValue
  /// The converter from the offsets of values to lines and columns.
  package let locator: JSONLocator

  /// Parses a document that is the only file of its source map.
  package init(
    _ bytes: [UInt8], name: String, limits: JSONLimits = JSONLimits()
  ) throws(InvalidInput) {
    let sources = SourceMap(files: [SourceMap.File(name: name, bytes: bytes)])
    try self.init(file: 0, of: sources, limits: limits)
  }

  /// Parses one file of a source map; the source map must contain the file's bytes.
  package init(
    file: Int, of sources: SourceMap, limits: JSONLimits = JSONLimits()
  ) throws(InvalidInput) {
    let bytes = sources.files[file].bytes
    try self.init(
      bytes, 0..<bytes.count, file: file, of: sources, firstLine: 1, limits: limits)
  }

  init(
    _ bytes: [UInt8], _ range: Range<Int>, file: Int, of sources: SourceMap, firstLine: Int,
    limits: JSONLimits
  ) throws(InvalidInput) {
    var parser = JSONParser(bytes, range, limits: limits)
    do throws(JSONSyntaxError) {
      root = JSONValue(try parser.document(bytes.span), 0)
      locator = JSONLocator(
        bytes, range, file: file, firstLine: firstLine, lineStarts: parser.lineStarts,
        isASCII: parser.isASCII)
    } catch {
      let locator = JSONLocator(
        bytes, range, file: file, firstLine: firstLine, lineStarts: parser.lineStarts,
        isASCII: parser.isASCII)
      throw InvalidInput([error.diagnostic(locator, limits)], in: sources)
    }
  }
}

/// A converter from byte offsets of one document to lines and columns.
///
/// The locator holds the buffer by reference, so creating a locator for every line of JSON Lines copies nothing. An
/// offset outside the document is clamped to the document's start or end.
package struct JSONLocator: Sendable {
  private static var blockSize: Int { 1024 }

  let bytes: [UInt8]
  private let range: Range<Int>
  private let file: Int
  private let firstLine: Int
  // The offsets at which the second and later lines start.
  private let lineStarts: [Int]
  // For each block of bytes, the number of continuation bytes before the block's end; empty if the text is ASCII.
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

  /// Creates a locator for the text of a whole file; the text need not be JSON.
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

  /// Returns the line and column of a byte offset; an offset outside the text counts as the nearest end.
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

  /// Returns the line and column of the first byte of a value, for diagnostics.
  package func position(of value: JSONValue) -> SourcePosition {
    position(at: value.offset)
  }

  /// Returns the key of a member with its position.
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

/// A reader of the documents in a JSON Lines buffer, which has one document on each line.
///
/// A line ends at a line feed, and the reader skips blank lines. If a line cannot be parsed, the call throws and the
/// next call continues with the next line, so that a caller can collect all problems.
package struct JSONLines: Sendable {
  /// The source map of the positions of all documents.
  package let sources: SourceMap
  /// The number of the line at which the next call starts.
  package private(set) var line: Int

  /// The buffer with the lines.
  package let bytes: [UInt8]
  private let limits: JSONLimits
  private var index = 0

  /// Creates a reader at the first line of a buffer.
  ///
  /// If the buffer is a later part of a stream, pass the number that the buffer's first line has in the stream. Errors
  /// of a later part contain no excerpt, because an excerpt would count lines from the start of the file.
  package init(
    _ bytes: [UInt8], name: String, firstLine: Int = 1, limits: JSONLimits = JSONLimits()
  ) {
    self.bytes = bytes
    self.limits = limits
    line = firstLine
    sources = SourceMap(files: [SourceMap.File(name: name, bytes: firstLine == 1 ? bytes : [])])
  }

  /// Parses the next line that is not blank; returns nil at the end of the buffer.
  package mutating func next() throws(InvalidInput) -> JSONDocument? {
    guard let start = nextStart() else { return nil }
    let number = line
    var end = start
    while end < bytes.count, bytes[end] != 0x0A {
      end += 1
    }
    skipLine(endingAt: end)
    return try JSONDocument(
      bytes, start..<end, file: 0, of: sources, firstLine: number, limits: limits)
  }

  /// Moves past blank lines.
  ///
  /// - Returns: the offset of the next line, which is also the start of ``line``; nil at the end of the buffer.
  package mutating func nextStart() -> Int? {
    var place = index
    while place < bytes.count {
      if bytes[place] == 0x0A {
        skipLine(endingAt: place)
      } else if !Self.isSpace(bytes[place]) {
        return index
      }
      place += 1
    }
    if place > index {
      line += 1
    }
    index = place
    return nil
  }

  /// Moves past a line that the caller has read.
  ///
  /// - Parameter end: the offset of the line's line feed, or the end of the buffer.
  package mutating func skipLine(endingAt end: Int) {
    index = end + 1
    line += 1
  }

  /// Parses a value within the next line, without parsing the rest of the line.
  ///
  /// - Parameters:
  ///   - range: the bytes of the value.
  ///   - depth: the number of arrays and objects around the value on its line.
  /// - Returns: the value, with columns that count from the start of the value.
  /// - Throws: an `InvalidInput` if the bytes are not exactly one value.
  package func part(
    _ range: Range<Int>, atDepth depth: Int
  ) throws(InvalidInput) -> JSONDocument {
    try JSONDocument(
      bytes, range, file: 0, of: sources, firstLine: line,
      limits: JSONLimits(depth: limits.depth - depth, documentBytes: limits.documentBytes))
  }

  /// Returns whether a byte is JSON white space that can occur within a line.
  package static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0D
  }
}

/// The limits of a JSON document: its nesting depth, and its length in bytes.
///
/// The parser checks the length before it reads the first byte, so an oversized input costs nothing. The parser is
/// recursive, so the depth is at most ``greatestDepth``.
public struct JSONLimits: Sendable {
  /// The largest ``depth`` that limits can have.
  ///
  /// At this depth, an unoptimized build fits into a stack of 512 KiB, the size of a secondary thread's stack on Apple
  /// platforms.
  public static var greatestDepth: Int { 128 }

  /// The maximum number of nested arrays and objects.
  public let depth: Int
  /// The maximum size of a document, or of one line of JSON Lines, in bytes.
  public let documentBytes: Int

  /// Creates limits that bound the memory and the recursion of a reader.
  ///
  /// A depth outside 1 to ``greatestDepth`` is clamped to that range. A length below 0 or above 2^32 - 2 is clamped.
  ///
  /// - Parameters:
  ///   - depth: the maximum number of nested arrays and objects.
  ///   - documentBytes: the maximum size of a document, or of one line of JSON Lines, in bytes.
  public init(depth: Int = 64, documentBytes: Int = 16 << 20) {
    self.depth = min(max(depth, 1), Self.greatestDepth)
    self.documentBytes = min(max(documentBytes, 0), Int(clamping: UInt32.max) - 1)
  }
}

extension JSONLimits {
  /// The limits of one line of JSON Lines: 8 MiB, for a file of any length.
  package static var line: JSONLimits { JSONLimits(documentBytes: 8 << 20) }
}
