internal import LinkPolicyAuthoring
internal import LinkPolicyExploration
internal import LinkPolicyReview
internal import LinkPolicySystem
internal import LinkPolicyTesting
internal import LinkPolicyYAML

/// `mutate`: reports whether vectors detect each small edit of a policy.
struct MutateCommand: Command {
  static var help: CommandHelp {
    CommandHelp(
      name: "mutate", operands: "POLICY [PATH...]",
      summary: "Edits a policy in every small way, and shows the edits that no vector notices.",
      options: [
        .format(MutationFormat.self, "the format of the report"),
        .value(
          "--operator", "NAME", summary: "only the edits of this operator, such as effect-dropped"),
        .value(
          "--row", "TABLE/ID",
          summary: "only the edits of this row; write `guards/ID` for a guard"),
        .value(
          "--changed", "REV", summary: "only the edits of rows that differ from a git revision"),
        .flag("--all-cases", summary: "use every vector, even if the vector names another policy"),
        .value("--limit", "N", summary: "find vectors for at most N survivors; 20 by default"),
        ExplorationOptions.stores, ExplorationOptions.seed,
        .value(
          "--budget", "SECONDS",
          summary: "limit the search's processor time; 5 by default with --changed"),
        .value(
          "--adequate", "FILE",
          summary: "write ids of a few vectors that together notice all killed mutants"),
        .flag("--trace", summary: "also compare deciding rows and effects, not only answers"),
        .flag(
          "--prove", summary: "prove I1 to I6 and I8 for each mutant, instead of playing vectors"),
        .value(
          "--known", "FILE", summary: "with --prove: resume from the JSON lines of an earlier run"),
      ],
      details: """
        A PATH is a vector file or a folder of vector files. `mutate` uses the vectors about POLICY.
        Vectors about policies that POLICY extends count only if they pass under POLICY too. An
        edited policy that loads is a mutant. A mutant is equivalent if `mutate` proves, cell by
        cell, that the mutant answers as POLICY does. Every other mutant should make a vector fail.
        A survivor is a mutant that no vector notices. Each survivor is printed as soon as it is
        found. At the end, `mutate` lists the survivors with the most dangerous kinds of change. For
        each listed survivor, `mutate` prints the shortest vector found that would notice it; you
        add the expected answers. Survivors that only add a `tell`, `ask` or `show` that POLICY
        never uses are counted together, in one line. The exit code is 0 if every mutant is
        equivalent or killed (a vector fails). The exit code is 1 if a mutant survives, if there are
        no mutants, or if a vector about POLICY fails under POLICY itself. The formats are pretty,
        json, markdown, github and sarif.

        With --prove, `mutate` lists the edits that let a person take over an account, each with a
        sequence, and the rows on which each invariant of the policy depends. The exit code of
        --prove is 1 if an edit is unsafe or there are no mutants, and 4 if an edit is undecided.
        """,
      examples: [
        "linkpolicy mutate policy.yaml cases.yaml",
        "linkpolicy mutate policy.yaml cases.yaml --operator effect-dropped --format markdown",
        "linkpolicy mutate policy.yaml cases.yaml --changed main",
        "linkpolicy mutate policy.yaml --prove --format json",
      ])
  }

  /// The default processor time of a run with `--changed`, in seconds; people wait for the result, so the time is
  /// short.
  private static var changedBudget: Int { 5 }

  // The number of detecting vectors to keep for each mutant. More vectors allow a better selection but cost time.
  private static var witnessLimit: Int { 24 }

  private let source: PolicySource
  /// The vectors that judge the mutants; nil if the run proves the mutants instead.
  private let cases: CaseStream?
  private let known: String?
  /// Whether vectors that name other policies judge the mutants too.
  private let usesAll: Bool
  /// The git revision with which the run compares the policy; nil without `--changed`.
  ///
  /// If the revision is not nil, the run edits only rows that differ from the revision.
  private let changed: String?
  private let options: MutationRun.MutationOptions
  private let format: MutationFormat
  private let limit: Int
  private let adequate: String?
  private let exploration: ExplorationOptions
  /// The processor time after which the run searches for no further vectors, in milliseconds; nil for no limit.
  private let budget: Int?

