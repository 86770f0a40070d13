package import LinkPolicy
package import LinkPolicyDiagnostics

/// One JSON document, strictly as RFC 8259 has it, and the way from its values to positions.
///
/// Refuses what lenient readers let pass: duplicate keys (compared after decoding escapes, byte by
/// byte, without Unicode normalisation), a byte order mark, invalid UTF-8 and lone surrogates. The
/// first problem ends the reading.
package struct JSONDocument: Sendable {
  /// The value of the document.
  package let root: JSONValue
  /// The positions of its values.
  package let locator: JSONLocator

  /// Reads a document that is the only file of its source map.
  package init(
    _ bytes: [UInt8], name: String, limits: JSONLimits = JSONLimits()
  ) throws(InvalidInput) {
    let sources = SourceMap(files: [SourceMap.File(name: name, bytes: bytes)])
    try self.init(file: 0, of: sources, limits: limits)
  }

  /// Reads one file of a source map, which must hold its bytes.
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
