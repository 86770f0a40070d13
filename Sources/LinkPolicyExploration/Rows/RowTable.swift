package import LinkPolicy
package import LinkPolicyAuthoring
internal import LinkPolicyDiagnostics

/// A list of rows in a policy: a decision table, a derived fact, or the guards.
package enum RowTable: Sendable, Hashable {
  case decision(Int)
  case fact(Int)
  case guards

  /// Returns the name of the list in reports, such as `sign-in.federated` or `facts.trust`.
  package func name(in document: PolicyDocument) -> Name {
    switch self {
    case .decision(let index): document.decisions[index].key.value
    case .fact(let index): Name("facts." + document.facts[index].name.value.text)
    case .guards: "guards"
    }
  }

  /// Returns the hit policy of the rows, such as `first`.
  ///
  /// Guards always have the hit policy `first`.
  package func hit(in document: PolicyDocument) -> HitPolicy {
    switch self {
    case .decision(let index): document.decisions[index].hit
    case .fact(let index): document.facts[index].hit
    case .guards: .first
    }
  }

  /// Returns the rows as the document declares them, before compilation.
  package func rows(of document: PolicyDocument) -> [RowDeclaration] {
    switch self {
    case .decision(let index): document.decisions[index].rows
    case .fact(let index): document.facts[index].rows
    case .guards: document.guards
    }
  }

  /// Replaces the rows of the list in a document.
  package func replaceRows(of document: inout PolicyDocument, with rows: [RowDeclaration]) {
    switch self {
    case .decision(let index): document.decisions[index].rows = rows
    case .fact(let index): document.facts[index].rows = rows
    case .guards: document.guards = rows
    }
  }

  /// Sets the hit policy of the rows; does nothing for guards, whose hit policy is fixed.
  package func setHit(_ hit: HitPolicy, in document: inout PolicyDocument) {
    switch self {
    case .decision(let index): document.decisions[index].hit = hit
    case .fact(let index): document.facts[index].hit = hit
    case .guards: break
    }
  }

  /// Returns the compiled rows, in the order of the document.
  package func compiledRows(of storage: PolicyStorage) -> [CompiledRow] {
    switch self {
    case .decision(let index): storage.tables[index].rows
    case .fact(let index): storage.facts[index].rows
    case .guards: storage.guards
    }
  }
}

extension PolicyEditor {
  /// Compiles an edited document with new `overrides` in a table that has the hit policy `first`.
  ///
  /// Each row then names the earlier rows with which the row overlaps.
  ///
  /// The checker's findings show the overlaps. Each row gets its own line number, so that the positions in a finding
  /// identify both rows.
  ///
  /// - Parameters:
  ///   - document: the edited document.
  ///   - table: the list of rows that was edited.
  ///   - part: the part of the policy to compile again.
  /// - Returns: the policy; nil if the document does not load even with the new `overrides`.
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
