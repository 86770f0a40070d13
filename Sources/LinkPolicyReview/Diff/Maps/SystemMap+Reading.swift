package import LinkPolicyDiagnostics
internal import LinkPolicyJSON
internal import LinkPolicyTesting

extension SystemMap {
  /// Reads `map: 1` and what follows it, YAML unless the name ends in `.json`.
  ///
  /// Throws an ``InvalidInput`` with every finding. Whether the policies have what it names is for
  /// ``check(against:)``.
  package init(_ bytes: [UInt8], name: String) throws(InvalidInput) {
    if let refusal = FileKind.refusal(wanting: .map, bytes, name: name) {
      throw refusal
    }
    let format: VectorReader.Format = name.hasSuffix(".json") ? .json : .yaml
    let tree = try VectorReader.tree(bytes, name: name, format: format)
    var findings = JSONFindings(tree.locator)
    var decoder = SystemMapDecoder()
    if var reader = JSONObjectReader(tree.root, &findings) {
      if reader.optional(Self.head) == nil {
        // Whatever else is wrong with a file of another kind is no news.
        findings.report(
          .jsonMissingKey, "this is no map: the key `\(Self.head)` is missing", at: tree.root,
          help: "a map begins with `\(Self.head): 1`")
      } else {
        _ = reader.int(Self.head, range: 1...1, &findings)
        _ = reader.optionalString("title", &findings)
        decoder.read(&reader, &findings)
        reader.finish(&findings)
      }
    }
    try findings.check(in: tree.sources)
    self.init(
      providers: decoder.providers, claims: decoder.claims, settings: decoder.settings,
      errors: decoder.errors, sources: tree.sources)
  }
}
