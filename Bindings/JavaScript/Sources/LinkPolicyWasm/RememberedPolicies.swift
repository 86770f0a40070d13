internal import LinkPolicyAuthoring
internal import LinkPolicyDiagnostics
internal import LinkPolicyReview
internal import LinkPolicyYAML

/// The cached results of earlier questions.
///
/// An editor asks several questions about each version of a policy, and most versions have the same declarations as the
/// version before.
///
/// The cache changes no answer.
struct RememberedPolicies {
  private var memory = ReviewMemory()
  /// The text that was compiled last.
  private var last: (file: PolicyFile, policy: CompiledPolicy)?

  /// Returns the report of `check` about a text.
  mutating func report(of file: PolicyFile) -> PolicyReport {
    let text = Result { () throws(InvalidInput) in try file.text }
    let review = PolicyReview(text, remembering: &memory)
    if let policy = review.compiled {
      last = (file, policy)
    }
    return PolicyReport(review, named: file.name)
  }

  /// Returns the policy of a text.
  ///
  /// - Throws: an `InvalidInput` with every finding if one is an error.
  mutating func compiled(_ file: PolicyFile) throws(InvalidInput) -> CompiledPolicy {
    if let last, last.file.isEqual(to: file) { return last.policy }
    let policy = try cells(file).policy
    last = (file, policy)
    return policy
  }

  /// Returns the policy of a text with the maker of its cells.
  ///
  /// - Throws: an `InvalidInput` with every finding if one is an error.
  mutating func cells(
    _ file: PolicyFile
  ) throws(InvalidInput) -> (policy: CompiledPolicy, cells: CellMaker) {
    try CompiledPolicy.withCells(file.text.document, remembering: &memory.relations)
  }
}
