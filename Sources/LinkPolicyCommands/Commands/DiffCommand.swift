internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyDiagnostics
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
        .value("--against", "REV", "compare one POLICY with its version in a git revision"),
        .choice("--new-policy", ["compare", "allow"], "what to do if REV has no old version"),
        .flag("--gate", "exit with 1 only for the kinds that the gate stops"),
        .value("--fail-on", "KIND,...", "the kinds that --gate stops; danger by default"),
        .format(DifferenceReport.DifferenceReportFormat.self, "the format of the report"), .report,
        .value("--approvals", "FILE", "approved changes; if in the repository, as of REV"),
        .flag("--prove", "show the invariants that hold under only one of them"),
        .value("--assume", "FILE", "the assumptions for --prove"),
        .flag("--all", "show all consequences of an edit in a terminal, too"),
        .value("--limit", "N", "show at most N boxes of a pair of rows; 3 by default"),
        .value("--stores", "N", "explore at most N stores of each at a time; 400 by default"),
        ExplorationOptions.budget,
        ExplorationOptions.seed,
      ],
      details: """
        Compares both answers in every cell that can occur. Differences are grouped by old row, new
        row and kinds, and listed under the edit that causes them. Each group is shown in few
        boxes, each with the shortest sequence found from an empty store, played under both.
        Sequences also show changed declarations that no cell shows.

        Docs/Diff.md lists the kinds. `danger` is every kind that opens accounts, proves, discloses
        or distinguishes more, takes less, or splits or locks out; a changed declaration that was
        not shown to be harmless; a change without a known kind; and a change that a person must
        review: an action that no longer serves its purpose, or a digest that is no longer pinned.
        The formats are pretty, json, markdown, github and sarif.

        The exit code is 0 if the policies are proved equal or the gate lets all differences pass,
        1 if a difference counts, and 4 if a name that both use has another meaning in each, or if
        REV has no version to compare. A renamed file is found by its contents or its name. A new
        policy is compared with the policy that it extends; `--new-policy allow` accepts it. With
        --gate, policies that extend POLICY are compared too.
        """,
      examples: [
        "linkpolicy diff firebase firebase",
        "linkpolicy diff --against HEAD policy.yaml --gate",
      ])
  }

  private let sources: Sides<PolicySource>
  private let revision: String?
  /// Whether a policy without an old version passes.
  let allowsNew: Bool
  /// The gate that fails a change, or nil if any difference fails.
  let gate: DifferenceGate?
  /// The file of approved changes, or nil.
  private let approved: String?
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
        throw .unknown("kind", word, among: DifferenceGate.words, usage: Self.help.usage)
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
    limit = try ExplorationOptions.number("--limit", arguments, 1...1_000_000) ?? 3
    proves = arguments.has("--prove")
    assumed = arguments.value("--assume")
    if assumed != nil, !proves {
      throw arguments.error("`--assume` is for `--prove`; add `--prove`")
    }
    showsAll = arguments.has("--all") || arguments.value("--limit") != nil
    exploration = try ExplorationOptions(arguments, stores: 400)
  }

  func run(_ terminal: inout Terminal) throws(InvalidInput) -> ExitCode {
    let pair: CompiledPair
    let names: Sides<String>
    var (tree, code) = (RevisionTree?.none, ExitCode.clean)
    var approvals: ChangeApprovals?
    if let revision {
      let path = sources.new.name
      let text = try sources.new.text(terminal)
      let repository = try RevisionTree(revision, around: path)
      tree = repository
      approvals = try self.approvals(repository, terminal)
      let version = try oldVersion(of: text, in: path, repository, &terminal)
      guard let old = version.old else {
        code.join(version.code)
        code.join(try dependents(of: path, repository, approvals, &terminal))
        return code
      }
      pair = try CompiledPair(Sides(old: old.text, new: text))
      names = Sides(old: old.name, new: try repository.path(of: path))
    } else {
      pair = try CompiledPair(
        Sides(old: try sources.old.text(terminal), new: try sources.new.text(terminal)))
      names = Sides(old: sources.old.name, new: sources.new.name)
    }
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
      let own = sources.new.name
      let shown = try tree.path(of: own)
      let folders = Sides(old: own.dropLast(shown.count), new: Substring(tree.root + "/"))
      report.rename { name in
        // Bases lie beside the policy or below it; shipped policies have no path.
        if name == own { return shown }
        for folder in [folders.old, folders.new] where !folder.isEmpty && name.hasPrefix(folder) {
          return String(name.dropFirst(folder.count))
        }
        return name
      }
    }
    if proves {
      report.invariants = try invariants(policies, named: names, under: assumed, &terminal)
    }
    code.join(outputs.write(&terminal) { [report] in report.bytes($0) })
    let lost = (report.invariants ?? []).filter { $0.isLost }.map { $0.id }
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
    if let tree {
      code.join(try dependents(of: sources.new.name, tree, approvals, &terminal))
    }
    return code
  }

  /// Reads the approvals: a file of the repository from the revision, any other file from its path.
  ///
  /// A change could otherwise approve itself.
  private func approvals(
    _ tree: RevisionTree, _ terminal: Terminal
  ) throws(InvalidInput) -> ChangeApprovals? {
    guard let approved else { return nil }
    guard let path = try tree.pathInside(approved) else {
      return try ChangeApprovals(InputBytes.read(approved, terminal), name: approved)
    }
    guard let bytes = try tree.bytes(path) else {
      throw FileProblem.finding(
        about: approved,
        "revision `\(tree.revision)` has no `\(path)`, and a change cannot approve itself; merge the approval first, or give a file outside the repository"
      )
    }
    return try ChangeApprovals(bytes, name: tree.revision + ":" + path)
  }

  /// Returns the message about the kinds that fail the gate: first the harmful ones, then those
  /// that need a review.
  private static func verdict(_ stopped: [ChangeKind], isProofLost: Bool) -> TerminalText {
    guard !stopped.isEmpty else {
      return isProofLost
        ? "the gate stops this: an invariant is not proved" : "the gate lets this pass"
    }
    let isForReview = { (kind: ChangeKind) in kind.severity == .review }
    func list(_ kinds: [ChangeKind]) -> TerminalText {
      kinds.map { TerminalText(word: $0) }.joined(by: ", ")
    }
    let (review, others) = (stopped.filter(isForReview), stopped.filter { !isForReview($0) })
    if others.isEmpty {
      return "the gate stops this for review: \(list(review))"
    }
    let further: TerminalText = review.isEmpty ? "" : "; for review: \(list(review))"
    return "the gate stops this: \(list(others))\(further)"
  }
}

