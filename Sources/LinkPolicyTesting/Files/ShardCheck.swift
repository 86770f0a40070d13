internal import LinkPolicy
internal import LinkPolicyDiagnostics

/// Whether a shard is the one that its manifest lists, found out while it is read.
struct ShardCheck {
  private let shard: SuiteShard
  private var digest = SHA256()
  private var lastByte: UInt8?

  init(_ shard: SuiteShard) {
    self.shard = shard
  }

  /// Takes the next bytes of the file.
  mutating func add(_ bytes: [UInt8]) {
    digest.update(bytes)
    lastByte = bytes.last ?? lastByte
  }

  /// Throws where the last line has no end, before anybody tries to read half a case.
  func checkEnd(line: Int) throws(InvalidInput) {
    guard VectorReader.Format(ofFile: shard.path) == .jsonLines,
      lastByte != UInt8(ascii: "\n"), lastByte != nil
    else { return }
    let sources = SourceMap(files: [SourceMap.File(name: shard.path)])
    throw InvalidInput(
      [
        Diagnostic(
          .suiteTruncated, .error, "the last line of the shard has no end: it was cut off",
          at: SourcePosition(line: line, column: 1), help: "fetch the suite again")
      ], in: sources)
  }

  /// Throws where the file, now read to its end, is another than the manifest says.
  ///
  /// The count of its cases is nil where not all of them were looked at.
  mutating func finish(count: Int?) throws(InvalidInput) {
    let entry = shard.entry
    var diagnostics: [Diagnostic] = []
    if let count, count != entry.count {
      diagnostics.append(
        Diagnostic(
          count < entry.count ? .suiteTruncated : .suiteCount, .error,
          "`\(entry.path)` has \(count) of the \(entry.count) cases that the manifest lists",
          at: entry.position, help: Self.help))
    }
    let sha256 = Hexadecimal.text(digest.finalize())
    if sha256 != entry.sha256 {
      diagnostics.append(
        Diagnostic(
          .suiteDigest, .error,
          "`\(entry.path)` has the SHA-256 \(sha256), the manifest says \(entry.sha256)",
          at: entry.position, help: Self.help))
    }
    if !diagnostics.isEmpty {
      throw InvalidInput(diagnostics, in: shard.suite.manifest.sources)
    }
  }

  private static var help: String {
    "fetch the suite again; after an edit by hand, run `linkpolicy vectors add` on its folder"
  }
}
