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

  /// A file that is being read, and what was read beyond the lines handed on.
  private struct OpenLines {
    var chunks: FileChunks
    var block: VectorBlock
    var rest: [UInt8] = []
  }

  private var inputs: ArraySlice<VectorInput>
  private var files: ArraySlice<String> = []
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
          return .block(block(name, format, bytes))
        case nil: return nil
        }
      } catch {
        lines = nil
        return .problem(error)
      }
    }
  }

  private mutating func block(
    _ name: String, _ format: VectorReader.Format, _ bytes: [UInt8]
  ) -> VectorBlock {
    names.append(name)
    return VectorBlock(
      file: names.count - 1, name: name, suite: PolicyFinder.folder(of: name), format: format,
      bytes: bytes)
  }

  /// Opens a file: its only block, or nil where it is read line by line.
  private mutating func open(_ path: String) throws(InvalidInput) -> VectorBlock? {
    guard let format = VectorReader.Format(ofFile: path) else {
      throw VectorReader.unknownFormat(path)
    }
    guard format == .jsonLines else {
      return block(path, format, try InputFile.read(path, limit: format.limit))
    }
    let chunks = try FileChunks(path)
    lines = OpenLines(chunks: chunks, block: block(path, format, []))
    return nil
  }

  /// The next whole lines of the open file.
  private mutating func nextLines() throws(InvalidInput) -> VectorBlock {
    guard var open = lines else { preconditionFailure("a file is open") }
    var block = open.block
    var bytes = open.rest
    var scanned = 0
    while true {
      if let end = bytes[scanned...].lastIndex(of: UInt8(ascii: "\n")) {
        open.rest = Array(bytes[(end + 1)...])
        bytes.removeSubrange((end + 1)...)
        break
      }
      scanned = bytes.count
      guard bytes.count <= JSONLimits().documentBytes else {
        throw tooLong(block)
      }
      let more = try open.chunks.next()
      if more.isEmpty {
        block.bytes = bytes
        block.isLast = true
        lines = nil
        return block
      }
      bytes += more
    }
    block.bytes = bytes
    block.isLast = false
    open.block.firstLine += bytes.count { $0 == UInt8(ascii: "\n") }
    lines = open
    return block
  }

  private func tooLong(_ block: VectorBlock) -> InvalidInput {
    let sources = SourceMap(files: [SourceMap.File(name: block.name)])
    let limit = JSONLimits().documentBytes
    return InvalidInput(
      [
        Diagnostic(
          .jsonTooLong, .error, "the line is longer than \(limit) bytes",
          at: SourcePosition(line: block.firstLine, column: 1))
      ], in: sources)
  }
}