extension DiffCommand {
  /// Returns the old version of a policy and reports the choice; without an old version, returns
  /// the exit code of the run.
  func oldVersion(
    of text: PolicyText, in path: String, _ tree: RevisionTree, _ terminal: inout Terminal
  ) throws(InvalidInput) -> (old: (text: PolicyText, name: String)?, code: ExitCode) {
    let revision = tree.revision
    var chosen: String?
    var result: (old: (text: PolicyText, name: String)?, code: ExitCode) = (nil, .undecided)
    switch try tree.oldVersion(of: text, in: path, comparesExtended: !allowsNew) {
    case .found(let old, let name, .samePath):
      result = ((old, name), .clean)
    case .found(let old, let name, .renamed):
      terminal.say("note: `\(path)` is compared with `\(name)`, which was renamed")
      chosen = name
      result = ((old, name), .clean)
    case .found(let old, let name, .extended):
      terminal.say(
        "note: `\(path)` is new since `\(revision)`, and compared with its base, `\(name)`")
      result = ((old, name), .clean)
    case .none where allowsNew:
      terminal.say("note: `\(path)` is new since `\(revision)`: nothing was compared")
      result = (nil, .clean)
    case .none:
      terminal.say(
        "error: nothing was compared: `\(path)` is new since `\(revision)`, and extends no policy")
      terminal.say("  = help: review all of it, then pass `--new-policy allow`")
    case .ambiguous(let names):
      let list = names.joined(separator: ", ")
      terminal.say("error: nothing was compared: `\(path)` may have been any of `\(list)`")
      terminal.say("  = help: rename or delete policies in a separate change")
    }
    for (deleted, _) in try tree.deletedPolicies() where revision + ":" + deleted != chosen {
      terminal.say("note: the policy `\(deleted)` was deleted since `\(revision)`")
    }
    return result
  }

