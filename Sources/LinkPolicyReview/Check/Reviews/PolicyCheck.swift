internal import LinkPolicy
package import LinkPolicyAuthoring
package import LinkPolicyDiagnostics

/// What is worth knowing of a policy that loads: rows, conditions and names that change nothing,
/// and what reads differently from what it does.
///
/// None of it is needed to decide, so it is worked out here and not where policies are made. What
/// is said to change nothing is proved to, over every cell that can occur.
package struct PolicyCheck: Sendable {
  /// The findings, each at the level of its code, in no particular order.
  package let findings: [Diagnostic]
  /// The same, with what tells inherited findings from new ones.
  package let reviewed: [ReviewFinding]
  /// What policies that extend this one inherit, where that was wanted.
  let inheritable: InheritedFindings

  /// Reviews a policy.
  package init(_ policy: CompiledPolicy) {
    self.init(policy, CellMaker(policy))
  }

  /// Reviews a policy, going on from what it was compiled with.
  ///
  /// - Parameters:
  ///   - policy: the policy.
  ///   - maker: what it was compiled with.
  ///   - inherited: what the policies that it extends have findings about, the one that it names first; empty where that makes
  ///     no difference.
  ///   - keepsCells: whether policies that extend this one are compared with it.
  init(
    _ policy: CompiledPolicy, _ maker: CellMaker, beyond inherited: [InheritedFindings],
    keepsCells: Bool = false
  ) {
    self.init(
      policy, maker, steps: policy.storage.limits.policy, beyond: inherited,
      keepsCells: keepsCells)
  }

  /// Reviews a policy, going on from what it was compiled with.
  package init(_ policy: CompiledPolicy, _ maker: CellMaker) {
    self.init(policy, maker, beyond: [])
  }

  /// The same with a number of steps for the cells of all tables; what they do not suffice for is
  /// said not to be reviewed.
  init(
    _ policy: CompiledPolicy, _ maker: CellMaker, steps: Int,
    beyond inherited: [InheritedFindings] = [], keepsCells: Bool = false
  ) {
    var maker = maker
    var stepsLeft = steps
    var reviews = TableReviews(policy, beyond: inherited, keepsCells: keepsCells)
    var findings = FactReview.findings(policy, &maker, &stepsLeft)
    for index in policy.storage.tables.indices {
      let table = policy.storage.tables[index]
      let further =
        AnswerGraph.distinguishing(index, of: policy) + reviews.guards.conditions(ofTable: index)
        + reviews.claims.conditions + reviews.inputs.conditions(ofTable: index)
        + reviews.invariants.conditions
        + inherited.conditions(ofTable: table.key, in: policy.vocabulary.schema)
      let boxes = maker.boxes(ofTable: index)
      let cells = maker.cells(
        ofTable: index, within: boxes, distinguishing: further,
        allowance: min(policy.storage.limits.review, stepsLeft))
      var own = reviews
      let review = own.review(table: index, cells)
      stepsLeft = max(0, stepsLeft - review.steps)
      guard !review.isSpent else {
        findings.append(Self.notReviewed("table", table.key, at: table.position))
        reviews.guards.leaveOut(table: index)
        reviews.invariants.leaveOut()
        continue
      }
      reviews = own
      findings += review.findings
    }
    findings += reviews.guards.findings + reviews.invariants.findings
    findings += MissingReasons.findings(policy.document)
    findings += UnusedNames(policy).findings
    let reviewed = (findings.map { ReviewFinding($0) } + reviews.findings).map {
      $0.comparing(with: inherited)
    }
    self.reviewed = reviewed
    self.findings = reviewed.map { $0.diagnostic }
    inheritable = InheritedFindings(
      identities: Set(self.findings.map { FindingIdentity($0) }), cells: reviews.cells)
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
}

/// What is reviewed in one table after the other.
private struct TableReviews {
  private let policy: CompiledPolicy
  var guards: GuardReview
  var claims: AbsentClaims
  var inputs: UntestedInputs
  var invariants: EmptyInvariants
  private var superseded: SupersededSubjects
  private var remedies: RemedyReview

  init(_ policy: CompiledPolicy, beyond inherited: [InheritedFindings], keepsCells: Bool) {
    self.policy = policy
    guards = GuardReview(policy)
    claims = AbsentClaims(policy, beyond: inherited, keepsCells: keepsCells)
    inputs = UntestedInputs(policy, beyond: inherited, keepsCells: keepsCells)
    invariants = EmptyInvariants(policy)
    superseded = SupersededSubjects(policy)
    remedies = RemedyReview(policy)
  }

  /// What was found that is about several tables, or about some cells of one.
  var findings: [ReviewFinding] {
    claims.findings + inputs.findings + superseded.findings + remedies.findings
  }

  /// The cells of those findings, where they are wanted.
  var cells: [FindingCells.Key: FindingCells] {
    (claims.cells ?? [:]).merging(inputs.cells ?? [:]) { first, _ in first }
  }

  /// What was found in a table, and the steps it took; nothing of it counts where they are spent.
  typealias TableReview = (findings: [Diagnostic], steps: Int, isSpent: Bool)

  mutating func review(table index: Int, _ cells: TableCells) -> TableReview {
    guard !cells.isSpent else { return ([], cells.steps, true) }
    var cells = cells
    let table = policy.storage.tables[index]
    var maker = AnswerMaker(index, of: policy, &cells, tellsRows: false, AnswerBook())
    var answers: [CellGraph] = []
    for row in table.rows.indices {
      answers.append(maker.answer(ofRow: row, &cells))
    }
    guards.review(table: index, &cells, answers, &maker)
    superseded.review(table: index, &cells)
    invariants.review(&cells)
    if claims.examinesTables || inputs.examines(table: index) || remedies.examines(table: index) {
      var answers = TableAnswers(table: index, of: policy, cells)
      claims.review(&answers)
      inputs.review(&answers)
      if remedies.examines(table: index) {
        remedies.review(&answers)
      }
      cells = answers.cells
    }
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
