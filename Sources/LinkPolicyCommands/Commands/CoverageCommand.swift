internal import LinkPolicyAuthoring
internal import LinkPolicyReview
internal import LinkPolicySystem
internal import LinkPolicyTesting

/// `coverage`: counts the rows, cells and transitions that vectors reach, and prints vectors that would reach more.
struct CoverageCommand: Command {
  static var help: CommandHelp {
    CommandHelp(
      name: "coverage", operands: "POLICY PATH...",
      summary: "Counts the rows, cells and transitions of a policy that the vectors reach.",
      options: [
        Option.choice(
          "--require", CoverageRequirement.allCases.map { $0.rawValue },
          summary: "exit with 1 if the vectors miss an element of this kind"
        )
        .repeatable,
        .format(CommentFormat.self, "the format of the report"),
        .value(
          "--limit", "N",
          summary: "list at most N cells of a row, and N transitions; 1 by default"),
        .flag(
          "--all-cases",
          summary: "play every case under POLICY, even a case of another policy"),
        ExplorationOptions.stores, ExplorationOptions.seed,
      ],
      details: """
        Plays the cases about POLICY, and counts the rows and guards that decide, and the cells in
        which they decide. `coverage` also counts transitions: pairs of rows that decided one after
        the other. For each row, cell or transition that the cases miss, `coverage` searches for a
        vector that reaches the missed part. If the search finds no vector, `coverage` states
        whether it proved that no sequence from the empty store reaches the part. The most dangerous
        missed rows and cells come first; the line `if wrong` names the harm that a wrong answer
        could do, such as reaches-more. Cases about other policies are skipped and counted. A case
        is about POLICY if the case names the same file, even through a link, or a policy with the
        same meaning.
        """,
      examples: [
        "linkpolicy coverage policy.yaml cases.yaml",
        "linkpolicy coverage policy.yaml cases.yaml --format markdown --limit 3",
      ])
  }

  /// The elements of a policy that `--require` can demand.
  private enum CoverageRequirement: String, CaseIterable {
    case rows, cells, transitions
  }

  private let source: PolicySource
  private let cases: CaseStream
  private let required: [CoverageRequirement]
  private let format: CommentFormat
  private let limit: Int
  private let playsAll: Bool
  private let exploration: ExplorationOptions

  init(_ arguments: Arguments) throws(UsageError) {
    source = PolicySource(try arguments.operands(2...Int.max)[0])
    cases = try CaseStream(arguments, after: 1)
    if source.isStandardInput, cases.paths.contains("-") {
      throw arguments.error("policy and cases cannot both be standard input")
    }
    required = arguments.values("--require").compactMap { CoverageRequirement(rawValue: $0) }
    format = arguments.format(CommentFormat.self)
    limit = try ExplorationOptions.number(of: "--limit", from: arguments, in: 0...1_000_000) ?? 1
    playsAll = arguments.has("--all-cases")
    exploration = try ExplorationOptions(arguments)
  }

  func run(_ terminal: inout Terminal) throws(InvalidInput) -> ExitCode {
    let policy = try source.compiled(terminal)
    var kinship = PolicyKinship(
      source: source, policy: policy, policies: try CasePolicies(nil, terminal))
    let player = Player(policy.policy)
    var coverage = Coverage(policy)
    var texts = 0
    var passedOver = 0
    var cases = cases
    var code = cases.read(&terminal) { (vector, _) throws(InvalidInput) in
      guard vector.sequence != nil else {
        texts += 1
        return
      }
      if !playsAll {
        guard case .own = try kinship.kinship(of: vector) else {
          passedOver += 1
          return
        }
        try vector.check(under: policy.policy)
      }
      coverage.add(player.play(vector))
    }
    if coverage.cases == 0 {
      let others = passedOver + texts
      terminal.say("error: no case is about this policy (\(others) are about other policies)")
      code.join(.findings)
      return code
    }
    if passedOver > 0 {
      terminal.say("note: skipped \(PolicyKinship.cases(passedOver)) about other policies")
    }
    let explorer = exploration.explore(policy, &terminal)
    let report = CoverageReport(coverage, explorer, named: source.name, limit: limit)
    switch format {
    case .json:
      let json = report.json(skipped: passedOver + texts, passedOver: passedOver)
      terminal.output.write(json)
    case .markdown: terminal.write(report.markdown)
    case .pretty: terminal.write(report.text)
    }
    if isMissing(report) {
      code.join(.findings)
    }
    return code
  }

  /// Returns whether the vectors miss a required row, cell or transition that the exploration reached, or a required
  /// row that the exploration neither reached nor proved unreachable.
  private func isMissing(_ report: CoverageReport) -> Bool {
    required.contains { what in
      switch what {
      case .rows: report.rowTally.reachable + report.rowTally.notFound > 0
      case .cells: report.cellTally.reachable > 0
      case .transitions: report.transitionTally.reachable > 0
      }
    }
  }
}
