internal import LinkPolicy

/// The rows of derived facts, reviewed over everything that any table can meet.
enum FactReview {
  static func findings(_ policy: Policy, _ maker: inout CellMaker) -> [Diagnostic] {
    var findings: [Diagnostic] = []
    for (index, fact) in policy.storage.facts.enumerated() {
      var review = RowReview(
        rows: fact.rows, declared: policy.document.facts[index].rows, hit: fact.hit,
        // Zero stands for cells without a row.
        answers: fact.rows.map { .terminal($0.value + 1) },
        cells: maker.cells(ofFact: index))
      findings += review.findings()
    }
    return findings
  }
}
