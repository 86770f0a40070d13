internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyDiagnostics
internal import LinkPolicyExploration
internal import LinkPolicyProof
internal import LinkPolicyReview
internal import LinkPolicySystem
internal import LinkPolicyYAML

/// `diff`: compares two versions of a policy.
struct DiffCommand: Command {
  static var help: CommandHelp {
    CommandHelp(
      name: "diff", operands: "OLD NEW",
      summary: "Shows the differences in behavior between two policies.",
      options: [
        .value(
          "--against", "REV", summary: "compare one POLICY with its version in a git revision"),
        .choice(
          "--new-policy", ["compare", "allow"],
          summary: "compare or allow a policy that REV lacks"),
        .flag("--gate", summary: "exit with 1 only for the kinds that the gate stops"),
        .value("--fail-on", "KIND,...", summary: "the kinds that --gate stops; danger by default"),
        .format(DifferenceReport.DifferenceReportFormat.self, "the format of the report"), .report,
        .value(
          "--approvals", "FILE",
          summary: "the approved changes; a FILE in the repository is read at REV"),
        .flag("--prove", summary: "show the invariants that hold under only one policy"),
        .value("--assume", "FILE", summary: "the assumptions for --prove"),
        .flag("--all", summary: "show the whole report; a terminal otherwise gets about 45 lines"),
        .value("--limit", "N", summary: "show at most N boxes of a pair of rows; 3 by default"),
        .value(
          "--stores", "N",
          summary: "explore at most N states of each policy's store; 400 by default"),
        ExplorationOptions.budget,
        ExplorationOptions.seed,
      ],
      details: """
        Compares the answers of both policies in every cell that can occur. Differences are grouped
        by old row, new row and kinds of change, and listed under the edit that causes them. For
        each group, `diff` shows a few boxes of cells. The example of a box is the shortest sequence
        found from an empty store, played under both policies. Some changed declarations, such as a
        pool, change no cell, so only a sequence can show their effect.

        Docs/Diff.md lists the kinds of change. `danger` means every kind that can harm the owner of
        an account, such as reaches-more, tells-more or locks-out. `danger` also includes declares
        (a changed declaration was not shown to be harmless) and unclassified (a change has no known
        kind). Two further kinds of `danger` are for a person to review: does-less (an action no
        longer serves its purpose) and unpins (a digest is no longer pinned). The formats are
        pretty, json, markdown, github and sarif.

        The exit code is 0 if the policies are proved equal or the gate lets every difference pass.
        The exit code is 1 for any other difference. The exit code is 4 if REV has no version to
        compare, or if the policies cannot be compared, for example because a name has two meanings.
        With --against, `diff` recognizes a renamed policy by similar contents or by the same
        `name:`. A new policy, which REV lacks, is compared with the policy that it extends. With
        `--new-policy allow`, `diff` accepts a new policy without a comparison. With --gate, `diff`
        also compares the policies that extend POLICY, because the change affects them.
        """,
      examples: [
        "linkpolicy diff firebase firebase",
        "linkpolicy diff --against HEAD policy.yaml --gate",
      ])
  }

  let sources: Sides<PolicySource>
  private let revision: String?
  /// Whether a policy without an old version passes.
  let allowsNew: Bool
  /// The gate that fails a change, or nil if any difference fails.
  let gate: DifferenceGate?
  /// The path of the file of approved changes, or nil without `--approvals`.
  let approved: String?
  private let reports: ReportRequests<DifferenceReport.DifferenceReportFormat>
  private let limit: Int
  private let showsAll: Bool
  private let proves: Bool
  private let assumed: String?
  private let exploration: ExplorationOptions

  init(_ arguments: Arguments) throws(UsageError) {
    revision = arguments.value("--against")
    allowsNew = arguments.value("--new-policy") == "allow"
    if arguments.value("--new-policy") != nil, revision == nil {
      throw arguments.error("`--new-policy` is about `--against`; add `--against`")
    }
    if revision == nil {
      let names = try arguments.operands(2...2)
      sources = Sides(old: PolicySource(names[0]), new: PolicySource(names[1]))
      if sources.old.isStandardInput, sources.new.isStandardInput {
        throw arguments.error("both policies cannot be standard input")
      }
    } else {
      guard arguments.operands.count == 1 else {
        throw arguments.error("`diff --against` needs one POLICY")
      }
      let source = PolicySource(arguments.operands[0])
      sources = Sides(old: source, new: source)
      if source.isStandardInput {
        throw arguments.error("standard input is not in a git revision")
      }
    }
    let list = arguments.value("--fail-on")
    if list != nil || arguments.has("--gate") {
      let words = (list ?? DifferenceGate.danger)
        .split(separator: ",", omittingEmptySubsequences: false).map { String($0) }
      for word in words where DifferenceGate([word]) == nil {
        throw .unknown("kind of change", word, among: DifferenceGate.words, usage: Self.help.usage)
      }
      gate = DifferenceGate(words)
    } else {
      gate = nil
    }
    approved = arguments.value("--approvals")
    if approved != nil, gate == nil {
      throw arguments.error("`--approvals` is for a gate; add `--gate`")
    }
    if approved != nil, revision == nil {
      throw arguments.error(
        "`--approvals` needs `--against REV`, so that a change cannot approve itself")
    }
    reports = try ReportRequests(arguments)
    limit = try ExplorationOptions.number(of: "--limit", from: arguments, in: 1...1_000_000) ?? 3
    proves = arguments.has("--prove")
    assumed = arguments.value("--assume")
    if assumed != nil, !proves {
      throw arguments.error("`--assume` is for `--prove`; add `--prove`")
    }
    showsAll = arguments.has("--all") || arguments.value("--limit") != nil
    exploration = try ExplorationOptions(arguments, stores: 400)
  }

