package import LinkPolicy
package import LinkPolicyAuthoring
package import LinkPolicyDiagnostics
internal import LinkPolicyExploration
package import LinkPolicyYAML

/// The findings about the text of a policy: the errors of its compilation or the results of its review.
///
/// The policy can set the levels of findings about itself in its list `findings:`.
///
/// The command line and an editor show the same findings.
package struct PolicyReview: Sendable {
  /// The policy as written; nil if the text is unreadable.
  package let document: PolicyDocument?
  /// The compiled policy; nil if the text does not compile.
  package let compiled: CompiledPolicy?
  /// The findings, sorted by position.
  package let findings: [Diagnostic]
  /// The files that the findings refer to.
  package let sources: SourceMap
  /// The subjects and levels of findings; nil if the text is unreadable.
  package let levels: FindingLevels?

  /// Compiles and reviews a policy, or reports the errors of a text that could not be read.
  package init(_ text: Result<PolicyText, InvalidInput>) {
    var memory = ReviewMemory()
    self.init(text, remembering: &memory)
  }

  /// Compiles and reviews a policy with the results of earlier reviews, or reports the errors of a text that could not
  /// be read.
  ///
  /// - Parameters:
  ///   - text: the text of the policy, or the errors from reading the text.
  ///   - memory: the results of earlier reviews, which save time and change no finding.
  package init(
    _ text: Result<PolicyText, InvalidInput>, remembering memory: inout ReviewMemory
  ) {
    var document: PolicyDocument?
    var compiled: CompiledPolicy?
    var findings: [Diagnostic] = []
    var sources = SourceMap()
    var reviewed: [ReviewFinding] = []
    do throws(InvalidInput) {
      let text = try text.get()
      document = text.document
      sources = text.document.sources
      let (policy, cells) = try CompiledPolicy.withCells(
        text.document, remembering: &memory.relations)
      let inherited = Self.inherited(by: text, remembering: &memory)
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
    self.init(document: document, compiled: compiled, reviewed: reviewed, sources: sources)
  }

  /// Returns the findings of the policies that a text extends; empty if no entry of `findings:` lowers the level of a
  /// code.
  ///
  /// A text inherits no finding from an extended policy that does not load by itself.
  private static func inherited(
    by text: PolicyText, remembering memory: inout ReviewMemory
  ) -> [InheritedFindings] {
    let count = FindingLevels(text.document).mutingBases
    guard count > 0 else { return [] }
    if let known = memory.inherited(by: text, count: count) { return known }
    var all: [InheritedFindings] = []
    for base in text.bases.prefix(count) {
      do throws(InvalidInput) {
        let (policy, cells) = try CompiledPolicy.withCells(
          base, remembering: &memory.relations)
        var inherited = PolicyCheck(policy, cells, beyond: [], keepsCells: true).inheritable
        inherited.identities.formUnion(policy.warnings.map { FindingIdentity($0) })
        all.append(inherited)
      } catch {
        all.append(InheritedFindings())
      }
    }
    memory.keep(all, inheritedBy: text)
    return all
  }

  /// Creates a review from findings that were computed before.
  ///
  /// If the policy compiled, the review is complete, and also reports unused entries of `findings:`.
  package init(
    document: PolicyDocument?, compiled: CompiledPolicy?, findings: [Diagnostic], sources: SourceMap
  ) {
    self.init(
      document: document, compiled: compiled, reviewed: findings.map { ReviewFinding($0) },
      sources: sources)
  }

  private init(
    document: PolicyDocument?, compiled: CompiledPolicy?, reviewed findings: [ReviewFinding],
    sources: SourceMap
  ) {
    self.document = document
    self.compiled = compiled
    self.sources = sources
    levels = document.map { FindingLevels($0, naming: findings) }
    let leveled =
      levels?.applied(to: findings, isComplete: compiled != nil) ?? findings.map { $0.diagnostic }
    self.findings = MissingReasons.folded(Self.sorted(leveled))
  }

  /// Sorts findings by file, line and column, then in the order of discovery.
  private static func sorted(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    diagnostics.enumerated().sorted { a, b in
      order(a.element, a.offset) < order(b.element, b.offset)
    }.map { $0.element }
  }

  // A finding without a position, such as the note about unlisted findings, comes last.
  private static func order(_ finding: Diagnostic, _ offset: Int) -> (Int, Int, Int, Int) {
    guard let place = finding.position else { return (.max, 0, 0, offset) }
    return (place.file, place.line, place.column, offset)
  }
}

/// The review of a policy that loads.
///
/// The review finds rows, conditions and names that change nothing, and rows that may not do what
/// their author intended.
///
/// No decision needs the review, so compilation does not include it. If a finding states that a row or condition
/// changes nothing, this is proved for every possible cell.
package struct PolicyCheck: Sendable {
  /// The findings, each at the default level of its code, in no particular order.
  package let findings: [Diagnostic]
  /// The elements of ``findings``, with the data that distinguish inherited from new findings.
  package let reviewed: [ReviewFinding]
  /// The findings that an extending policy inherits, with their cells if the review keeps cells.
  let inheritable: InheritedFindings

  /// Reviews a policy.
  package init(_ policy: CompiledPolicy) {
    self.init(policy, CellMaker(policy))
  }

  /// Reviews a policy with the cells that its compilation computed.
  ///
  /// - Parameters:
  ///   - policy: the policy to review.
  ///   - maker: the cells that the compilation of the policy computed.
  ///   - inherited: the findings of the extended policies, the nearest first; empty if no entry of `findings:` depends
  ///     on inheritance.
  ///   - keepsCells: whether to keep the cells, so that a review of an extending policy can compare its findings with
  ///     the kept cells.
  init(
    _ policy: CompiledPolicy, _ maker: CellMaker, beyond inherited: [InheritedFindings],
    keepsCells: Bool = false
  ) {
    self.init(
      policy, maker, steps: policy.storage.limits.policy, beyond: inherited,
      keepsCells: keepsCells)
  }

  /// Reviews a policy, with the cells that the compilation of the policy computed.
  package init(_ policy: CompiledPolicy, _ maker: CellMaker) {
    self.init(policy, maker, beyond: [])
  }

  /// Reviews a policy with a limit on the steps for the cells of all tables together.
  ///
  /// If a table exceeds the limit, a finding reports that the table was not reviewed.
  init(
    _ policy: CompiledPolicy, _ maker: CellMaker, steps: Int,
    beyond inherited: [InheritedFindings] = [], keepsCells: Bool = false
  ) {
    var maker = maker
    var stepsLeft = steps
    var reviews = TableReviews(policy, beyond: inherited, keepsCells: keepsCells)
    var findings = FactReview.findings(of: policy, maker: &maker, stepsLeft: &stepsLeft)
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
    findings += SettingInputs(policy).findings
    let reviewed = (findings.map { ReviewFinding($0) } + reviews.findings).map {
      $0.comparing(with: inherited)
    }
    self.reviewed = reviewed
    self.findings = reviewed.map { $0.diagnostic }
    inheritable = InheritedFindings(
      identities: Set(self.findings.map { FindingIdentity($0) }), cells: reviews.cells)
  }

  /// Returns the warning that the review skipped a table or a derived fact.
  static func notReviewed(
    _ what: String, _ name: Name, at position: SourcePosition
  ) -> Diagnostic {
    Diagnostic(
      .notReviewed, .warning,
      what + " `" + name.text + "` was not reviewed: its rows test facts in"
        + " too many combinations", at: position,
      help: "the policy still decides; only the search for parts that change nothing was skipped")
  }
}

/// The reviews that examine the tables of a policy one by one.
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

  /// The findings about several tables, or about some cells of one table.
  var findings: [ReviewFinding] {
    claims.findings + inputs.findings + superseded.findings + remedies.findings
  }

  /// The cells of the findings of `claims` and `inputs`; empty if `keepsCells` is false.
  var cells: [FindingCells.FindingKey: FindingCells] {
    var cells = claims.cells ?? [:]
    cells.addMissing(inputs.cells ?? [:])
    return cells
  }

  /// The findings in a table, and the number of steps that the review took.
  ///
  /// The findings are invalid if the review ran out of steps (`isSpent`).
  typealias TableReview = (findings: [Diagnostic], steps: Int, isSpent: Bool)

  mutating func review(table index: Int, _ cells: TableCells) -> TableReview {
    guard !cells.isSpent else { return ([], cells.steps, true) }
    var cells = cells
    let table = policy.storage.tables[index]
    var maker = AnswerMaker(
      table: index, of: policy, cells: &cells, tellsRows: false, book: AnswerBook())
    var answers: [CellGraph] = []
    for row in table.rows.indices {
      answers.append(maker.answer(ofRow: row, &cells))
    }
    guards.review(table: index, in: &cells, answers: answers, maker: &maker)
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
