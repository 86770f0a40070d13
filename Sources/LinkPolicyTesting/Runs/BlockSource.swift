internal import LinkPolicy
internal import LinkPolicyDiagnostics
internal import LinkPolicyJSON
internal import LinkPolicySystem
internal import LinkPolicyYAML

/// A reader of the input of a run, which reads blocks on demand.
struct BlockSource {
  /// A piece of the input: a block of cases, a problem, a note, or the end of a file.
  enum InputPiece: Sendable {
    case block(VectorBlock)
    /// A problem with the input; after a problem, the source returns no `end` for the file.
    case problem(InvalidInput)
    /// A message about symbolic links that the search for vector files skipped.
    case note(String)
    /// The end of a file, and the check of the file against a manifest; nil if no manifest lists the file.
    case end(VectorFile, ShardCheck?)
  }

  private struct OpenLines {
    var file: VectorFile
    var blocks: LineBlocks
  }

  private var inputs: ArraySlice<VectorInput>
  private var files: ArraySlice<VectorFile> = []
  private var lines: OpenLines?
  /// The pieces that the source returns before it reads more input.
  private var pending: [InputPiece] = []
  private var fileCount = 0
  private let register: FileRegister?

  /// Creates a source that reads the inputs in order; the register records the files that are read.
  init(_ inputs: [VectorInput], noting register: FileRegister?) {
    self.inputs = inputs[...]
    self.register = register
  }

  /// Returns the next piece, or nil at the end.
  mutating func next() -> InputPiece? {
    do throws(InvalidInput) {
      return try read()
    } catch {
      lines = nil
      return .problem(error)
    }
  }

  private mutating func read() throws(InvalidInput) -> InputPiece? {
    while pending.isEmpty {
      if var open = lines {
        // Moving the reader out of `lines` avoids a copy of its bytes.
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
      return take(try file.open().text(limit: format.limit, wanting: .vectors), of: file, format)
    }
    let blocks = try LineBlocks(file)
    fileCount += 1
    lines = OpenLines(file: file, blocks: blocks)
  }

  /// Makes one block from all bytes of a file.
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

/// A part of a file that can be read separately: some whole lines, or the whole file.
struct VectorBlock: Sendable {
  /// The vector file that contains the block.
  var file: VectorFile
  /// The number of the file in the run.
  var number: Int
  var format: VectorReader.Format
  var bytes: [UInt8]
  /// The number of the file's line at which the bytes start.
  var firstLine = 1

  /// The name of the suite; for a file without a manifest, the file's folder.
  var suite: String {
    file.shard?.suite.manifest.suite ?? VectorFiles.folder(of: file.path)
  }

  /// Reads the cases, calls a closure for each case until the closure returns false, and returns the findings.
  ///
  /// If a line is unreadable, the function still reads the other lines.
  func read(
    by decoder: LineDecoder, each: (LineDecoder.LineCase) -> Bool
  ) -> InvalidInput? {
    guard format != .jsonLines else { return readLines(decoder, each) }
    var isOver = false
    do throws(InvalidInput) {
      try VectorReader.read(
        bytes, name: file.path, format: format, keepsJSON: decoder.keepsJSON
      ) { vector in
        guard !isOver else { return }
        var vector = vector
        vector.tier = tier
        isOver = !each(LineDecoder.LineCase(vector: vector, numbers: nil))
      }
    } catch {
      return error
    }
    return nil
  }

  private func readLines(
    _ decoder: LineDecoder, _ each: (LineDecoder.LineCase) -> Bool
  ) -> InvalidInput? {
    let tier = tier
    var lines = JSONLines(bytes, name: file.path, firstLine: firstLine, limits: .line)
    var diagnostics: [Diagnostic] = []
    while diagnostics.count < RunCollector.findingLimit {
      do throws(InvalidInput) {
        guard var line = try decoder.next(in: &lines, file: file.path) else { break }
        line.vector.tier = tier
        if !each(line) {
          break
        }
      } catch {
        diagnostics += error.diagnostics
      }
    }
    guard !diagnostics.isEmpty else { return nil }
    return InvalidInput(
      diagnostics, in: VectorReader.shown(bytes, firstLine: firstLine, in: lines.sources))
  }

  /// The tier of the cases; nil for a file without a manifest.
  private var tier: Tier? { file.shard?.entry.tier }
}

/// A source of vectors: a path, or a text in memory.
public enum VectorInput: Sendable {
  /// A file, or a folder of files.
  case path(String)
  /// A text in memory.
  case text([UInt8], name: String, format: VectorReader.Format)
}
