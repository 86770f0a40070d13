package import LinkPolicy

/// Compiles mutants, as far as they load.
package struct MutantLoader: Sendable {
  /// A mutant that loads.
  package struct Loaded {
    package var policy: CompiledPolicy
    /// What the edit does, in words.
    package var summary: String
  }

  let editor: PolicyEditor

  init(editor: PolicyEditor) {
    self.editor = editor
  }

  /// Loads the mutants of a policy.
  package init(_ policy: CompiledPolicy) {
    self.init(editor: PolicyEditor(policy))
  }

  /// The mutant as a policy; nil where the checker refuses it.
  package func load(_ mutant: Mutant) -> Loaded? {
    for variant in mutant.variants {
      let policy: CompiledPolicy?
      if let table = mutant.overriding {
        policy = overriding(variant.document, table, mutant.part)
      } else {
        policy = editor.policy(variant.document, editing: mutant.part)
      }
      if let policy {
        return Loaded(policy: policy, summary: variant.summary)
      }
    }
    return nil
  }

  /// The policy of a document in which `overrides` of a first-hit table says what it must.
  ///
  /// What has to be declared the checker itself says: rows are given lines of their own, so that
  /// its findings tell which overlaps which.
  private func overriding(
    _ document: PolicyDocument, _ table: RowTable, _ part: PolicyEditor.Part
  ) -> CompiledPolicy? {
    var document = document
    var rows = table.rows(of: document)
    for index in rows.indices {
      rows[index].overrides = []
      rows[index].id.position = SourcePosition(line: index + 1, column: 1)
    }
    table.replaceRows(of: &document, with: rows)
    let (policy, findings) = editor.compiled(document, editing: part)
    guard policy == nil else { return policy }
    for finding in findings where finding.level == .error {
      guard finding.code == .overlap, let place = finding.position?.line,
        let earlier = finding.related.first?.position.line, rows.indices.contains(place - 1),
        rows.indices.contains(earlier - 1)
      else { return nil }
      rows[place - 1].overrides.append(Located(rows[earlier - 1].id.value))
    }
    table.replaceRows(of: &document, with: rows)
    return editor.policy(document, editing: part)
  }
}
