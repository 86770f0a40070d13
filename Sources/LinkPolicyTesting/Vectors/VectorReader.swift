package import LinkPolicy
public import LinkPolicyDiagnostics
package import LinkPolicyJSON
internal import LinkPolicyYAML

/// A reader of vectors from handwritten YAML, from a JSON document with the same structure, or from JSON Lines.
///
/// A case means the same in every format. JSON Lines contain one case on each line. The reader reads JSON Lines case by
/// case, so its memory does not depend on the number of cases.
public enum VectorReader {
  /// A format of vector files, determined by the end of the file's name.
  public enum Format: Sendable, CaseIterable {
    /// Handwritten YAML, in a file that ends in `.yaml` or `.yml`.
    case yaml
    /// One JSON document with the same structure, in a file that ends in `.json`.
    case json
    /// One case on each line, in a file that ends in `.jsonl`.
    case jsonLines

    /// The preferred suffix of the format, including the dot.
    public var suffix: String { suffixes[0] }

    /// The suffixes of the format, such as `.yaml` and `.yml`.
    private var suffixes: [String] {
      switch self {
      case .yaml: [".yaml", ".yml"]
      case .json: [".json"]
      case .jsonLines: [".jsonl"]
      }
    }

    /// The suffixes of all formats, for messages.
    static var everySuffix: String {
      let all = allCases.flatMap { $0.suffixes }.map { "`\($0)`" }
      return all.dropLast().joined(separator: ", ") + " or " + (all.last ?? "")
    }

    /// Returns the name of a file without the suffix of the format, such as `linking` for `linking.yaml`; unchanged if
    /// the name has another suffix.
    package func stem(of name: String) -> String {
      let suffix = suffixes.first { name.hasSuffix($0) }
      return String(name.dropLast(suffix?.count ?? 0))
    }

    /// Creates the format of a file, or returns nil if the name has no known suffix.
    ///
    /// - Parameter name: the name of the file, with or without its folders.
    public init?(ofFile name: String) {
      for format in Self.allCases where format.suffixes.contains(where: { name.hasSuffix($0) }) {
        self = format
        return
      }
      return nil
    }

    /// The maximum size of a file that is read as a whole, in bytes.
    var limit: Int {
      self == .yaml ? YAMLLimits.standard.bytes : JSONLimits().documentBytes
    }
  }

  /// Reads all cases of a text into memory.
  ///
  /// - Parameters:
  ///   - bytes: the text, in UTF-8.
  ///   - name: the name of the file in findings and cases.
  ///   - format: the format of the text.
  /// - Returns: the cases, in the order of the text.
  /// - Throws: an `InvalidInput` with every finding.
  public static func read(
    _ bytes: [UInt8], name: String, format: Format
  ) throws(InvalidInput) -> [VectorCase] {
    var cases: [VectorCase] = []
    try read(bytes, name: name, format: format) { (vector: VectorCase) throws(InvalidInput) in
      cases.append(vector)
    }
    return cases
  }

  /// Returns the error for a file whose name has no suffix of a vector format, at the file's first position; the help
  /// lists all suffixes.
  package static func unknownFormat(_ path: String) -> InvalidInput {
    let sources = SourceMap(files: [SourceMap.File(name: path)])
    return InvalidInput(
      [
        Diagnostic(
          .vectorUnknownFormat, .error, "`\(path)` does not say which format it has",
          at: SourcePosition(line: 1, column: 1),
          help: "vector files end in \(Format.everySuffix)")
      ], in: sources)
  }

  /// Reads a text, calls a closure for each case, and on request keeps the JSON of the cases.
  package static func read(
    _ bytes: [UInt8], name: String, format: Format, keepsJSON: Bool = false,
    each: (VectorCase) throws(InvalidInput) -> Void
  ) throws(InvalidInput) {
    guard format != .jsonLines else {
      let decoder = LineDecoder(keepsJSON: keepsJSON)
      let count = try readLines(bytes, firstLine: 1, name: name, by: decoder, each: each)
      guard count > 0 else { throw noCases(name) }
      return
    }
    if let refusal = FileKind.refusal(wanting: .vectors, bytes, name: name) {
      throw refusal
    }
    let tree = try tree(bytes, name: name, format: format)
    var decoder = VectorDecoder(tree.locator, file: name, keepsJSON: keepsJSON)
    let cases = decoder.document(tree.root)
    try decoder.findings.check(in: tree.sources)
    for vector in cases {
      try each(vector)
    }
  }

