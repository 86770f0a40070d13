internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyDiagnostics

/// The rows of derived facts, reviewed over everything that any table can meet.
enum FactReview {
  /// The findings; the steps taken are taken from those left.
  static func findings(
    _ policy: CompiledPolicy, _ maker: inout CellMaker, _ stepsLeft: inout Int
  ) -> [Diagnostic] {
    var findings: [Diagnostic] = []
    for (index, fact) in policy.storage.facts.enumerated() {
      var review = RowReview(
        rows: fact.rows, declared: policy.document.facts[index].rows, hit: fact.hit,
        // Zero stands for cells without a row.
        answers: fact.rows.map { .terminal($0.value + 1) },
        cells: maker.cells(
          ofFact: index, allowance: min(policy.storage.limits.review, stepsLeft)))
      let found = review.findings()
      stepsLeft = max(0, stepsLeft - review.cells.steps)
      let name = policy.document.facts[index].name.value
      findings +=
        review.cells.isSpent
        ? [PolicyCheck.notReviewed("fact", name, at: fact.position)] : found
    }
    return findings
  }
}
