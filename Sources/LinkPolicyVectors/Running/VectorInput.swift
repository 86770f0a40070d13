internal import LinkPolicy
internal import LinkPolicyJSON

/// Where vectors are read from.
public enum VectorInput: Sendable {
  /// A file, or a folder of files.
  case path(String)
  /// A text that is in memory.
  case text([UInt8], name: String, format: VectorReader.Format)
}

/// A part of a file that can be read by itself: some lines, or all of it.
struct VectorBlock: Sendable {
  /// The number of the file in the run.
  var file: Int
  /// The name of the file.
  var name: String
  /// The suite it belongs to: its name, or the folder of the file.
  var suite: String
  /// What a manifest says of the file.
  var shard: SuiteShard?
  /// In the last block of a shard, what was found out about the file as a whole.
  var check: ShardCheck?
  var format: VectorReader.Format
  var bytes: [UInt8]
  /// The line of the file that the bytes start with.
  var firstLine = 1
  /// Whether the file ends here.
  var isLast = true

  /// Reads its cases and hands each on until that returns false; what is wrong is returned.
  ///
  /// A line that cannot be read keeps none of the others from being read.
  func read(keepsJSON: Bool, each: (VectorCase) -> Bool) -> InvalidInput? {
    guard format != .jsonLines else { return readLines(keepsJSON, each) }
    var isOver = false
    do throws(InvalidInput) {
      try VectorReader.read(bytes, name: name, format: format, keepsJSON: keepsJSON) { vector in
        guard !isOver else { return }
        isOver = !each(tiered(vector))
      }
    } catch {
      return error
    }
    return nil
  }

  private func readLines(_ keepsJSON: Bool, _ each: (VectorCase) -> Bool) -> InvalidInput? {
    var lines = JSONLines(bytes, name: name, firstLine: firstLine, limits: .line)
    var diagnostics: [Diagnostic] = []
    while diagnostics.count < RunCollector.findingLimit {
      do throws(InvalidInput) {
        guard let line = try lines.next() else { break }
        var decoder = VectorDecoder(line.locator, file: name, keepsJSON: keepsJSON)
        let vector = decoder.vector(line.root)
        try decoder.findings.check(in: lines.sources)
        if let vector, !each(tiered(vector)) {
          break
        }
      } catch {
        diagnostics += error.diagnostics
      }
    }
    guard !diagnostics.isEmpty else { return nil }
    return InvalidInput(
      diagnostics, in: VectorReader.shown(bytes, firstLine, lines.sources))
  }

  private func tiered(_ vector: VectorCase) -> VectorCase {
    guard let shard else { return vector }
    var vector = vector
    vector.tier = shard.entry.tier
    return vector
  }
}
