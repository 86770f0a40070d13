package import LinkPolicy

/// A finding of a review, with what tells inherited findings from new ones.
package struct ReviewFinding: Sendable {
  /// What is reported.
  package var diagnostic: Diagnostic
  /// What the finding is about where its place does not say so, such as `nonce/mismatched`.
  package var subject: String?
  /// The place that it is about, where it is reported at another one.
  var about: SourcePosition?
  /// How many of the policies that are extended, one behind the other, have the finding too; nil where that was not
  /// examined.
  package var depth: Int?

  package init(_ diagnostic: Diagnostic, subject: String? = nil, depth: Int? = nil) {
    self.diagnostic = diagnostic
    self.subject = subject
    self.depth = depth
  }

  /// Says which of the policies that are extended have the finding too.
  ///
  /// A new one about a line of theirs is reported at the line of the policy itself that it comes from, if it names one.
  func comparing(with inherited: [InheritedFindings]) -> ReviewFinding {
    guard !inherited.isEmpty, depth == nil else { return self }
    var compared = self
    compared.depth = inherited.depth(of: diagnostic)
    guard compared.depth == 0, let place = diagnostic.position, place.file > 0,
      let own = diagnostic.related.firstIndex(where: { $0.position.file == 0 })
    else { return compared }
    compared.about = place
    compared.diagnostic.position = diagnostic.related[own].position
    compared.diagnostic.related.append(Diagnostic.Related("this is about what is here", at: place))
    return compared
  }
}

/// What makes two findings about a policy and about what it extends the same finding.
struct FindingIdentity: Hashable {
  private let code: Name
  private let position: SourcePosition?
  private let content: String
  private let related: [SourcePosition]

  init(_ finding: Diagnostic) {
    code = finding.code.name
    position = finding.position
    // Every message puts its example last; another example shows the same finding.
    let parts = finding.message.split(separator: ", as where ", maxSplits: 1)
    content = parts.first.map { String($0) } ?? ""
    related = finding.related.map { $0.position }
  }
}

/// What a policy that is extended has findings about, by itself.
struct InheritedFindings {
  /// Its findings.
  var identities: Set<FindingIdentity> = []
  /// The cells that findings are about, by what each finding says of them.
  var cells: [FindingCells.Key: FindingCells] = [:]
}

extension [InheritedFindings] {
  /// How many policies, from the one that is extended on, have a finding.
  func depth(of finding: Diagnostic) -> Int {
    let identity = FindingIdentity(finding)
    return firstIndex { !$0.identities.contains(identity) } ?? count
  }
}
