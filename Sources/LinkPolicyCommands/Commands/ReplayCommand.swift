internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyDiagnostics
internal import LinkPolicyExploration
internal import LinkPolicyRendering
internal import LinkPolicyReview
internal import LinkPolicySystem
internal import LinkPolicyYAML

/// `replay`: decides recorded attempts again, under an old and a new policy.
struct ReplayCommand: Command {
  static var help: CommandHelp {
    CommandHelp(
      name: "replay", operands: "LOG...",
      summary: "Shows which recorded decisions a new policy would have changed.",
      options: [
        Option.value("--old", "OLD", summary: "the policy before the change").required,
        Option.value("--new", "NEW", summary: "the policy after the change").required,
        .value(
          "--policies", "DIR",
          summary: "a folder with other policies and images under which records were written"),
        .flag(
          "--groups",
          summary: "read groups that another program made: each line has a record and a count"),
        .flag(
          "--unique", summary: "report and skip a record if its correlation id was read before"),
        .value(
          "--resume", "STATE",
          summary: "save the progress in STATE, and continue from it in the next run"),
        .format(ReplayReport.ReplayReportFormat.self, "the format of the report"), .report,
      ],
      details: """
        Reads decision records, one on each line. A LOG is a file, or `-` for standard input; a LOG
        that ends with `.gz` or `.zst` is read through gzip or zstd. Records with equal facts are
        counted as one group, and each group is decided once under both policies. As in a report of
        `diff`, changed decisions are grouped by boxes of cells, with an example and the kinds of
        change. The report also lists the changes that no record shows. `replay` decides each record
        separately, with the accounts that OLD produced, even if NEW changes an earlier decision.

        If a record lacks a fact that NEW tests, or has a value that NEW splits into several,
        `replay` tries every value that the fact can have. If the answers differ, the record is
        undecided, and the report names the fact. Input errors have no facts, so `replay` counts
        them but decides none of them.

        With --groups, each line is {"count", "weight", "record"}: the record is a decision record
        without time, correlation and account. With --resume, an interrupted run continues without
        counting a record twice, and a log that has grown is read from the point where the previous
        run stopped.

        The exit code is 1 if a decision changes, and 4 if a record is undecided or has an unknown
        policy, or if no record could be decided. The exit code is 3 if a line cannot be used;
        `replay` still reads further lines.
        """,
      examples: [
        "linkpolicy replay decisions.jsonl --old firebase --new identity-platform",
        "linkpolicy replay *.jsonl.gz --old old.yaml --new new.yaml --format html",
      ])
  }

  private let logs: [String]
  private let sources: Sides<PolicySource>
  private let folder: String?
  private let content: RecordCount.LineContent
  private let findsDuplicates: Bool
  private let state: String?
  private let reports: ReportRequests<ReplayReport.ReplayReportFormat>

  init(_ arguments: Arguments) throws(UsageError) {
    logs = arguments.operands
    guard !logs.isEmpty else {
      throw arguments.error("`replay` needs a LOG")
    }
    guard let old = arguments.value("--old"), let new = arguments.value("--new") else {
      throw arguments.error("`replay` needs `--old` and `--new`")
    }
    sources = Sides(old: PolicySource(old), new: PolicySource(new))
    if (logs + [old, new]).count(where: { $0 == "-" }) > 1 {
      throw arguments.error("only one of the logs and policies can be standard input")
    }
    folder = arguments.value("--policies")
    content = arguments.has("--groups") ? .groups : .records
    findsDuplicates = arguments.has("--unique")
    if findsDuplicates, content == .groups {
      throw arguments.error("`--unique` compares correlations, which groups do not have")
    }
    state = arguments.value("--resume")
    if state != nil, findsDuplicates {
      throw arguments.error("`--resume` does not keep the correlations that `--unique` compares")
    }
    if state != nil, logs.contains("-") {
      throw arguments.error("`--resume` needs a file: standard input has no offset to return to")
    }
    if state == "-" {
      throw arguments.error(
        "`--resume` keeps the progress in a file; name a file, not standard output")
    }
    reports = try ReportRequests(arguments)
  }

  func run(_ terminal: inout Terminal) throws(InvalidInput) -> ExitCode {
    let pair = try CompiledPair(
      Sides(old: try sources.old.text(terminal), new: try sources.new.text(terminal)))
    let difference: PolicyDifference
    do throws(ComparisonRefusal) {
      difference = try PolicyDifference(
        old: pair.policies.old, new: pair.policies.new, cells: pair.cells)
    } catch {
      terminal.say(error, pair.policies)
      return .undecided
    }
    var writers: [PolicyDigest: ReplayPolicy] = [:]
    if let folder {
      writers = try WriterFolder(folder).policies(&terminal)
    }
    for side in Side.allCases {
      writers[pair.policies[side].digest] = ReplayPolicy(pair.policies[side])
    }
    let outputs: OpenReports<ReplayReport.ReplayReportFormat>
    do throws(OutputProblem) {
      outputs = try reports.open(terminal)
    } catch {
      return terminal.say(error)
    }
    var run = LogRun(logs, of: content, findsDuplicates: findsDuplicates, state: state)
    var code = try run.count(&terminal)
    terminal.clearProgress()
    let report = ReplayReport(
      run.records, difference, named: Sides(old: sources.old.name, new: sources.new.name),
      writers: writers)
    say(report.problems, counts: report.problemCounts, &terminal)
    code.join(
      outputs.write(&terminal) { format in
        report.bytes(format) { ReplayPage(report).html }
      })
    if report.decidedRecords == 0 {
      terminal.say("no decision was compared: the logs have no record that could be decided")
    }
    code.join(Self.code(report))
    return code
  }

  /// Reports the problems of log lines on standard error.
  private func say(
    _ problems: [ReplayProblem], counts: [ReplayProblem.ProblemKind: Int],
    _ terminal: inout Terminal
  ) {
    for problem in problems {
      var line: TerminalText = "\(problem.file):\(problem.line): \(word: problem.kind): "
      line += "\(problem.message)"
      if problem.records > 1 {
        line += " (\(problem.records, of: "record"), first here)"
      }
      terminal.say(line)
    }
    let listed = problems.reduce(0) { $0 + $1.records }
    let all = counts.values.reduce(0) { $0 + $1 }
    if all > listed {
      terminal.say("\(all - listed, of: "further record") with problems")
    }
  }

  /// Returns the exit code for a report, such as 1 if a decision changes.
  private static func code(_ report: ReplayReport) -> ExitCode {
    var code = ExitCode.clean
    if report.changed.records > 0 {
      code.join(.findings)
    }
    if report.undecided.records > 0 || report.decidedRecords == 0 {
      code.join(.undecided)
    }
    for kind in ReplayProblem.ProblemKind.allCases where report.problemCounts[kind] ?? 0 > 0 {
      switch kind {
      case .unknownPolicy: code.join(.undecided)
      case .malformed, .truncated, .count, .duplicate, .otherSchema, .contradiction:
        code.join(.invalidInput)
      }
    }
    return code
  }
}

extension ReplayReport.ReplayReportFormat: ReportWords {
  static var standard: Self { .pretty }
}
