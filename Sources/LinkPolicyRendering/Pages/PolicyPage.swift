internal import LinkPolicy
package import LinkPolicyAuthoring

/// A policy as a page for reviewers: the matrices, the tables, the declarations.
package struct PolicyPage {
  private let policy: CompiledPolicy
  /// What a proof came to; empty where there was none.
  package var verdicts: [ShownVerdict] = []
  /// What the verdicts rest on, each a sentence without a full stop.
  package var groundwork: [String] = []
  /// What became of the proof where rows were edited; empty where that was not looked at.
  package var reliances: [ShownReliance] = []
  /// How many edits were proved, and of how many, as a sentence.
  package var relianceExtent = ""

  /// The page of a policy.
  package init(_ policy: CompiledPolicy) {
    self.policy = policy
  }

  /// The page as UTF-8 HTML, complete in itself.
  package var html: [UInt8] {
    let document = policy.document
    let notes = reliances.compactMap { reliance in reliance.note.map { (reliance.row, $0) } }
    let guards = RulesSection.guards(document, notes)
    let facts = RulesSection.facts(document, notes)
    var sections = VerdictsSection.sections(verdicts, groundwork)
    sections.append(MatrixSection(matrices: OutcomeMatrix.all(policy)))
    if !reliances.isEmpty {
      sections.append(RelianceSection(rows: reliances, extent: relianceExtent))
    }
    sections += [guards, facts].compactMap { $0 }
    sections += [RulesSection.decisions(document, notes), DeclarationsSection(document)]
    let page = Page(
      title: policy.name, lead: policy.title,
      marks: Self.marks(policy), sections: sections)
    return page.html
  }

  /// What identifies a policy.
  static func marks(_ policy: CompiledPolicy) -> [(label: String, value: String)] {
    let storage = policy.storage
    let rows = storage.tables.reduce(0) { $0 + $1.rows.count }
    return [
      ("digest", policy.digest.text),
      ("tables", "\(storage.tables.count)"), ("rows", "\(rows)"),
      ("guards", "\(storage.guards.count)"),
      ("files", policy.sources.files.map { $0.name }.joined(separator: ", ")),
    ]
  }
}
