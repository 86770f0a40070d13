internal import LinkPolicy
internal import LinkPolicyDiagnostics
internal import LinkPolicyJSON

/// Reads the cases of the lines of JSON Lines, one after the other, from one file or several.
struct LineDecoder {
  /// Whether cases carry the tree they were read from.
  let keepsJSON: Bool
  private let memory = VectorMemory()

  init(keepsJSON: Bool) {
    self.keepsJSON = keepsJSON
  }

  /// Reads the case of one line of a file.
  ///
  /// Throws an ``InvalidInput`` with every finding. Nearly every line has none, so what findings
  /// alone need is kept only by a second look.
  func vector(
    of line: JSONDocument, file: String, in sources: SourceMap
  ) throws(InvalidInput) -> VectorCase? {
    var decoder = VectorDecoder(
      line.locator, file: file, keepsJSON: keepsJSON, suggestsKeys: false, memory: memory)
    let vector = decoder.vector(line.root)
    guard decoder.findings.hasErrors else { return vector }
    decoder = VectorDecoder(line.locator, file: file, keepsJSON: keepsJSON)
    _ = decoder.vector(line.root)
    try decoder.findings.check(in: sources)
    return vector
  }
}