  init(_ arguments: Arguments) throws(UsageError) {
    let isProof = arguments.has("--prove")
    known = arguments.value("--known")
    if known != nil, !isProof {
      throw arguments.error("`--known` is for `--prove`; add `--prove`")
    }
    if !isProof, arguments.operands.count == 1 {
      throw arguments.error(
        "`mutate` needs vectors too: name their files or folders after the policy, or give `--prove`"
      )
    }
    source = PolicySource(try arguments.operands(isProof ? 1...1 : 2...Int.max)[0])
    cases = isProof ? nil : try CaseStream(arguments, after: 1)
    if source.isStandardInput, cases?.paths.contains("-") ?? false {
      throw arguments.error("policy and cases cannot both be standard input")
    }
    let aboutVectors = ["--adequate", "--trace", "--budget", "--all-cases"]
    if isProof, let other = aboutVectors.first(where: { arguments.has($0) }) {
      throw arguments.error("`\(other)` is about vectors, and `--prove` uses none")
    }
    var options = MutationRun.MutationOptions()
    if let name = arguments.value("--operator") {
      let known = MutationOperators.names.map { $0.name }
      guard known.contains(name) else {
        throw .unknown("operator", name, among: known, usage: Self.help.usage)
      }
      options.operators = [name]
    }
    options.rows = arguments.value("--row").map { [$0] }
    changed = arguments.value("--changed")
    if changed != nil, options.rows != nil {
      throw arguments.error("`--changed` and `--row` both choose rows; give one of them")
    }
    if changed != nil, source.isStandardInput {
      throw arguments.error("standard input is not in a git revision")
    }
    options.countsTrace = arguments.has("--trace")
    usesAll = arguments.has("--all-cases")
    adequate = try arguments.sideOutput("--adequate")
    if adequate != nil {
      options.witnesses = Self.witnessLimit
    }
    self.options = options
    format = arguments.format(MutationFormat.self)
    limit = try ExplorationOptions.number(of: "--limit", from: arguments, in: 0...1_000_000) ?? 20
    let seconds = try ExplorationOptions.number(of: "--budget", from: arguments, in: 0...1_000_000)
    budget = (seconds ?? (changed == nil ? nil : Self.changedBudget)).map { $0 * 1000 }
    exploration = try ExplorationOptions(arguments)
  }

