package import LinkPolicy

/// The kinds of files that this package reads and writes, each identified by its first keys or
/// bytes.
///
/// A reader that gets a file of another kind reports this kind and the command that accepts the file, instead of a
/// finding for each unknown key.
package enum FileKind: Sendable, CaseIterable {
  case policy, image, vectors, manifest, assumptions, claims, map, approvals, known, export
  case certificate

  /// The lists of top-level keys that identify this kind of file; empty for a binary kind.
  ///
  /// A file that has all keys of one list is of this kind.
  var heads: [[Name]] {
    switch self {
    case .policy: [["linkpolicy"]]
    case .image: []
    case .vectors: [["vectors"], ["id", "steps"], ["id", "reject-policy"]]
    case .manifest: [["format", "shards"]]
    case .assumptions: [["assume"]]
    case .claims: [["linkpolicy-claims"]]
    case .map: [["map"]]
    case .approvals: [["approvals"]]
    case .known: [["known"]]
    case .export: [["users"]]
    case .certificate: [["certificate"]]
    }
  }

  /// The name of the kind with an article, such as `a policy image`.
  package var name: String {
    switch self {
    case .policy: "a policy"
    case .image: "a policy image"
    case .vectors: "a file of vectors"
    case .manifest: "the manifest of a suite"
    case .assumptions: "a file of assumptions"
    case .claims: "a mapping of claims"
    case .map: "a map of names"
    case .approvals: "a file of approvals"
    case .known: "a list of known failures"
    case .export: "an export of accounts"
    case .certificate: "a certificate of a proof"
    }
  }

  /// The commands that accept this kind of file, for messages.
  package var use: String {
    switch self {
    case .policy: "pass the file to `linkpolicy check`, or to another verb that takes a POLICY"
    case .image: "pass the image to `linkpolicy decide`, or to another verb that takes a POLICY"
    case .vectors: "pass the file to `linkpolicy test`"
    case .manifest: "pass the folder of the suite to `linkpolicy test`"
    case .assumptions: "pass the file to `linkpolicy prove --assume`"
    case .claims: "pass the mapping to the library `LinkPolicyClaims`"
    case .map: "pass the file to `linkpolicy compare --map`"
    case .approvals: "pass the file to `linkpolicy diff --approvals`"
    case .known: "pass the file to `linkpolicy test --known`"
    case .export: "pass the file to `linkpolicy import`"
    case .certificate: "pass the file to `Tests/Oracle/check-certificate`"
    }
  }

  /// Whether this kind of file is YAML with a canonical layout.
  package var hasLayout: Bool {
    switch self {
    case .policy, .vectors, .assumptions, .map, .approvals, .known: true
    case .image, .manifest, .claims, .export, .certificate: false
    }
  }

  /// Returns the kind of a file and the position of its head; nil if the kind is unknown.
  static func recognised(in bytes: [UInt8]) -> (kind: FileKind, position: SourcePosition)? {
    if Policy.isImage(bytes) {
      return (.image, SourcePosition(line: 1, column: 1))
    }
    let head = FileHead(bytes)
    for kind in allCases {
      for keys in kind.heads where keys.allSatisfy({ head.position(of: $0) != nil }) {
        if let position = head.position(of: keys[0]) {
          return (kind, position)
        }
      }
    }
    return nil
  }

  /// Returns the finding for a file that is not of the wanted kind.
  ///
  /// The result is nil if the file has the wanted kind or an unknown kind; the reader of the file then reports any
  /// problems.
  ///
  /// - Parameters:
  ///   - wanted: the wanted kind.
  ///   - bytes: the whole file, or at least its head.
  ///   - name: the name of the file in findings.
  /// - Returns: one finding, with the position of the head and the commands that accept the file.
  package static func refusal(
    wanting wanted: FileKind, _ bytes: [UInt8], name: String
  ) -> InvalidInput? {
    guard
      let refusal = refusal(of: bytes, name: name, wanting: wanted.name, unless: { $0 == wanted })
    else { return nil }
    guard wanted == .image else { return refusal }
    let findings = refusal.diagnostics.map { finding in
      var finding = finding
      finding.help = "make an image with `linkpolicy compile`"
      return finding
    }
    return InvalidInput(findings, in: refusal.sources)
  }

  /// Returns the finding for a file of an unsuitable kind; use this function if you accept several kinds, or files
  /// without a head.
  package static func refusal(
    of bytes: [UInt8], name: String, wanting words: String, unless isTaken: (FileKind) -> Bool
  ) -> InvalidInput? {
    guard let (kind, position) = recognised(in: bytes), !isTaken(kind) else { return nil }
    let finding = Diagnostic(
      .wrongFile, .error, "the file is " + kind.name + ", but " + words + " is expected",
      at: position,
      help: kind.use)
    // The contents of an image are not text, so an image is not shown.
    let shown = kind == .image ? [] : bytes
    return InvalidInput([finding], in: SourceMap(files: [SourceMap.File(name: name, bytes: shown)]))
  }
}