  /// Compares the policies that extend a gated policy, because a change of a base changes each of
  /// them.
  func dependents(
    of path: String, _ tree: RevisionTree, _ approvals: ChangeApprovals?,
    _ terminal: inout Terminal
  ) throws(InvalidInput) -> ExitCode {
    guard let gate else { return .clean }
    var code = ExitCode.clean
    let found = try tree.dependents(of: path, terminal)
    for name in found.broken {
      terminal.say("error: `\(name)` was not compared: it extends `\(path)`, and no longer loads")
      code.join(.invalidInput)
    }
    for (name, text) in found.policies {
      let shown = String(name.dropFirst(tree.root.count + 1))
      let version = try oldVersion(of: text, in: name, tree, &terminal)
      code.join(version.code)
      guard let old = version.old else { continue }
      let pair = try CompiledPair(Sides(old: old.text, new: text))
      do throws(ComparisonRefusal) {
        let difference = try PolicyDifference(
          old: pair.policies.old, new: pair.policies.new, cells: pair.cells)
        let digests = Sides { pair.policies[$0].digest }
        let accepted = approvals?.approvals(of: digests).flatMap { $0.kinds } ?? []
        let stopped = gate.stopped(difference).filter { !accepted.contains($0) }
          .map { $0.rawValue }.joined(separator: ", ")
        if stopped.isEmpty {
          terminal.say("the gate lets `\(shown)` pass, which extends it")
        } else {
          terminal.say("the gate stops `\(shown)`, which extends it: \(stopped)")
          code.join(.findings)
        }
      } catch {
        terminal.say(error, pair.policies)
        code.join(.undecided)
      }
    }
    return code
  }
}

extension DiffCommand {
  /// Returns the invariants whose verdicts differ between two policies, proved under the same
  /// assumptions.
  func invariants(
    _ policies: Sides<CompiledPolicy>, named names: Sides<String>, under file: String?,
    _ terminal: inout Terminal
  ) throws(InvalidInput) -> [InvariantChange] {
    let assumptions: Assumptions
    if let file {
      assumptions = try Assumptions(InputBytes.read(file, terminal), name: file, isStrict: true)
    } else {
      assumptions = try .shipped()
    }
    var options = Proof.Options()
    // The report needs verdicts and one counterexample only.
    options.countsCells = false
    options.seeksShorter = false
    var reports: [ProofReport] = []
    for side in Side.allCases {
      try assumptions.check(against: policies[side])
      let proof = Proof(
        policies[side], under: assumptions, in: assumptions.environment, options
      ) { done, count in
        terminal.show(progress: "\(done) of \(count) domains under the \(side.rawValue) policy")
      }
      reports.append(ProofReport(proof, named: names[side]))
    }
    terminal.clearProgress()
    return Self.changes(Sides(old: reports[0], new: reports[1]))
  }

  private static func changes(_ reports: Sides<ProofReport>) -> [InvariantChange] {
    var order: [Invariant] = []
    for side in [Side.new, .old] {
      for (invariant, _) in reports[side].proof.verdicts where !order.contains(invariant) {
        order.append(invariant)
      }
    }
    return order.compactMap { invariant in
      let verdicts = Sides { side in
        reports[side].proof.verdicts.first { $0.invariant == invariant }.map { word($0.verdict) }
          ?? InvariantChange.InvariantVerdict.none
      }
      guard verdicts.old != verdicts.new else { return nil }
      let side: Side = verdicts.new == .broken ? .new : .old
      let example = reports[side].proof.counterexamples.first { $0.invariant == invariant }
      let story = example.map { reports[side].story($0).text } ?? ""
      return InvariantChange(
        id: invariant.id, statement: invariant.statement, verdicts: verdicts,
        story: story.split(separator: "\n").map { String($0) })
    }
  }

  private static func word(_ verdict: Proof.ProofVerdict) -> InvariantChange.InvariantVerdict {
    switch verdict {
    case .proved: .proved
    case .broken: .broken
    case .undecided, .vacuous: .undecided
    }
  }
}

extension Terminal {
  /// Reports the reason why policies cannot be compared.
  mutating func say(_ refusal: ComparisonRefusal, _ policies: Sides<CompiledPolicy>) {
    let places = Sides { policies[$0].sources.describe(refusal.positions[$0]) }
    switch refusal.reason {
    case .meaning(let words):
      say("error: cannot compare: \(refusal.subject) means something else in each policy")
      for side in Side.allCases {
        say("  = \(word: side) \(places[side]): \(words[side])")
      }
      say("  = help: rename it in one of them")
    case .intricate:
      say("error: cannot compare: \(refusal.subject) is too intricate side by side")
      for side in Side.allCases {
        say("  = \(word: side) \(places[side])")
      }
      say("  = help: move conditions on many facts into derived facts with few values")
    }
  }
}