  func run(_ terminal: inout Terminal) throws(InvalidInput) -> ExitCode {
    let start = SystemClock.processorMilliseconds
    let policy = try source.compiled(terminal)
    var options = options
    if let changed {
      let tree = try RevisionTree(changed, around: source.name)
      let text = try source.text(terminal)
      guard
        case .found(let old, let name, _) = try tree.oldVersion(
          of: text, in: source.name, comparesExtended: true)
      else {
        terminal.say(error: "`\(source.name)` has no version in `\(changed)`")
        terminal.say("  = help: leave out `--changed` to mutate every row")
        return .undecided
      }
      let rows = MutationRun.changedRows(
        Sides(old: try CompiledPolicy(old.document), new: policy))
      guard !rows.isEmpty else {
        terminal.say("no row differs from `\(name)`: nothing is mutated")
        return .clean
      }
      options.rows = rows
    }
    if let row = options.rows?.first, changed == nil, !MutationRun.isRow(row, of: policy) {
      terminal.say(
        error:
          "the policy has no row `\(row)`; write the name as in reports, such as `sign-in.password/known`, `facts.trust/otherwise` or `guards/closed`"
      )
      return .usage
    }
    guard var cases else {
      return try MutantProofRun(policy: policy, options: options, format: format, known: known)
        .run(&terminal)
    }
    VectorFiles.note(cases.paths.filter { $0 != "-" }, in: terminal.files)
    let output: OutputFile?
    do throws(OutputProblem) {
      output = try terminal.output(to: adequate)
    } catch {
      return terminal.say(error)
    }
    var kinship = PolicyKinship(
      source: source, policy: policy, policies: try CasePolicies(nil, terminal))
    var passedOver = 0
    var index = SuiteIndex(policy)
    var batch: [VectorCase] = []
    var code = cases.read(&terminal) { (vector, _) throws(InvalidInput) in
      guard vector.sequence != nil else { return }
      switch usesAll ? .own : try kinship.kinship(of: vector) {
      case .own: try vector.check(under: policy.policy)
      // If a vector of an extended policy does not fit this policy, the vector fails here, and the run later omits it.
      case .extended: break
      case .other:
        passedOver += 1
        return
      }
      // A vector with a known failure cannot detect a mutant.
      guard !vector.known.contains(where: { $0.policy.map { kinship.isNamed($0) } ?? true }) else {
        return
      }
      batch.append(vector)
      if batch.count == 4096 {
        index.add(batch, threads: options.threads)
        batch = []
      }
    }
    index.add(batch, threads: options.threads)
    var failing: [VectorCase] = []
    for vector in index.failing {
      if usesAll {
        failing.append(vector)
      } else if case .own = try kinship.kinship(of: vector) {
        failing.append(vector)
      }
    }
    for vector in failing.prefix(10) {
      terminal.say(
        error:
          "`\(vector.id)` of \(vector.file) fails under the policy itself")
    }
    guard failing.isEmpty else {
      let failures: TerminalText =
        failing.count == 1 ? "1 vector fails" : "\(failing.count) vectors fail"
      terminal.say(failures + ": make `linkpolicy test` pass first")
      code.join(.findings)
      return code
    }
    if !index.failing.isEmpty {
      terminal.say(
        "note: skipped \(index.failing.count, of: "vector") about policies that this policy extends, because of failures under this policy"
      )
    }
    guard !index.vectors.isEmpty else {
      terminal.say(error: "no vector is about this policy (\(passedOver) are about other policies)")
      code.join(.findings)
      return code
    }
    if passedOver > 0 {
      terminal.say("note: skipped \(PolicyKinship.cases(passedOver)) about other policies")
    }
    let run = judge(policy, index: index, options: options, &terminal)
    if let output {
      let ids = run.adequate(index).joined(separator: "\n") + "\n"
      code.join(terminal.finish(output, with: Array(ids.utf8)))
    }
    var report = MutationReport(run, index)
    searchVectors(for: &report, policy, from: start, &terminal)
    switch format {
    case .json: terminal.output.write(report.json(passedOver: passedOver))
    case .markdown: terminal.write(report.markdown)
    case .pretty: terminal.write(report.text)
    case .github: terminal.write(report.hosted, as: .github)
    case .sarif: terminal.write(report.hosted, as: .sarif)
    }
    if !report.isClean {
      code.join(.findings)
    }
    return code
  }

  /// Judges the mutants, and prints each survivor immediately if the format is for people.
  private func judge(
    _ policy: CompiledPolicy, index: SuiteIndex, options: MutationRun.MutationOptions,
    _ terminal: inout Terminal
  ) -> MutationRun {
    var survivors = 0
    let run = MutationRun(of: policy, with: index, options: options) { judged in
      if case .survived(let survivor) = judged.verdict {
        survivors += 1
        let text = MutationReport.text(of: judged.mutant, survivor, in: policy.sources)
        if format == .pretty, !text.isEmpty {
          terminal.clearProgress()
          terminal.write(text)
          terminal.output.flush()
        }
      }
      terminal.show(
        progress: "\(judged.done) of \(judged.all) mutants, \(survivors) survive")
    }
    terminal.clearProgress()
    return run
  }

  /// Searches vectors for the most dangerous survivors, within the processor time of the run.
  ///
  /// The exploration gets two thirds of the remaining time, because every search starts from the results of the
  /// exploration.
  private func searchVectors(
    for report: inout MutationReport, _ policy: CompiledPolicy, from start: Int,
    _ terminal: inout Terminal
  ) {
    guard !report.survivors.isEmpty, limit > 0 else { return }
    let now = SystemClock.processorMilliseconds
    let end = budget.map { start + $0 } ?? .max
    guard now < end else { return }
    let endOfExploration = budget == nil ? Int.max : now + (end - now) * 2 / 3
    let explorer = exploration.explore(policy, &terminal) {
      SystemClock.processorMilliseconds >= endOfExploration
    }
    report.search(
      by: explorer, named: source.name, limit: limit, threads: options.threads,
      until: { SystemClock.processorMilliseconds >= end }
    ) { count in
      terminal.show(progress: "searched vectors for \(count) survivors")
    }
    terminal.clearProgress()
  }
}
