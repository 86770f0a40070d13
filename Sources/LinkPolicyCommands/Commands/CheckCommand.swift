internal import LinkPolicy
internal import LinkPolicyDiagnostics
internal import LinkPolicyReview
internal import LinkPolicySystem

/// `check`: reports every problem of a policy in one run.
struct CheckCommand: Command {
  static var help: CommandHelp {
    CommandHelp(
      name: "check", operands: "POLICY",
      summary: "Finds problems in a policy: gaps, overlaps, unknown names, rows without effect.",
      options: [
        .flag("--notes", summary: "list notes instead of only counting them"),
        .value("--explain", "CODE", summary: "explain the code of a finding, without a POLICY"),
        .choice(
          "--fail-on", ["warning", "note", "error"],
          summary: "exit with 1 on findings of this level or above"),
        .format(PolicyReport.PolicyReportFormat.self, "the format of the findings"), .report,
      ],
      details: """
        Prints findings. Each finding has a stable code, a position and, if possible, the smallest
        example and a suggestion. If a finding says that a part of the policy changes nothing,
        `check` has proved this for every cell. To change the level of a code, name the code under
        `findings:` in the policy, with a reason. The formats are pretty, json, github and sarif.
        The exit code is 0 if there are only notes, 1 if there are errors or warnings, and 3 if the
        file is not a policy.
        """,
      examples: [
        "linkpolicy check firebase", "linkpolicy check policy.yaml --format json",
        "linkpolicy check --explain redundant-row",
      ])
  }

  private enum Task {
    case check(PolicySource)
    case explain(FindingExplanation)
  }

  private let task: Task
  private let showsNotes: Bool
  private let failing: Diagnostic.Level
  private let reports: ReportRequests<PolicyReport.PolicyReportFormat>

  init(_ arguments: Arguments) throws(UsageError) {
    showsNotes = arguments.has("--notes")
    reports = try ReportRequests(arguments)
    switch arguments.value("--fail-on") {
    case "note": failing = .note
    case "error": failing = .error
    default: failing = .warning
    }
    guard let code = arguments.value("--explain") else {
      task = .check(PolicySource(try arguments.operands(1...1)[0]))
      return
    }
    guard arguments.operands.isEmpty else {
      throw arguments.error("`--explain` describes a code; omit the POLICY")
    }
    guard let explanation = FindingCatalog.explanation(of: Name(code)) else {
      throw .unknown(
        "code", code, among: FindingCatalog.codes.map { $0.text }, usage: Self.help.usage)
    }
    task = .explain(explanation)
  }

  func run(_ terminal: inout Terminal) -> ExitCode {
    switch task {
    case .explain(let explanation):
      terminal.write(explanation.text)
      return .clean
    case .check(let source):
      let text = Result { () throws(InvalidInput) in try source.text(terminal) }
      let outputs: OpenReports<PolicyReport.PolicyReportFormat>
      do throws(OutputProblem) {
        outputs = try reports.open(terminal)
      } catch {
        return terminal.say(error)
      }
      let report = PolicyReport(text, named: source.name)
      var code = outputs.write(&terminal) { format, style in
        report.bytes(format, showsNotes: showsNotes, style: style)
      }
      code.join(report.exitCode(failingOn: failing))
      return code
    }
  }
}

extension PolicyReport {
  /// Returns the exit code of `check`; by default, a policy passes if all findings are notes.
  func exitCode(failingOn level: Diagnostic.Level = .warning) -> ExitCode {
    if document == nil {
      return .invalidInput
    }
    return findings.contains { $0.level >= level } ? .findings : .clean
  }
}
