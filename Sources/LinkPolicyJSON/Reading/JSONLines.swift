package import LinkPolicy
package import LinkPolicyDiagnostics

/// The documents of a JSON Lines buffer, one a line.
///
/// Lines end at a line feed; blank ones are skipped. A line that cannot be read throws once, and
/// the next call goes on with the line after it, so that a caller may collect all problems.
package struct JSONLines: Sendable {
  /// The source map that the positions of all documents refer to.
  package let sources: SourceMap
  /// The number of the line that the next call looks at first.
  package private(set) var line: Int

  private let bytes: [UInt8]
  private let limits: JSONLimits
  private var index = 0

  /// Starts at the first line of a buffer.
  ///
  /// A buffer that is a later part of a stream says so by its first line; then errors carry no
  /// bytes, because an excerpt counts lines from the start of the file.
  package init(
    _ bytes: [UInt8], name: String, firstLine: Int = 1, limits: JSONLimits = JSONLimits()
  ) {
    self.bytes = bytes
    self.limits = limits
    line = firstLine
    sources = SourceMap(files: [SourceMap.File(name: name, bytes: firstLine == 1 ? bytes : [])])
  }

  /// Reads the next line that is not blank, or returns nil at the end of the buffer.
  package mutating func next() throws(InvalidInput) -> JSONDocument? {
    while index < bytes.count {
      let start = index
      let (end, isBlank) = Self.scanLine(bytes.span, start)
      let number = line
      index = end + 1
      line += 1
      if !isBlank {
        return try JSONDocument(
          bytes, start..<end, file: 0, of: sources, firstLine: number, limits: limits)
      }
    }
    return nil
  }

  /// Whether a byte is white space of JSON that can stand in a line.
  package static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0D
  }

  private static func scanLine(_ span: Span<UInt8>, _ start: Int) -> (end: Int, isBlank: Bool) {
    var end = start
    while end < span.count, isSpace(span[end]) {
      end += 1
    }
    let isBlank = end == span.count || span[end] == 0x0A
    while end < span.count, span[end] != 0x0A {
      end += 1
    }
    return (end, isBlank)
  }
}
