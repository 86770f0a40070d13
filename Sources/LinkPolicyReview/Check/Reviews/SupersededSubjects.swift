internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyDiagnostics
internal import LinkPolicyExploration

/// The review of rows that supersede a subject.
///
/// A superseded subject disappears from lists of methods, but may still sign in.
///
/// The account's owner then has a working sign-in method that no list shows.
struct SupersededSubjects {
  /// A row, with the providers of the attempts that the row decides.
  private struct SubjectRow {
    var table: Name
    var row: CompiledRow
    var kinds: [MethodKind]
    var providers: ValueSet
  }

  private let policy: CompiledPolicy
  private var superseding: [SubjectRow] = []
  /// The rows that sign in the holder of a known subject.
  private var entering: [SubjectRow] = []

  init(_ policy: CompiledPolicy) {
    self.policy = policy
  }

  /// Collects the rows of a table that supersede a subject or sign in a known subject.
  mutating func review(table index: Int, _ cells: inout TableCells) {
    guard policy.storage.hasSupersededMethods else { return }
    let table = policy.storage.tables[index]
    let action = policy.vocabulary.actions[table.action]
    for (number, row) in table.rows.enumerated() where !cells.decided[number].isEmpty {
      let templates = row.answer.effects.flatMap { $0.templates }
      if Self.supersedes(templates, table.kinds) {
        superseding.append(
          SubjectRow(
            table: table.key, row: row, kinds: table.kinds,
            providers: providers(in: cells.decided[number], cells)))
      }
      guard action.pointsTo == .credential, row.answer.error == nil,
        templates.contains(.openSession), !templates.makeAccount
      else { continue }
      let known = known(in: cells.decided[number], &cells)
      guard !known.isEmpty else { continue }
      entering.append(
        SubjectRow(
          table: table.key, row: row, kinds: table.kinds, providers: providers(in: known, cells)))
    }
  }

  /// Returns whether a row supersedes a subject without removing its method.
  private static func supersedes(_ templates: [WriteTemplate], _ kinds: [MethodKind]) -> Bool {
    guard templates.contains(.supersedeOthers) else { return false }
    // A row that removes all methods of its kinds leaves no superseded subject.
    return !templates.contains { template in
      guard case .removeMethods(.ofKinds(let dropped)) = template else { return false }
      return kinds.allSatisfy { dropped.contains($0) }
    }
  }

  /// Returns the cells of a set in which an account has the attempt's subject.
  private func known(in set: CellGraph, _ cells: inout TableCells) -> CellGraph {
    guard cells.algebra.axes.contains(where: { $0.fact == EngineFact.credential.rawValue }) else {
      return set
    }
    let matching = cells.cells(matching: [
      ResolvedCondition(
        fact: EngineFact.credential.rawValue,
        values: ValueSet(of: FactValue.CredentialValue.known, .own),
        position: SourcePosition(line: 1, column: 1))
    ])
    return cells.algebra.intersection(set, matching)
  }

  private func providers(in set: CellGraph, _ cells: TableCells) -> ValueSet {
    guard
      let axis = cells.algebra.axes.firstIndex(where: { $0.fact == EngineFact.provider.rawValue })
    else { return .all(policy.vocabulary.schema.count(EngineFact.provider.rawValue)) }
    let box = CellBox(cells.algebra.axes.map { .all($0.classCount) })
    return cells.algebra.axes[axis].values(
      of: cells.algebra.classes(of: axis, in: set, within: box))
  }

  /// Returns the given providers, and every other provider that can assert a credential of one of them.
  private func asserting(credentialsOf providers: ValueSet) -> ValueSet {
    let table = policy.vocabulary.providers
    let others = table.providers.indices.filter { other in
      table.providers.indices.contains {
        providers.contains($0) && table.canShareCredential($0, other)
      }
    }
    return providers.union(ValueSet(others))
  }

  var findings: [ReviewFinding] {
    superseding.compactMap { old in
      // The subject can also arrive from another provider with the same issuer.
      let providers = asserting(credentialsOf: old.providers)
      let entry = entering.first { new in
        !Set(old.kinds).isDisjoint(with: new.kinds) && providers.intersects(new.providers)
      }
      guard let entry else { return nil }
      return ReviewFinding(
        Diagnostic(
          .supersededEnters, .warning,
          "the subject that row `" + old.row.id.text + "` supersedes can still sign in, by `"
            + entry.table.text + "/" + entry.row.id.text
            + "`, but no list of methods shows the subject",
          at: old.row.position,
          help: "use `add-subject` to list it, or `replace-subject`, or refuse a second subject, or"
            + " say in `findings:` how the owner can remove the subject",
          related: [
            Diagnostic.Related(
              "row `" + entry.row.id.text + "` signs the subject in", at: entry.row.position)
          ]))
    }
  }
}