  func run(_ terminal: inout Terminal) throws(InvalidInput) -> ExitCode {
    guard let revision else {
      let pair = try CompiledPair(
        Sides(old: try sources.old.text(terminal), new: try sources.new.text(terminal)))
      return try compare(
        pair, named: Sides(old: sources.old.name, new: sources.new.name), in: nil, approvals: nil,
        &terminal)
    }
    let path = sources.new.name
    let text = try sources.new.text(terminal)
    let tree = try RevisionTree(revision, around: path)
    let approvals = try approvals(tree, terminal)
    let version = try oldVersion(of: text, in: path, tree, &terminal)
    guard let old = version.old else {
      let dependents = try dependents(of: path, in: tree, approvals: approvals, &terminal)
      var code = version.code
      code.join(report(dependents, &terminal))
      return code
    }
    return try compare(
      try CompiledPair(Sides(old: old.text, new: text)),
      named: Sides(old: old.name, new: try tree.path(of: path)), in: tree, approvals: approvals,
      &terminal)
  }

  /// Compares two policies, writes the reports, and returns the exit code of the run.
  ///
  /// The tree contains the old policy; the tree is nil if two files are compared. The approvals are nil if no file of
  /// approvals was given.
  private func compare(
    _ pair: CompiledPair, named names: Sides<String>, in tree: RevisionTree?,
    approvals: ChangeApprovals?, _ terminal: inout Terminal
  ) throws(InvalidInput) -> ExitCode {
    let outputs: OpenReports<DifferenceReport.DifferenceReportFormat>
    do throws(OutputProblem) {
      outputs = try reports.open(terminal)
    } catch {
      return terminal.say(error)
    }
    let policies = pair.policies
    var difference: PolicyDifference
    do throws(ComparisonRefusal) {
      difference = try PolicyDifference(old: policies.old, new: policies.new, cells: pair.cells)
    } catch {
      terminal.say(error, policies)
      return .undecided
    }
    difference.addDeclarationWitnesses(limits: exploration.limits, seed: exploration.seed) {
      terminal.show(progress: "\($0)")
    }
    // The verdict is known before the search for examples.
    let digests = Sides { policies[$0].digest }
    var early = DifferenceReport(difference, named: names, gate: gate, limit: limit)
    early.approvals = approvals?.approvals(of: digests) ?? []
    let heading: TerminalText = early.verdict.heading()
    difference.addBoxWitnesses(
      limits: exploration.limits, seed: exploration.seed, until: exploration.isSpent()
    ) {
      terminal.show(progress: "\(heading); \($0)")
    }
    terminal.clearProgress()
    var report = DifferenceReport(
      difference, named: names, gate: gate, limit: limit, showsAll: showsAll)
    report.approvals = early.approvals
    if let tree {
      try rename(&report, in: tree)
      report.dependents = try dependents(
        of: sources.new.name, in: tree, approvals: approvals, &terminal)
    }
    if proves {
      report.invariants = try invariants(policies, named: names, under: assumed, &terminal)
    }
    var code = outputs.write(&terminal) { [report] in report.bytes($0) }
    let lost = report.verdict.lost
    if !lost.isEmpty {
      terminal.say("no longer proved: \(lost.joined(separator: ", "))")
      code.join(.findings)
    }
    if gate != nil {
      let stopped = report.verdict.stopped
      terminal.say(Self.verdict(stopped, isProofLost: !lost.isEmpty))
      if !stopped.isEmpty {
        code.join(.findings)
        if let approved, early.approvals.isEmpty {
          terminal.say("note: `\(approved)` approves no change between these digests:")
          terminal.say("  = old \(digests.old.text)")
          terminal.say("  = new \(digests.new.text)")
        }
      }
    } else if !difference.isEqual {
      code.join(.findings)
    }
    code.join(self.report(report.dependents, &terminal))
    return code
  }

  /// Returns the verdict of the gate, with the kinds of change that the gate stops: first the harmful kinds, then the
  /// kinds that need a review.
  private static func verdict(_ stopped: [ChangeKind], isProofLost: Bool) -> TerminalText {
    guard !stopped.isEmpty else {
      return isProofLost
        ? "the gate stops this change, because an invariant is not proved"
        : "the gate lets this change pass"
    }
    let isForReview = { (kind: ChangeKind) in kind.severity == .review }
    func list(_ kinds: [ChangeKind]) -> TerminalText {
      kinds.map { TerminalText(word: $0) }.joined(by: ", ")
    }
    let (review, others) = (stopped.filter(isForReview), stopped.filter { !isForReview($0) })
    if others.isEmpty {
      return "the gate stops these kinds of change for review: \(list(review))"
    }
    let further: TerminalText = review.isEmpty ? "" : "; for review: \(list(review))"
    return "the gate stops these kinds of change: \(list(others))\(further)"
  }
}

extension Terminal {
  /// Prints the reason why policies cannot be compared.
  mutating func say(_ refusal: ComparisonRefusal, _ policies: Sides<CompiledPolicy>) {
    let places = Sides { policies[$0].sources.describe(refusal.positions[$0]) }
    switch refusal.reason {
    case .meaning(let words):
      say(
        error:
          "the policies cannot be compared, because \(refusal.subject) has a different meaning in each policy"
      )
      for side in Side.allCases {
        say("  = \(word: side) \(places[side]): \(words[side])")
      }
      say("  = help: rename \(refusal.subject) in one of the policies")
    case .intricate:
      say(error: "the policies cannot be compared, because \(refusal.subject) has too many cells")
      for side in Side.allCases {
        say("  = \(word: side) \(places[side])")
      }
      say("  = help: move conditions on many facts into derived facts with few values")
    }
  }
}
