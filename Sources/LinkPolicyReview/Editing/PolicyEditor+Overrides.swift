internal import LinkPolicy
package import LinkPolicyAuthoring
internal import LinkPolicyDiagnostics

extension PolicyEditor {
  /// The policy of a document in which `overrides` of a first-hit table says what it must.
  ///
  /// What has to be declared the checker itself says: rows are given lines of their own, so that
  /// its findings tell which overlaps which.
  ///
  /// - Parameters:
  ///   - document: the edited document.
  ///   - table: the list of rows that was edited.
  ///   - part: what has to be worked out again.
  /// - Returns: the policy; nil where the document does not load whatever is declared.
  package func policy(
    _ document: PolicyDocument, overridingIn table: RowTable, editing part: Part
  ) -> CompiledPolicy? {
    var document = document
    var rows = table.rows(of: document)
    for index in rows.indices {
      rows[index].overrides = []
      rows[index].id.position = SourcePosition(line: index + 1, column: 1)
    }
    table.replaceRows(of: &document, with: rows)
    let (whole, findings) = compiled(document, editing: part)
    guard whole == nil else { return whole }
    for finding in findings where finding.level == .error {
      guard finding.code == .overlap, let place = finding.position?.line,
        let earlier = finding.related.first?.position.line, rows.indices.contains(place - 1),
        rows.indices.contains(earlier - 1)
      else { return nil }
      rows[place - 1].overrides.append(Located(rows[earlier - 1].id.value))
    }
    table.replaceRows(of: &document, with: rows)
    return policy(document, editing: part)
  }
}
