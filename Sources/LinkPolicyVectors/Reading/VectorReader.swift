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

  /// Reads a file and hands each of its cases on, with its tree where that is to be kept.
  package static func read(
    file path: String, keepsJSON: Bool = false,
    each: (VectorCase) throws(InvalidInput) -> Void
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
    try read(bytes, name: path, format: format, keepsJSON: keepsJSON, each: each)
  }

  /// Reads a text and hands each of its cases on, with its tree where that is to be kept.
  package static func read(
    _ bytes: [UInt8], name: String, format: Format, keepsJSON: Bool = false,
    each: (VectorCase) throws(InvalidInput) -> Void
  ) throws(InvalidInput) {
    guard format != .jsonLines else {
      return try readLines(bytes, name, keepsJSON, each)
    }
    let tree = try tree(bytes, name: name, format: format)
    var decoder = VectorDecoder(tree.locator, file: name, keepsJSON: keepsJSON)
    let cases = decoder.document(tree.root)
    try decoder.findings.check(in: tree.sources)
    for vector in cases {
      try each(vector)
    }
  }

  /// Reads one document, whose format must not be JSON Lines.
  static func tree(
    _ bytes: [UInt8], name: String, format: Format
  ) throws(InvalidInput) -> (root: JSONValue, locator: JSONLocator, sources: SourceMap) {
    let sources = SourceMap(files: [SourceMap.File(name: name, bytes: bytes)])
    guard format == .yaml else {
      let document = try JSONDocument(file: 0, of: sources)
      return (document.root, document.locator, sources)
    }
    var diagnostics: [Diagnostic] = []
    let reading = YAMLReader.read(bytes, file: 0, into: &diagnostics)
    guard let root = reading.root, !diagnostics.contains(where: { $0.level == .error }) else {
      throw InvalidInput(diagnostics, in: sources)
    }
    var tree = YAMLTree(bytes)
    return (tree.value(root), JSONLocator(text: bytes, file: 0), sources)
  }

  /// The most findings that are collected from the lines of one file.
  private static var findingLimit: Int { 100 }

  private static func readLines(
    _ bytes: [UInt8], _ name: String, _ keepsJSON: Bool,
    _ each: (VectorCase) throws(InvalidInput) -> Void
  ) throws(InvalidInput) {
    var lines = JSONLines(bytes, name: name)
    var diagnostics: [Diagnostic] = []
    var count = 0
    while diagnostics.count < findingLimit {
      var vector: VectorCase?
      do throws(InvalidInput) {
        guard let line = try lines.next() else { break }
        count += 1
        var decoder = VectorDecoder(line.locator, file: name, keepsJSON: keepsJSON)
        vector = decoder.vector(line.root)
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