/// The first keys of a text that is a map, either in block YAML, or in braces as in JSON.
///
/// Parsing is lenient because the result only determines the kind of the file. The reader of the file reports the
/// problems of the text.
struct FileHead {
  private let bytes: [UInt8]
  private var index = 0
  private var keys: [(name: Name, offset: Int)] = []

  /// The maximum number of keys to read; every head has fewer keys.
  private static var limit: Int { 64 }

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    skipBeginning()
    if byte == UInt8(ascii: "{") {
      readBraces()
    } else {
      readLines()
    }
  }

  /// Returns the position of a key; nil if the text has no such key.
  func position(of name: Name) -> SourcePosition? {
    keys.first { $0.name == name }.map { SourcePosition(of: $0.offset, in: bytes) }
  }

  private var byte: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func skipLine() {
    while let byte, byte != UInt8(ascii: "\n") {
      index += 1
    }
    index += 1
  }

  private mutating func skipSpace() {
    while let byte, byte <= 0x20 {
      index += 1
    }
  }

  /// Skips a byte order mark, comments, blank lines and document markers.
  private mutating func skipBeginning() {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      index = 3
    }
    while true {
      let start = index
      skipSpace()
      guard let byte, byte == UInt8(ascii: "#") || bytes[index...].starts(with: "---".utf8) else {
        // The line reader needs the indentation of the first line.
        index = byte == UInt8(ascii: "{") ? index : start
        return
      }
      skipLine()
    }
  }

  // MARK: Block maps

  private mutating func readLines() {
    while let byte, keys.count < Self.limit {
      let start = index
      let isKey = byte > 0x20 && byte != UInt8(ascii: "#") && byte != UInt8(ascii: "-")
      if isKey, let name = word(upTo: [UInt8(ascii: ":"), UInt8(ascii: "\n")]),
        self.byte == UInt8(ascii: ":")
      {
        keys.append((name, start))
      }
      skipLine()
    }
  }

  // MARK: Braces

  private mutating func readBraces() {
    index += 1
    while keys.count < Self.limit {
      skipSpace()
      let start = index
      guard let byte, byte != UInt8(ascii: "}"),
        let name = word(upTo: [UInt8(ascii: ":"), UInt8(ascii: ","), UInt8(ascii: "}")])
      else { return }
      keys.append((name, start))
      guard skipValue() else { return }
    }
  }

  /// Skips a value and the comma after it; returns false if no comma follows.
  private mutating func skipValue() -> Bool {
    var depth = 0
    while let byte {
      switch byte {
      case UInt8(ascii: "\""): _ = quoted(by: byte)
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        index += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        guard depth > 0 else { return false }
        depth -= 1
        index += 1
      case UInt8(ascii: ","):
        index += 1
        if depth == 0 { return true }
      default: index += 1
      }
    }
    return false
  }

  // MARK: Words

  /// Returns a quoted or plain word, which ends at one of the given bytes; nil if the word is empty.
  private mutating func word(upTo ends: [UInt8]) -> Name? {
    if let byte, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
      let name = quoted(by: byte)
      skipSpace()
      return name
    }
    let start = index
    while let byte, !ends.contains(byte) {
      index += 1
    }
    var word = bytes[start..<index]
    while let last = word.last, last <= 0x20 {
      word.removeLast()
    }
    return word.isEmpty ? nil : Name(bytes: Array(word))
  }

  /// Returns the contents of a quoted string, with its escapes unchanged.
  private mutating func quoted(by mark: UInt8) -> Name {
    index += 1
    let start = index
    while let byte, byte != mark {
      index += byte == UInt8(ascii: "\\") && mark == UInt8(ascii: "\"") ? 2 : 1
    }
    let end = min(index, bytes.count)
    index = end + 1
    return Name(bytes: Array(bytes[min(start, end)..<end]))
  }
}

extension SourcePosition {
  /// Creates the position of a byte in a text, in which a character is one column.
  package init(of offset: Int, in bytes: [UInt8]) {
    self.init(line: 1, column: 1)
    for byte in bytes[..<offset] {
      if byte == UInt8(ascii: "\n") {
        self = SourcePosition(line: line + 1, column: 1)
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
  }
}
