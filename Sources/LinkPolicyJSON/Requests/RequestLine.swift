internal import LinkPolicy
package import LinkPolicyDiagnostics

/// One line of a stream of requests: the caller's id, and what is asked or why it cannot be read.
package struct RequestLine: Sendable {
  /// The id to answer with, which a line can have that cannot be read otherwise.
  package let id: RequestID
  /// What is asked.
  package let request: Result<Request, InvalidInput>

  /// The bounds of a line: 16 MiB, and arrays and objects 64 deep.
  package static var limits: JSONLimits { JSONLimits() }

  /// Reads a line that is not blank; its bytes come without the line feed.
  ///
  /// The name is that of the file as places show it, the number that of the line in it.
  package init(_ bytes: [UInt8], name: String, line: Int) {
    let sources = SourceMap(files: [SourceMap.File(name: name, bytes: bytes, firstLine: line)])
    id = RequestID(ofLine: bytes)
    do throws(InvalidInput) {
      let document = try JSONDocument(
        bytes, 0..<bytes.count, file: 0, of: sources, firstLine: line, limits: Self.limits)
      var findings = JSONFindings(document)
      let request = Request(document.root, &findings)
      try findings.check(in: sources)
      guard let request else {
        preconditionFailure("a request is nil only beside a finding")
      }
      self.request = .success(request)
    } catch {
      request = .failure(error)
    }
  }

  /// A line that is longer than the limit, of which nothing is kept.
  package init(tooLongIn name: String, line: Int) {
    let diagnostic = Diagnostic(
      .jsonTooLong, .error, "the line is longer than \(Self.limits.documentBytes) bytes",
      at: SourcePosition(line: line, column: 1))
    id = .none
    request = .failure(
      InvalidInput([diagnostic], in: SourceMap(files: [SourceMap.File(name: name)])))
  }

  /// Whether bytes are a blank line, which asks nothing and is not answered.
  package static func isBlank(_ bytes: some Sequence<UInt8>) -> Bool {
    !bytes.contains { !JSONLines.isSpace($0) }
  }
}
