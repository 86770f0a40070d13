package import LinkPolicy
package import LinkPolicyYAML

/// Everything that is found about the text of a policy: whatever keeps it from being compiled, or what a review
/// of it says, at the levels that it gives to findings itself.
///
/// The one answer to what is wrong with a policy, for the command line and for editors.
package struct PolicyReview: Sendable {
  /// The policy as written, where it can be read.
  package let document: PolicyDocument?
  /// The policy, where it can be compiled.
  package let compiled: CompiledPolicy?
  /// The findings, in the order of their positions.
  package let findings: [Diagnostic]
  /// The files that the findings refer to.
  package let sources: SourceMap
  /// What findings are about, where the policy can be read.
  package let levels: FindingLevels?

  /// Compiles and reviews a policy that was read, or that could not be.
  package init(_ text: Result<PolicyText, InvalidInput>) {
    var document: PolicyDocument?
    var compiled: CompiledPolicy?
    var findings: [Diagnostic] = []
    var sources = SourceMap()
    do throws(InvalidInput) {
      let text = try text.get()
      document = text.document
      sources = text.document.sources
      let (policy, cells) = try CompiledPolicy.withCells(text.document)
      findings = policy.warnings + PolicyCheck(policy, cells).findings
      compiled = policy
    } catch {
      findings += error.diagnostics
      sources = error.sources
    }
    self.init(document, compiled, findings, sources)
  }

  /// A review that found this; where there is a compiled policy, nothing kept findings from being looked for.
  package init(
    _ document: PolicyDocument?, _ compiled: CompiledPolicy?, _ findings: [Diagnostic],
    _ sources: SourceMap
  ) {
    self.document = document
    self.compiled = compiled
    self.sources = sources
    levels = document.map { FindingLevels($0) }
    self.findings = Self.sorted(
      levels?.applied(to: findings, isComplete: compiled != nil) ?? findings)
  }

  /// By file, line and column, and where these are the same in the order in which they were found.
  private static func sorted(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    diagnostics.enumerated().sorted { a, b in
      order(a.element, a.offset) < order(b.element, b.offset)
    }.map { $0.element }
  }

  // Findings without a place, such as that more are not listed, come last.
  private static func order(_ finding: Diagnostic, _ offset: Int) -> (Int, Int, Int, Int) {
    guard let place = finding.position else { return (.max, 0, 0, offset) }
    return (place.file, place.line, place.column, offset)
  }
}
