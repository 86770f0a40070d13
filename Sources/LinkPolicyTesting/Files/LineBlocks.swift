internal import LinkPolicy
internal import LinkPolicyDiagnostics
internal import LinkPolicyJSON
internal import LinkPolicySystem

/// A JSON Lines file as blocks of whole lines, in as much memory as the longest line takes.
struct LineBlocks {
  /// Some lines, and the number of the first.
  struct Block: Sendable {
    var bytes: [UInt8]
    var firstLine: Int
  }

  private let file: ReadableFile
  /// What is known so far of whether it is the shard that a manifest lists; nil for no shard.
  private(set) var check: ShardCheck?
  private var rest: [UInt8] = []
  private var line = 1
  private var isAtEnd = false

  /// Opens a file.
  init(_ file: VectorFile) throws(InvalidInput) {
    self.file = try file.open()
    check = file.shard.map { ShardCheck($0) }
  }

  /// The next lines; nil at the end.
  ///
  /// Throws for a line that is longer than a line may be, and for a shard whose last line has no
  /// end.
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
      check?.add(more)
      isAtEnd = more.isEmpty
      bytes += more
    }
    guard !bytes.isEmpty else { return nil }
    guard bytes.count <= JSONLimits.line.documentBytes else { throw tooLong }
    try check?.checkEnd(line: line)
    return take(bytes)
  }

  /// Throws where the file, read to its end, is not the shard that a manifest lists.
  mutating func finish(count: Int) throws(InvalidInput) {
    try check?.finish(count: count)
  }

  private mutating func take(_ bytes: [UInt8]) -> Block {
    let block = Block(bytes: bytes, firstLine: line)
    let span = bytes.span
    var ends = 0
    // Adding what a comparison comes to, several bytes are looked at at once.
    for index in span.indices {
      ends &+= span[index] == UInt8(ascii: "\n") ? 1 : 0
    }
    line += ends
    return block
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
