internal import LinkPolicy
package import LinkPolicyDiagnostics

/// A finding of a review, and the data that distinguish an inherited finding from a new one.
package struct ReviewFinding: Sendable {
  /// The finding as it is reported.
  package var diagnostic: Diagnostic
  /// The subject, if the place does not identify it, such as `nonce/mismatched`.
  package var subject: String?
  /// The place that the finding concerns, if it is reported elsewhere.
  var about: SourcePosition?
  /// The number of extended policies, nearest first, that have the same finding; nil if that was not examined.
  package var depth: Int?

  package init(_ diagnostic: Diagnostic, subject: String? = nil, depth: Int? = nil) {
    self.diagnostic = diagnostic
    self.subject = subject
    self.depth = depth
  }

  /// Returns the finding with the number of extended policies that have it too.
  ///
  /// A new finding about a line of an extended policy moves to the line of this policy that causes it, if one is known.
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

/// The identity of a finding: a policy and the policy that it extends have the same finding if their identities are equal.
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

/// The findings that an extended policy has on its own.
struct InheritedFindings {
  /// Its findings.
  var identities: Set<FindingIdentity> = []
  /// The cells of each finding.
  var cells: [FindingCells.Key: FindingCells] = [:]
}

extension [InheritedFindings] {
  /// Returns the number of extended policies, nearest first, that have a finding.
  func depth(of finding: Diagnostic) -> Int {
    let identity = FindingIdentity(finding)
    return firstIndex { !$0.identities.contains(identity) } ?? count
  }
}
