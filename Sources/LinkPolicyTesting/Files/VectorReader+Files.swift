internal import LinkPolicy
package import LinkPolicyDiagnostics
internal import LinkPolicyJSON
internal import LinkPolicySystem

/// Reads vectors from files; what their text says is for the reader of texts.
extension VectorReader {
  /// Reads a file and hands each of its cases on, with its tree where that is to be kept.
  ///
  /// A shard of a suite is verified on the way: cases are handed on before its last byte is seen,
  /// so nothing must be believed of them before this returns.
  package static func read(
    _ file: VectorFile, keepsJSON: Bool = false, each: (VectorCase) throws(InvalidInput) -> Void
  ) throws(InvalidInput) {
    guard let format = Format(ofFile: file.path) else { throw unknownFormat(of: file) }
    var count = 0
    let take = { (vector: VectorCase) throws(InvalidInput) in
      count += 1
      var vector = vector
      vector.tier = file.shard?.entry.tier
      try each(vector)
    }
    guard format == .jsonLines else {
      let bytes = try file.open().allBytes(limit: format.limit)
      try read(bytes, name: file.path, format: format, keepsJSON: keepsJSON, each: take)
      guard let shard = file.shard else { return }
      var check = ShardCheck(shard)
      check.add(bytes)
      return try check.finish(count: count)
    }
    var blocks = try LineBlocks(file)
    let decoder = LineDecoder(keepsJSON: keepsJSON)
    while let block = try blocks.next() {
      try readLines(
        block.bytes, firstLine: block.firstLine, name: file.path, by: decoder, each: take)
    }
    guard count > 0 || file.shard != nil else { throw noCases(file.path) }
    try blocks.finish(count: count)
  }

  /// What is wrong with a file whose name does not say its format: where it is of another kind, that.
  static func unknownFormat(of file: VectorFile) -> InvalidInput {
    do throws(InvalidInput) {
      let bytes = try file.open().allBytes(limit: JSONLimits().documentBytes)
      return FileKind.refusal(wanting: .vectors, bytes, name: file.path) ?? unknownFormat(file.path)
    } catch {
      return error
    }
  }
}
