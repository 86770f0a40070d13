package import LinkPolicy
internal import LinkPolicyAuthoring
package import LinkPolicyDiagnostics
internal import LinkPolicyExploration
internal import LinkPolicyJSON
package import LinkPolicyTesting

extension MutationReport {
  /// The report for code hosts: a warning for each survivor, the most dangerous first; a run without mutants is an error.
  package var hosted: HostedReport {
    var report = HostedReport(of: "mutate", rules: MutationOperators.rules, summary: summary())
    report.findings = survivors.map { entry in
      let (mutant, survivor) = (entry.mutant, entry.survivor)
      var finding = HostedFinding(
        survivor: mutant, .warning, "\(survivor.summary)", in: sources)
      finding.story = [
        Self.kindWords(of: survivor),
        Self.words(for: survivor).map { "first changed where " + $0 },
        entry.witness.map { "noticed by: " + String(decoding: $0, as: UTF8.self) },
      ].compactMap { $0 }
      return finding
    }
    if total.mutants == 0 {
      report.add(problems: [HostedFinding(problem: "there are no mutants, which is a failure")])
    }
    report.properties = .object([
      "mutants": .int(total.mutants), "survived": .int(total.survived),
      "summary": .string(report.summary.text),
    ])
    return report
  }
}

extension MutationOperators {
  /// The operators as rules of a report for code hosts.
  package static var rules: [(id: String, meaning: String)] {
    names.map { (id: "mutate/" + $0.name, meaning: $0.summary) }
  }
}

extension HostedFinding {
  /// Creates the finding of a mutant that survives the vectors or breaks an invariant.
  package init(
    survivor mutant: Mutant, _ level: Diagnostic.Level, _ message: TerminalText,
    in sources: SourceMap
  ) {
    self.init(
      level, rule: "mutate/" + mutant.operation, title: .subject(mutant.id), message,
      at: ReportPlace(mutant.position, in: sources), key: (name: "mutants/v1", parts: [mutant.id]))
  }
}
