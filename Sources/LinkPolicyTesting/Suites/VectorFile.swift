internal import LinkPolicy
internal import LinkPolicyDiagnostics
package import LinkPolicySystem
internal import LinkPolicyYAML

/// A file of vectors: a shard of a suite, or a file without a manifest.
package struct VectorFile: Sendable {
  /// The path of the file, which is also the file's name in findings.
  package let path: String
  /// The entry of the file in a manifest; nil if no manifest lists the file.
  package let shard: SuiteShard?
  private let register: FileRegister?

  /// Creates a file without a manifest; the register records the reading of the file.
  package init(_ path: String, noting register: FileRegister? = nil) {
    self.path = path
    self.register = register
    shard = nil
  }

  /// Creates the file of a shard.
  package init(_ shard: SuiteShard) {
    path = shard.path
    self.shard = shard
    register = shard.suite.register
  }

  /// The size in bytes; 0 if the file does not exist.
  package var size: Int { Folder.size(of: path) }

  /// Opens the file; symbolic links are followed unless the file is a shard.
  func open() throws(InvalidInput) -> ReadableFile {
    guard let shard else { return try ReadableFile.opened(path, noting: register) }
    return try shard.open()
  }
}

/// A shard, identified by its suite and its index in the manifest.
package struct SuiteShard: Sendable {
  /// The suite whose manifest lists the shard.
  package let suite: SuiteFolder
  /// The index of the shard in the manifest.
  package let index: Int

  /// The entry of the shard in the manifest.
  package var entry: SuiteManifest.Shard { suite.manifest.shards[index] }
  /// The path of the shard, including the path of the suite's folder.
  package var path: String { Folder.join(suite.path, entry.path) }

  /// Opens the shard; if this fails, throws an ``InvalidInput`` with the shard's position in the manifest.
  func open() throws(InvalidInput) -> ReadableFile {
    do throws(InvalidInput) {
      return try ReadableFile.opened(
        below: suite.path, SuitePath.components(entry.path), noting: suite.register)
    } catch {
      guard var diagnostic = error.diagnostics.first else { throw error }
      diagnostic.position = entry.position
      throw InvalidInput([diagnostic], in: suite.manifest.sources)
    }
  }
}

/// A check of a shard against its manifest, made while the shard is read.
struct ShardCheck {
  private let shard: SuiteShard
  private var digest = SHA256()
  private var lastByte: UInt8?

  init(_ shard: SuiteShard) {
    self.shard = shard
  }

  /// Adds the next bytes of the file.
  mutating func add(_ bytes: [UInt8]) {
    digest.update(bytes)
    lastByte = bytes.last ?? lastByte
  }

  /// Throws if the last line has no line feed, because such a line can be incomplete.
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

  /// Compares the completely read file with the manifest; throws for a difference.
  ///
  /// Pass nil as the count if not all cases were decoded.
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
          "`\(entry.path)` has the SHA-256 \(sha256), but the manifest states \(entry.sha256)",
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
