internal import LinkPolicy
package import LinkPolicyAuthoring

/// Two versions of a policy as a page for reviewers: what the new one does otherwise.
package struct DifferencePage {
  private let names: (old: String, new: String)
  private let digests: (old: PolicyDigest, new: PolicyDigest)
  /// What the comparison came to, in one sentence without a full stop.
  package var summary: String
  /// The changes.
  package var changes: [ShownChange]
  /// The declarations that differ and show in no cell.
  package var declarations: [ShownDeclaration]
  /// The matrices of both, side by side.
  var matrices: [ComparedMatrix] = []
  /// What a proof of the new policy came to; empty where there was none.
  package var verdicts: [ShownVerdict]
  /// What the verdicts rest on, each a sentence without a full stop.
  package var groundwork: [String] = []

  /// The page of a comparison that found nothing yet; set what there is.
  package init(old: CompiledPolicy, new: CompiledPolicy, named names: (old: String, new: String)) {
    self.names = names
    digests = (old.digest, new.digest)
    summary = ""
    changes = []
    declarations = []
    verdicts = []
  }

  /// The page as UTF-8 HTML, complete in itself.
  package var html: [UInt8] {
    var sections: [any PageSection] = [
      declarations.isEmpty
        ? ChangesSection(changes: changes)
        : ChangesSection(
          changes: changes,
          nothing: "No cell differs by itself; what is declared otherwise is told below.")
    ]
    if !matrices.isEmpty {
      // Where it shows no change, what changed comes first.
      let section = ComparedMatrixSection(matrices: matrices, changes: changes)
      sections.insert(section, at: matrices.contains { $0.isChanged } || changes.isEmpty ? 0 : 1)
    }
    if !declarations.isEmpty {
      sections.append(DeclaredSection(declarations: declarations))
    }
    sections += VerdictsSection.sections(verdicts, groundwork)
    let page = Page(
      title: names.old + " → " + names.new, lead: summary,
      marks: [("old", digests.old.text), ("new", digests.new.text)], sections: sections)
    return page.html
  }
}
