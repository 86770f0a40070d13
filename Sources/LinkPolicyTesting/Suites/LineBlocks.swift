internal import LinkPolicy
internal import LinkPolicyDiagnostics
internal import LinkPolicyJSON
internal import LinkPolicySystem

/// A reader of JSON Lines files in blocks of whole lines; memory is proportional to the longest line.
struct LineBlocks {
  /// One or more whole lines, and the number of the first line.
  struct Block: Sendable {
    var bytes: [UInt8]
    var firstLine: Int
  }

  private let file: ReadableFile
  /// The check of the file against its manifest; nil if the file is not a shard of a suite.
  private(set) var check: ShardCheck?
  private var rest: [UInt8] = []
  private var line = 1
  private var isAtEnd = false

  /// Opens a vector file for reading.
  init(_ file: VectorFile) throws(InvalidInput) {
    self.file = try file.open()
    check = file.shard.map { ShardCheck($0) }
  }

  /// Returns the next block of lines, or nil at the end of the file.
  ///
  /// Throws if the file is binary, if a line exceeds the limit, or if the last line of a shard has no line feed.
  mutating func next() throws(InvalidInput) -> Block? {
    var bytes = rest
    rest = []
    var scanned = 0
    while !isAtEnd {
      if let end = bytes[scanned...].lastIndex(of: UInt8(ascii: "\n")) {
        rest = Array(bytes[(end + 1)...])
        bytes.removeSubrange((end + 1)...)
        return take(bytes)
      }
      scanned = bytes.count
      guard bytes.count <= JSONLimits.line.documentBytes else { throw tooLong }
      let more = try file.nextBytes()
      if bytes.isEmpty, line == 1 {
        _ = try InputFile.text(more, named: file.name, wanting: .vectors)
      }
      check?.add(more)
      isAtEnd = more.isEmpty
      bytes += more
    }
    guard !bytes.isEmpty else { return nil }
    guard bytes.count <= JSONLimits.line.documentBytes else { throw tooLong }
    try check?.checkEnd(line: line)
    return take(bytes)
  }

  /// Compares the completely read file with the file's entry in the manifest; throws for a difference.
  mutating func finish(count: Int) throws(InvalidInput) {
    try check?.finish(count: count)
  }

  private mutating func take(_ bytes: [UInt8]) -> Block {
    let block = Block(bytes: bytes, firstLine: line)
    line += Self.lineFeeds(in: bytes.span)
    return block
  }

  /// Returns the number of line feeds.
  ///
  /// The counts of up to 255 bytes fit into a byte each, so the compiler can compare and count many bytes at once.
  private static func lineFeeds(in bytes: Span<UInt8>) -> Int {
    var total = 0
    var index = 0
    while index < bytes.count {
      let end = min(bytes.count, index &+ 255)
      var some: UInt8 = 0
      while index < end {
        some &+= bytes[index] == UInt8(ascii: "\n") ? 1 : 0
        index &+= 1
      }
      total += Int(some)
    }
    return total
  }

  private var tooLong: InvalidInput {
    let sources = SourceMap(files: [SourceMap.File(name: file.name)])
    let limit = JSONLimits.line.documentBytes
    return InvalidInput(
      [
        Diagnostic(
          .jsonTooLong, .error, "the line is longer than \(limit) bytes",
          at: SourcePosition(line: line, column: 1), help: "a line is one case")
      ], in: sources)
  }
}

/// Reads files, and throws problems as findings.
extension ReadableFile {
  /// Opens a regular file at a path, following symbolic links.
  static func opened(
    _ path: String, noting register: FileRegister?
  ) throws(InvalidInput) -> ReadableFile {
    do throws(FileProblem) {
      return try ReadableFile(path, noting: register)
    } catch {
      throw error.finding(about: path)
    }
  }

  /// Opens a file of a suite, without following symbolic links below the suite's folder.
  static func opened(
    below folder: String, _ components: [String], noting register: FileRegister?
  ) throws(InvalidInput) -> ReadableFile {
    do throws(PathProblem) {
      return try ReadableFile(below: folder, components, noting: register)
    } catch {
      switch error.problem {
      case .link(let path): throw linkFinding(path)
      case .system, .directory, .noFile, .tooLarge:
        throw error.problem.finding(about: error.path)
      }
    }
  }

  /// Returns the next bytes; empty at the end.
  func nextBytes() throws(InvalidInput) -> [UInt8] {
    do throws(FileProblem) {
      return try next()
    } catch {
      throw error.finding(about: name)
    }
  }

  /// Returns all bytes; throws if the file exceeds the limit.
  func allBytes(limit: Int) throws(InvalidInput) -> [UInt8] {
    do throws(FileProblem) {
      return try all(limit: limit)
    } catch {
      throw error.finding(about: name)
    }
  }

  /// Returns all bytes of a text; throws if the file is binary or exceeds the limit, and names the wanted kind.
  func text(limit: Int, wanting kind: FileKind) throws(InvalidInput) -> [UInt8] {
    try InputFile.text(allBytes(limit: limit), named: name, wanting: kind)
  }

  private static func linkFinding(_ path: String) -> InvalidInput {
    let sources = SourceMap(files: [SourceMap.File(name: path)])
    return InvalidInput(
      [
        Diagnostic(
          .suiteLink, .error, "`\(path)` is a symbolic link; a suite has its files in its folder",
          at: SourcePosition(line: 1, column: 1), help: "put the file there itself")
      ], in: sources)
  }
}
