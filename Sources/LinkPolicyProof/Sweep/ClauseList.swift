package import LinkPolicy
internal import LinkPolicyAnalysis
internal import LinkPolicyJSON
internal import LinkPolicyVectors

/// The protecting clauses of a policy, as a file lists them.
package struct ClauseList: Sendable {
  /// The policy by name or path.
  package let policy: String
  /// The clauses in order; at most 16, which is 65,536 combinations.
  package let clauses: [ProtectiveClause]
  /// Where they come from.
  package let sources: SourceMap

  /// Reads `sweep: 1`, `policy:` and `clauses:`, YAML unless the name ends in `.json`.
  ///
  /// Throws an ``InvalidInput`` with every finding.
  package init(_ bytes: [UInt8], name: String) throws(InvalidInput) {
    let format: VectorReader.Format = name.hasSuffix(".json") ? .json : .yaml
    let tree = try VectorReader.tree(bytes, name: name, format: format)
    var findings = JSONFindings(tree.locator)
    var clauses: [ProtectiveClause] = []
    var policy = ""
    if var reader = JSONObjectReader(tree.root, &findings) {
      _ = reader.int("sweep", range: 1...1, &findings)
      policy = reader.string("policy", &findings)?.text ?? ""
      for element in reader.elements("clauses", &findings) ?? [] {
        if let clause = Self.clause(element, &findings) {
          clauses.append(clause)
        }
      }
      reader.finish(&findings)
      if clauses.count > 16 {
        findings.report(
          .jsonWrongType, "\(clauses.count) clauses make too many combinations", at: tree.root,
          help: "list at most 16")
      }
    }
    try findings.check(in: tree.sources)
    self.policy = policy
    self.clauses = clauses
    sources = tree.sources
  }

  private static func clause(
    _ value: JSONValue, _ findings: inout JSONFindings
  ) -> ProtectiveClause? {
    guard var reader = JSONObjectReader(value, in: "clauses", &findings) else { return nil }
    let id = reader.string("id", &findings)
    let row = reader.string("row", &findings)
    let without = reader.optional("without").map { words($0, "without", &findings) }
    let allowing = reader.optional("do").map { words($0, "do", &findings) }
    reader.finish(&findings)
    guard let id, let row else { return nil }
    let parts = row.text.split(separator: "/")
    guard parts.count == 2 else {
      findings.report(
        .jsonUnknownValue, "`\(row.text)` names no row", at: value,
        help: "write it as TABLE/ROW, a guard as guards/ROW")
      return nil
    }
    let absence: ProtectiveClause.Absence
    switch (without, allowing) {
    case (let words?, nil): absence = .without(words)
    case (nil, let words?): absence = .allowing(words)
    case (nil, nil): absence = .unguarded
    default:
      findings.report(
        .jsonUnknownValue, "a clause has either `without` or `do`", at: value,
        help: "say what the row lacks, or what it does instead of refusing")
      return nil
    }
    return ProtectiveClause(
      id: id.text, row: RowName(table: Name(String(parts[0])), id: Name(String(parts[1]))),
      absence: absence, position: findings.locator.position(of: value))
  }

  private static func words(
    _ value: JSONValue, _ key: String, _ findings: inout JSONFindings
  ) -> [Name] {
    (findings.elements(value, in: key) ?? []).compactMap { findings.string($0, in: key) }
  }
}