  /// Reads one document in YAML or JSON; the format must not be JSON Lines.
  package static func tree(
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

  /// The maximum number of findings from the lines of one file.
  private static var findingLimit: Int { 100 }

  /// Reads whole lines of a file, and calls a closure for each case before the first unreadable line.
  ///
  /// Returns the number of lines that are not blank.
  @discardableResult
  static func readLines(
    _ bytes: [UInt8], firstLine: Int, name: String, by decoder: LineDecoder,
    each: (VectorCase) throws(InvalidInput) -> Void
  ) throws(InvalidInput) -> Int {
    // A case can also have the key `known`, so a first line with this key is not always a list of known failures.
    if firstLine == 1,
      let refusal = FileKind.refusal(
        of: bytes, name: name, wanting: FileKind.vectors.name,
        unless: { $0 == .vectors || $0 == .known })
    {
      throw refusal
    }
    var lines = JSONLines(bytes, name: name, firstLine: firstLine, limits: .line)
    var diagnostics: [Diagnostic] = []
    var count = 0
    while diagnostics.count < findingLimit {
      var vector: VectorCase?
      do throws(InvalidInput) {
        guard let line = try decoder.next(in: &lines, file: name) else { break }
        count += 1
        vector = line.vector
      } catch {
        count += 1
        diagnostics += error.diagnostics
      }
      if let vector, diagnostics.isEmpty {
        try each(vector)
      }
    }
    guard diagnostics.isEmpty else {
      throw InvalidInput(diagnostics, in: shown(bytes, firstLine: firstLine, in: lines.sources))
    }
    return count
  }

  /// Returns the sources for the excerpts of findings; the bytes start at line `firstLine` of the file.
  static func shown(
    _ bytes: [UInt8], firstLine: Int, in sources: SourceMap
  ) -> SourceMap {
    guard firstLine > 1 else { return sources }
    let file = SourceMap.File(name: sources.files[0].name, bytes: bytes, firstLine: firstLine)
    return SourceMap(files: [file])
  }

  /// Returns the finding that a file has no case.
  static func noCases(_ name: String) -> InvalidInput {
    InvalidInput(
      [
        Diagnostic(
          .vectorNoCases, .error, "the file has no case",
          at: SourcePosition(line: 1, column: 1), help: "write one case a line")
      ], in: SourceMap(files: [SourceMap.File(name: name)]))
  }
}

extension JSONShape {
  /// Reads a file that people write, from JSON if the name ends in `.json`, otherwise from YAML.
  ///
  /// - Parameters:
  ///   - bytes: the content of the file.
  ///   - name: the name of the file, which selects the format and appears in findings.
  ///   - kind: the kind of the file; a file of another kind is a finding.
  ///   - head: the first key of the file, and a name for such files in the help; if the key is missing, the only
  ///     finding reports the missing key.
  /// - Returns: the object, with the file to which positions refer.
  /// - Throws: an `InvalidInput` with all findings.
  package static func read(
    _ bytes: [UInt8], name: String, as kind: FileKind, head: (key: String, name: String)? = nil
  ) throws(InvalidInput) -> (file: Self, sources: SourceMap) {
    if let refusal = FileKind.refusal(wanting: kind, bytes, name: name) {
      throw refusal
    }
    let tree = try VectorReader.tree(
      bytes, name: name, format: name.hasSuffix(".json") ? .json : .yaml)
    var findings = JSONFindings(tree.locator)
    var file: Self?
    if let head, tree.root.isObject, tree.root[head.key] == nil {
      findings.report(
        .jsonMissingKey, "the file is not \(kind.name): the key `\(head.key)` is missing",
        at: tree.root, help: "\(head.name) begins with `\(head.key): 1`")
    } else {
      file = Self(tree.root, &findings)
    }
    try findings.check(in: tree.sources)
    return (file ?? Self(), tree.sources)
  }
}
