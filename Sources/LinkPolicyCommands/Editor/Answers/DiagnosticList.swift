internal import LinkPolicy
internal import LinkPolicyJSON
internal import LinkPolicyReview

/// The findings about a document in the form of the Language Server Protocol, with the codes, levels and texts of
/// `linkpolicy check`.
struct DiagnosticList {
  private let state: PolicyState
  private let encoding: PositionEncoding
  private let lines: SourceLines
  /// The lines of the files to which related positions refer, by file index.
  private var others: [Int: SourceLines] = [:]
  /// The range in the document at which findings about extended files are shown.
  private let extends: Range<Int>

  init(_ state: PolicyState, _ encoding: PositionEncoding) {
    self.state = state
    self.encoding = encoding
    lines = SourceLines(state.document.text.bytes)
    extends = Self.extends(state.document.text.bytes)
    for finding in state.review.findings {
      for file in finding.related.map({ $0.position.file })
      where others[file] == nil && state.review.sources.files.indices.contains(file) {
        others[file] = SourceLines(state.review.sources.files[file].bytes)
      }
    }
  }

  /// The parameters of `textDocument/publishDiagnostics`.
  var json: JSONValue {
    .object([
      "uri": .string(state.document.uri), "version": .int(state.document.version),
      "diagnostics": .array(state.review.findings.map { json(of: $0) }),
    ])
  }

  private func json(of finding: Diagnostic) -> JSONValue {
    var message = finding.message
    var range = 0..<0
    if let position = finding.position {
      switch PolicyFiles.place(position.file, in: state.review.sources) {
      case .own:
        range = lines.range(from: position)
      case .file, .shipped:
        range = extends
        message = "in " + state.review.sources.describe(position) + ": " + message
      }
    }
    if let help = finding.help {
      message += "\nhelp: " + help
    }
    var related: [JSONValue] = []
    for other in finding.related {
      if let location = location(of: other.position) {
        related.append(.object(["location": location, "message": .string(other.message)]))
      } else {
        message += "\n" + state.review.sources.describe(other.position) + ": " + other.message
      }
    }
    return .object([
      "range": lines.textRange(of: range, encoding).json,
      "severity": .int(Self.severity(finding.level)), "code": .string(finding.code.name),
      "source": .string("linkpolicy"), "message": .string(message),
      "relatedInformation": related.isEmpty ? nil : .array(related),
    ])
  }

  private func location(of position: SourcePosition) -> JSONValue? {
    switch PolicyFiles.place(position.file, in: state.review.sources) {
    case .own:
      let range = lines.textRange(from: position, encoding)
      return .object(["uri": .string(state.document.uri), "range": range.json])
    case .file(let path):
      guard let range = others[position.file]?.textRange(from: position, encoding) else {
        return nil
      }
      return .object(["uri": .string(DocumentURI.file(path)), "range": range.json])
    case .shipped: return nil
    }
  }

  private static func severity(_ level: Diagnostic.Level) -> Int {
    switch level {
    case .error: 1
    case .warning: 2
    case .note: 3
    }
  }

  /// Returns the range of the value of `extends:`, or the start of a text without `extends:`.
  private static func extends(_ bytes: [UInt8]) -> Range<Int> {
    let spots = LenientScanner.spots(in: bytes)
    let value = spots.first { spot in
      !spot.isKey
        && (spot.path == [.key("extends")] || spot.path == [.key("extends"), .key("policy")])
    }
    return value?.range ?? 0..<0
  }
}
