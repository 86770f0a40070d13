internal import LinkPolicy
internal import LinkPolicyDiagnostics
internal import LinkPolicySystem
internal import LinkPolicyYAML

/// Cuts the input of a run into blocks, reading no further than is asked for.
struct BlockSource {
  /// What comes next.
  enum Piece: Sendable {
    case block(VectorBlock)
    /// What cannot be read; a file of which this is told has no end.
    case problem(InvalidInput)
    /// What was not looked at.
    case note(String)
    /// A file was read to its end; what is known of whether it is the shard it should be.
    case end(VectorFile, ShardCheck?)
  }

  private struct OpenLines {
    var file: VectorFile
    var blocks: LineBlocks
  }

  private var inputs: ArraySlice<VectorInput>
  private var files: ArraySlice<VectorFile> = []
  private var lines: OpenLines?
  /// What is to be told before anything else is read.
  private var pending: [Piece] = []
  private var fileCount = 0
  private let register: FileRegister?

  /// Reads inputs in their order, and tells a register which files that were.
  init(_ inputs: [VectorInput], noting register: FileRegister?) {
    self.inputs = inputs[...]
    self.register = register
  }

  /// The next piece; nil at the end.
  mutating func next() -> Piece? {
    do throws(InvalidInput) {
      return try read()
    } catch {
      lines = nil
      return .problem(error)
    }
  }

  private mutating func read() throws(InvalidInput) -> Piece? {
    while pending.isEmpty {
      if var open = lines {
        // Taken out, so that the bytes on their way are not held twice.
        lines = nil
        guard let block = try open.blocks.next() else {
          return .end(open.file, open.blocks.check)
        }
        lines = open
        return .block(
          VectorBlock(
            file: open.file, number: fileCount, format: .jsonLines, bytes: block.bytes,
            firstLine: block.firstLine))
      }
      if let file = files.popFirst() {
        try open(file)
        continue
      }
      switch inputs.popFirst() {
      case .path(let path):
        let listing = try VectorFiles.at(path, noting: register)
        files = listing.found[...]
        pending = listing.notice.map { [.note($0)] } ?? []
      case .text(let bytes, let name, let format): take(bytes, of: VectorFile(name), format)
      case nil: return nil
      }
    }
    return pending.removeFirst()
  }

  private mutating func open(_ file: VectorFile) throws(InvalidInput) {
    guard let format = VectorReader.Format(ofFile: file.path) else {
      throw VectorReader.unknownFormat(of: file)
    }
    guard format == .jsonLines else {
      return take(try file.open().allBytes(limit: format.limit), of: file, format)
    }
    let blocks = try LineBlocks(file)
    fileCount += 1
    lines = OpenLines(file: file, blocks: blocks)
  }

  /// Takes a file that is one block.
  private mutating func take(
    _ bytes: [UInt8], of file: VectorFile, _ format: VectorReader.Format
  ) {
    var check = file.shard.map { ShardCheck($0) }
    check?.add(bytes)
    fileCount += 1
    pending = [
      .block(VectorBlock(file: file, number: fileCount, format: format, bytes: bytes)),
      .end(file, check),
    ]
  }
}
