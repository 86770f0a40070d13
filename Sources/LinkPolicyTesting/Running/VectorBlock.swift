internal import LinkPolicy
internal import LinkPolicyDiagnostics
internal import LinkPolicyJSON

/// A part of a file that can be read by itself: some lines, or all of it.
struct VectorBlock: Sendable {
  /// The file.
  var file: VectorFile
  /// The number of the file in the run.
  var number: Int
  var format: VectorReader.Format
  var bytes: [UInt8]
  /// The line of the file that the bytes start with.
  var firstLine = 1

  /// The suite it belongs to: its name, or the folder of the file.
  var suite: String {
    file.shard?.suite.manifest.suite ?? VectorFiles.folder(of: file.path)
  }

  /// Reads its cases and hands each on until that returns false; what is wrong is returned.
  ///
  /// A line that cannot be read keeps none of the others from being read.
  func read(by decoder: LineDecoder, each: (VectorCase) -> Bool) -> InvalidInput? {
    guard format != .jsonLines else { return readLines(decoder, each) }
    var isOver = false
    do throws(InvalidInput) {
      try VectorReader.read(
        bytes, name: file.path, format: format, keepsJSON: decoder.keepsJSON
      ) { vector in
        guard !isOver else { return }
        var vector = vector
        vector.tier = tier
        isOver = !each(vector)
      }
    } catch {
      return error
    }
    return nil
  }

  private func readLines(
    _ decoder: LineDecoder, _ each: (VectorCase) -> Bool
  ) -> InvalidInput? {
    let tier = tier
    var lines = JSONLines(bytes, name: file.path, firstLine: firstLine, limits: .line)
    var diagnostics: [Diagnostic] = []
    while diagnostics.count < RunCollector.findingLimit {
      do throws(InvalidInput) {
        guard let line = try lines.next() else { break }
        var vector = try decoder.vector(of: line, file: file.path, in: lines.sources)
        vector?.tier = tier
        if let vector, !each(vector) {
          break
        }
      } catch {
        diagnostics += error.diagnostics
      }
    }
    guard !diagnostics.isEmpty else { return nil }
    return InvalidInput(diagnostics, in: VectorReader.shown(bytes, firstLine, lines.sources))
  }

  /// The tier of its cases; nil for a file that no manifest lists.
  private var tier: Tier? { file.shard?.entry.tier }
}
