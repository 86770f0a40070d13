internal import LinkPolicy
package import LinkPolicyDiagnostics
internal import LinkPolicyJSON
internal import LinkPolicyTesting

extension Assumptions {
  /// Reads `assume: 1` and what follows it, YAML unless the name ends in `.json`.
  ///
  /// Throws an ``InvalidInput`` with every finding.
  package init(_ bytes: [UInt8], name: String, isStrict: Bool) throws(InvalidInput) {
    if let refusal = FileKind.refusal(wanting: .assumptions, bytes, name: name) {
      throw refusal
    }
    let format: VectorReader.Format = name.hasSuffix(".json") ? .json : .yaml
    let tree = try VectorReader.tree(bytes, name: name, format: format)
    var findings = JSONFindings(tree.locator)
    var decoder = AssumptionsDecoder()
    if var reader = JSONObjectReader(tree.root, &findings) {
      _ = reader.int("assume", range: 1...1, &findings)
      _ = reader.optionalString("title", &findings)
      decoder.read(&reader, &findings)
      reader.finish(&findings)
    }
    try findings.check(in: tree.sources)
    self.init(
      rows: decoder.rows, switches: decoder.switches, excluded: decoder.excluded,
      mailboxes: decoder.mailboxes, sources: tree.sources, isStrict: isStrict)
  }
}
