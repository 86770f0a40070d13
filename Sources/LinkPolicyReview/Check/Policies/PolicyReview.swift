package import LinkPolicy
package import LinkPolicyAuthoring
package import LinkPolicyDiagnostics
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
    var reviewed: [ReviewFinding] = []
    do throws(InvalidInput) {
      let text = try text.get()
      document = text.document
      sources = text.document.sources
      let (policy, cells) = try CompiledPolicy.withCells(text.document)
      let inherited = Self.inherited(by: text)
      reviewed = PolicyCheck(policy, cells, beyond: inherited).reviewed
      reviewed += policy.warnings.map { warning in
        ReviewFinding(warning).comparing(with: inherited)
      }
      compiled = policy
    } catch {
      findings += error.diagnostics
      sources = error.sources
    }
    reviewed += findings.map { ReviewFinding($0) }
    self.init(document, compiled, reviewed: reviewed, sources)
  }

  /// What the policies that a text extends have findings about, where their own entries of `findings:` lower them.
  ///
  /// Nothing is inherited from a policy that does not load by itself.
  private static func inherited(by text: PolicyText) -> [InheritedFindings] {
    let count = FindingLevels(text.document).mutingBases
    guard count > 0 else { return [] }
    var all: [InheritedFindings] = []
    for base in text.bases.prefix(count) {
      do throws(InvalidInput) {
        let (policy, cells) = try CompiledPolicy.withCells(base)
        var inherited = PolicyCheck(policy, cells, beyond: [], keepsCells: true).inheritable
        inherited.identities.formUnion(policy.warnings.map { FindingIdentity($0) })
        all.append(inherited)
      } catch {
        all.append(InheritedFindings())
      }
    }
    return all
  }

  /// A review that found this; where there is a compiled policy, nothing kept findings from being looked for.
  package init(
    _ document: PolicyDocument?, _ compiled: CompiledPolicy?, _ findings: [Diagnostic],
    _ sources: SourceMap
  ) {
    self.init(document, compiled, reviewed: findings.map { ReviewFinding($0) }, sources)
  }

  private init(
    _ document: PolicyDocument?, _ compiled: CompiledPolicy?, reviewed findings: [ReviewFinding],
    _ sources: SourceMap
  ) {
    self.document = document
    self.compiled = compiled
    self.sources = sources
    levels = document.map { FindingLevels($0, naming: findings) }
    let leveled =
      levels?.applied(to: findings, isComplete: compiled != nil) ?? findings.map { $0.diagnostic }
    self.findings = MissingReasons.folded(Self.sorted(leveled))
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
