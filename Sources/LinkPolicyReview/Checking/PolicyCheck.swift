package import LinkPolicy

/// What is worth knowing of a policy that loads: rows, conditions and names that change nothing,
/// and what reads differently from what it does.
///
/// None of it is needed to decide, so it is worked out here and not where policies are made. What
/// is said to change nothing is proved to, over every cell that can occur.
package struct PolicyCheck: Sendable {
  /// The findings, each at the level of its code, in no particular order.
  package let findings: [Diagnostic]

  /// Reviews a policy.
  package init(_ policy: Policy) {
    self.init(policy, CellMaker(policy))
  }

  /// Reviews a policy, going on from what it was compiled with.
  package init(_ policy: Policy, _ maker: CellMaker) {
    var maker = maker
    var guards = GuardReview(policy)
    var claims = AbsentClaims(policy)
    var findings = FactReview.findings(policy, &maker)
    for index in policy.storage.tables.indices {
      let told =
        AnswerGraph.toldApart(index, of: policy) + guards.conditions(ofTable: index)
        + claims.conditions
      let cells = maker.cells(ofTable: index, within: maker.boxes(ofTable: index), toldApart: told)
      findings += Self.review(table: index, of: policy, cells, &guards, &claims)
    }
    findings += guards.findings + claims.findings
    findings += MissingReasons.findings(policy.document)
    findings += UnusedNames(policy).findings
    self.findings = findings
  }

  private static func review(
    table index: Int, of policy: Policy, _ cells: TableCells, _ guards: inout GuardReview,
    _ claims: inout AbsentClaims
  ) -> [Diagnostic] {
    var cells = cells
    let table = policy.storage.tables[index]
    var maker = AnswerMaker(index, of: policy, &cells, tellsRows: false, AnswerBook())
    var answers: [CellGraph] = []
    for row in table.rows.indices {
      answers.append(maker.answer(ofRow: row, &cells))
    }
    guards.review(table: index, &cells, answers, &maker)
    claims.review(table: index, cells)
    let key = table.key
    guard let declared = policy.document.decisions.first(where: { $0.key.value == key }) else {
      return []
    }
    var review = RowReview(
      rows: table.rows, declared: declared.rows, hit: table.hit, answers: answers, cells: cells)
    return review.findings()
  }
}
