internal import LinkPolicy
public import LinkPolicyDiagnostics
internal import LinkPolicyJSON

extension KnownFailures {
  /// Reads a list of known failures, `known: [{id, reason, until?, weakness?, policy?, runner?}]`.
  ///
  /// The format is that of the file's name: JSON where it ends in `.json`, else YAML.
  ///
  /// - Parameters:
  ///   - bytes: the text of the list, in UTF-8.
  ///   - name: the name of its file, which findings show.
  /// - Returns: the entries, in the order written.
  /// - Throws: an `InvalidInput` with every finding.
  public static func entries(
    _ bytes: [UInt8], name: String
  ) throws(InvalidInput) -> [KnownFailure] {
    if let refusal = FileKind.refusal(wanting: .known, bytes, name: name) {
      throw refusal
    }
    let format: VectorReader.Format = name.hasSuffix(".json") ? .json : .yaml
    let tree = try VectorReader.tree(bytes, name: name, format: format)
    var findings = JSONFindings(tree.locator)
    var entries: [KnownFailure] = []
    if var reader = JSONObjectReader(tree.root, &findings) {
      for element in reader.elements("known", &findings) ?? [] {
        if let entry = KnownFailure(element, isListed: true, &findings) {
          entries.append(entry)
        }
      }
      reader.finish(&findings)
    }
    try findings.check(in: tree.sources)
    return entries
  }
}
