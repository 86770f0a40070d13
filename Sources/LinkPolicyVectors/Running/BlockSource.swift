internal import LinkPolicy
internal import LinkPolicyJSON
internal import LinkPolicyYAML

/// Cuts the input of a run into blocks, reading no further than is asked for.
struct BlockSource {
  /// What comes next.
  enum Piece: Sendable {
    case block(VectorBlock)
    /// What cannot be read.
    case problem(InvalidInput)
  }

  /// A file that is being read.
  private struct OpenLines {
    var lines: LineBlocks
    /// Its next block, without bytes.
    var block: VectorBlock
  }

  private var inputs: ArraySlice<VectorInput>
  private var files: ArraySlice<VectorFile> = []
  private var lines: OpenLines?
  /// The names of the files handed on, by their numbers.
  private(set) var names: [String] = []

  init(_ inputs: [VectorInput]) {
    self.inputs = inputs[...]
  }

  /// The next piece; nil at the end.
  mutating func next() -> Piece? {
    while true {
      do throws(InvalidInput) {
        if lines != nil {
          return .block(try nextLines())
        }
        if let file = files.popFirst() {
          if let block = try open(file) {
            return .block(block)
          }
          continue
        }
        switch inputs.popFirst() {
        case .path(let path): files = try VectorFiles.at(path)[...]
        case .text(let bytes, let name, let format):
          return .block(block(name, nil, format, bytes))
        case nil: return nil
        }
      } catch {
        lines = nil
        return .problem(error)
      }
    }
  }

  private mutating func block(
    _ name: String, _ shard: SuiteShard?, _ format: VectorReader.Format, _ bytes: [UInt8]
  ) -> VectorBlock {
    names.append(name)
    return VectorBlock(
      file: names.count - 1, name: name,
      suite: shard?.suite.manifest.suite ?? PolicyFinder.folder(of: name), shard: shard,
      format: format, bytes: bytes)
  }

  /// Opens a file: its only block, or nil where it is read line by line.
  private mutating func open(_ file: VectorFile) throws(InvalidInput) -> VectorBlock? {
    guard let format = VectorReader.Format(ofFile: file.path) else {
      throw VectorReader.unknownFormat(file.path)
    }
    guard format == .jsonLines else {
      let bytes = try file.open().all(limit: format.limit)
      var block = block(file.path, file.shard, format, bytes)
      block.check = file.shard.map { ShardCheck($0) }
      block.check?.add(bytes)
      return block
    }
    let blocks = try LineBlocks(file)
    lines = OpenLines(lines: blocks, block: block(file.path, file.shard, format, []))
    return nil
  }

  /// The next whole lines of the open file; at its end a block without any.
  private mutating func nextLines() throws(InvalidInput) -> VectorBlock {
    guard var open = lines else { preconditionFailure("a file is open") }
    // Taken out, so that the bytes on their way are not held twice.
    lines = nil
    var block = open.block
    guard let next = try open.lines.next() else {
      block.check = open.lines.check
      return block
    }
    block.bytes = next.bytes
    block.firstLine = next.firstLine
    block.isLast = false
    lines = open
    return block
  }
}
