internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyDiagnostics
internal import LinkPolicyExploration
internal import LinkPolicyJSON
package import LinkPolicyTesting

extension ProofReport {
  /// The report for code hosts: an error for each broken invariant, and a warning for each invariant that is
  /// undecided, vacuous, or about no attempt.
  package var hosted: HostedReport {
    let rule = { (invariant: Invariant) in "prove/" + invariant.id }
    let verdict = "\(proof.policy.name): \(summary)"
    var report = HostedReport(
      of: "prove",
      rules: proof.verdicts.map { (id: rule($0.invariant), meaning: $0.invariant.statement) },
      summary: TerminalText(verdict))
    let places = InvariantPlaces(proof)
    report.findings = proof.verdicts.compactMap { invariant, verdict in
      let (level, word, story, rows): (Diagnostic.Level, String, [String], [Name])
      switch verdict {
      case .proved:
        guard proof.holdsOfNothing(invariant) else { return nil }
        (level, word, story, rows) = (
          .warning, "proves nothing", ["the invariant applies to no attempt"], []
        )
      case .broken(let example):
        // The row to edit comes first, if an edit of one row stops the counterexample.
        let row = mitigations[invariant].map { [Name($0.row.text)] } ?? []
        let steps = example.steps.reversed().compactMap { $0.row.map { Name($0) } }
        (level, word, story, rows) = (.error, "broken", storyLines(example), row + steps)
      case .undecided:
        let suspects = proof.suspects(of: invariant).map { Name($0.text) }
        (level, word, story, rows) = (.warning, "undecided", reasons(invariant), suspects)
      case .vacuous(let reason): (level, word, story, rows) = (.warning, "vacuous", [reason], [])
      }
      let found = places.places(of: invariant, rows: rows)
      var finding = HostedFinding(
        level, rule: rule(invariant), title: .subject(invariant.id + " " + word),
        "\(invariant.statement)", at: found.first,
        key: (name: "invariants/v1", parts: [invariant.id, word]))
      finding.story = story
      finding.related = Array(found.dropFirst())
      return finding
    }
    report.properties = .object([
      "proved": .bool(proof.isProved), "summary": .string(verdict),
    ])
    return report
  }

  /// Returns the lines of ``story(_:)``.
  package func storyLines(_ example: Counterexample) -> [String] {
    story(example).text.split(separator: "\n").map { String($0) }
  }
}

/// The places of a policy that a code host shows next to an invariant.
private struct InvariantPlaces {
  // The maximum number of places. A reader is unlikely to read a longer list.
  private static var limit: Int { 20 }

  private let document: PolicyDocument
  private let sources: SourceMap
  private let rows: [Name: SourcePosition]

  init(_ proof: Proof) {
    document = proof.policy.document
    sources = proof.policy.sources
    let numbers = RowNumbers(proof.policy)
    var rows: [Name: SourcePosition] = [:]
    for (name, position) in zip(numbers.names, numbers.positions) where rows[Name(name.text)] == nil
    {
      rows[Name(name.text)] = position
    }
    self.rows = rows
  }

  /// Returns the declaration of an invariant and the given rows, each once; if there is neither, the policy's name.
  func places(of invariant: Invariant, rows names: [Name]) -> [ReportPlace] {
    var positions: [SourcePosition] = []
    if case .declared(let declared) = invariant {
      positions.append(document.invariants[declared.place].id.position)
    }
    for name in names {
      if let position = rows[name], !positions.contains(position) {
        positions.append(position)
      }
    }
    return (positions.isEmpty ? [document.name.position] : positions).prefix(Self.limit)
      .compactMap { ReportPlace($0, in: sources) }
  }
}
