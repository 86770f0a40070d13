package import LinkPolicy
internal import LinkPolicyAnalysis

/// What is worth knowing of a policy that loads: rows, conditions and names that change nothing,
/// and what reads differently from what it does.
///
/// None of it is needed to decide, so it is worked out here and not where policies are made. What
/// is said to change nothing is proved to, over every cell that can occur.
package struct PolicyCheck: Sendable {
  /// The findings, each at the level of its code, in no particular order.
  package let findings: [Diagnostic]

  /// Reviews a policy.
  package init(_ policy: CompiledPolicy) {
    self.init(policy, CellMaker(policy))
  }

  /// Reviews a policy, going on from what it was compiled with.
  package init(_ policy: CompiledPolicy, _ maker: CellMaker) {
    self.init(policy, maker, steps: policy.storage.limits.policy)
  }

  /// The same with a number of steps for the cells of all tables; what they do not suffice for is
  /// said not to be reviewed.
  init(_ policy: CompiledPolicy, _ maker: CellMaker, steps: Int) {
    var maker = maker
    var stepsLeft = steps
    var guards = GuardReview(policy)
    var claims = AbsentClaims(policy)
    var invariants = EmptyInvariants(policy)
    var findings = FactReview.findings(policy, &maker, &stepsLeft)
    for index in policy.storage.tables.indices {
      let further =
        AnswerGraph.distinguishing(index, of: policy) + guards.conditions(ofTable: index)
        + claims.conditions + invariants.conditions
      let boxes = maker.boxes(ofTable: index)
      let cells = maker.cells(
        ofTable: index, within: boxes, distinguishing: further,
        allowance: min(policy.storage.limits.review, stepsLeft))
      var (ownGuards, ownClaims) = (guards, claims)
      let review = Self.review(
        table: index, of: policy, cells, &ownGuards, &ownClaims, &invariants)
      stepsLeft = max(0, stepsLeft - review.steps)
      guard !review.isSpent else {
        let table = policy.storage.tables[index]
        findings.append(Self.notReviewed("table", table.key, at: table.position))
        guards.leaveOut(table: index)
        invariants.leaveOut()
        continue
      }
      (guards, claims) = (ownGuards, ownClaims)
      findings += review.findings
    }
    findings += guards.findings + claims.findings + invariants.findings
    findings += MissingReasons.findings(policy.document)
    findings += UnusedNames(policy).findings
    self.findings = findings
  }

  /// The finding about what was not looked at.
  static func notReviewed(
    _ what: String, _ name: Name, at position: SourcePosition
  ) -> Diagnostic {
    Diagnostic(
      .notReviewed, .warning,
      what + " `" + name.text + "` was not reviewed: its rows test facts in"
        + " too many combinations", at: position,
      help: "the policy is complete and decides; only what changes nothing in it was not looked for"
    )
  }

  /// What was found in a table, and the steps it took; nothing of it counts where they are spent.
  private typealias TableReview = (findings: [Diagnostic], steps: Int, isSpent: Bool)

  private static func review(
    table index: Int, of policy: CompiledPolicy, _ cells: TableCells, _ guards: inout GuardReview,
    _ claims: inout AbsentClaims, _ invariants: inout EmptyInvariants
  ) -> TableReview {
    guard !cells.isSpent else { return ([], cells.steps, true) }
    var cells = cells
    let table = policy.storage.tables[index]
    var maker = AnswerMaker(index, of: policy, &cells, tellsRows: false, AnswerBook())
    var answers: [CellGraph] = []
    for row in table.rows.indices {
      answers.append(maker.answer(ofRow: row, &cells))
    }
    guards.review(table: index, &cells, answers, &maker)
    claims.review(table: index, &cells)
    invariants.review(&cells)
    let key = table.key
    guard let declared = policy.document.decisions.first(where: { $0.key.value == key }) else {
      return ([], cells.steps, cells.isSpent)
    }
    var review = RowReview(
      rows: table.rows, declared: declared.rows, hit: table.hit, answers: answers, cells: cells)
    let findings = review.findings()
    return (findings, review.cells.steps, review.cells.isSpent)
  }
}
