public import LinkPolicy
internal import LinkPolicyJSON
internal import LinkPolicyYAML

/// Reads vectors: hand-written YAML, one JSON document of the same shape, or JSON Lines.
///
/// All three are one model with one decoder. JSON Lines hold a case a line and are handed on one
/// by one, so that memory does not grow with their number.
public enum VectorReader {
  /// The formats, by the end of the file's name.
  public enum Format: Sendable, CaseIterable {
    /// `.yaml`
    case yaml
    /// `.json`
    case json
    /// `.jsonl`
    case jsonLines

    /// The end of a file's name, with the dot.
    public var suffix: String {
      switch self {
      case .yaml: ".yaml"
      case .json: ".json"
      case .jsonLines: ".jsonl"
      }
    }

    /// The format of a file, or nil where its name does not say.
    public init?(ofFile name: String) {
      for format in Self.allCases where name.hasSuffix(format.suffix) {
        self = format
        return
      }
      return nil
    }

    /// The most bytes that a file may have.
    var limit: Int {
      switch self {
      case .yaml: YAMLLimits.standard.bytes
      case .json: JSONLimits().documentBytes
      case .jsonLines: 512 << 20
      }
    }
  }

  /// Reads all cases of a text.
  ///
  /// Throws an ``InvalidInput`` with every finding.
  public static func read(
    _ bytes: [UInt8], name: String, format: Format
  ) throws(InvalidInput) -> [VectorCase] {
    var cases: [VectorCase] = []
    try read(bytes, name: name, format: format) { (vector: VectorCase) throws(InvalidInput) in
      cases.append(vector)
    }
    return cases
  }

  /// Reads a file and hands each of its cases on.
  package static func read(
    file path: String, each: (VectorCase) throws(InvalidInput) -> Void
  ) throws(InvalidInput) {
    guard let format = Format(ofFile: path) else {
      throw InvalidInput(
        [
          Diagnostic(
            .vectorUnknownFormat, .error, "`\(path)` does not say which format it has",
            at: nil, help: "name it `.yaml`, `.json` or `.jsonl`")
        ], in: SourceMap())
    }
    let bytes = try InputFile.read(path, limit: format.limit)
    try read(bytes, name: path, format: format, each: each)
  }

  package static func read(
    _ bytes: [UInt8], name: String, format: Format,
    each: (VectorCase) throws(InvalidInput) -> Void
  ) throws(InvalidInput) {
    let sources = SourceMap(files: [SourceMap.File(name: name, bytes: bytes)])
    switch format {
    case .yaml:
      var diagnostics: [Diagnostic] = []
      let reading = YAMLReader.read(bytes, file: 0, into: &diagnostics)
      guard let root = reading.root, !diagnostics.contains(where: { $0.level == .error }) else {
        throw InvalidInput(diagnostics, in: sources)
      }
      var tree = YAMLTree(bytes)
      let locator = JSONLocator(text: bytes, file: 0)
      try readDocument(tree.value(root), locator, sources, name, each)
    case .json:
      let document = try JSONDocument(file: 0, of: sources)
      try readDocument(document.root, document.locator, sources, name, each)
    case .jsonLines:
      try readLines(bytes, name, each)
    }
  }

  private static func readDocument(
    _ root: JSONValue, _ locator: JSONLocator, _ sources: SourceMap, _ name: String,
    _ each: (VectorCase) throws(InvalidInput) -> Void
  ) throws(InvalidInput) {
    var decoder = VectorDecoder(locator, file: name, suggestsKeys: true)
    let cases = decoder.document(root)
    try decoder.findings.check(in: sources)
    for vector in cases {
      try each(vector)
    }
  }

  /// The most findings that are collected from the lines of one file.
  private static var findingLimit: Int { 100 }

  private static func readLines(
    _ bytes: [UInt8], _ name: String, _ each: (VectorCase) throws(InvalidInput) -> Void
  ) throws(InvalidInput) {
    var lines = JSONLines(bytes, name: name)
    var diagnostics: [Diagnostic] = []
    var count = 0
    while diagnostics.count < findingLimit {
      var vector: VectorCase?
      do throws(InvalidInput) {
        guard let line = try lines.next() else { break }
        count += 1
        var decoder = VectorDecoder(line.locator, file: name, suggestsKeys: false)
        vector = decoder.vector(line.root)
        if decoder.findings.hasErrors {
          decoder = VectorDecoder(line.locator, file: name, suggestsKeys: true)
          vector = decoder.vector(line.root)
        }
        try decoder.findings.check(in: lines.sources)
      } catch {
        count += 1
        diagnostics += error.diagnostics
      }
      if let vector, diagnostics.isEmpty {
        try each(vector)
      }
    }
    if count == 0 {
      diagnostics.append(
        Diagnostic(
          .vectorNoCases, .error, "the file has no case",
          at: SourcePosition(line: 1, column: 1), help: "write one case a line"))
    }
    if !diagnostics.isEmpty {
      throw InvalidInput(diagnostics, in: lines.sources)
    }
  }
}
