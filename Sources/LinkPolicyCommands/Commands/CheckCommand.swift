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
        .flag("--notes", "show notes too, not only how many there are"),
        .value("--explain", "CODE", "explain a code of a finding; needs no POLICY"),
        .choice("--fail-on", ["warning", "note", "error"], "from which level on to end with 1"),
        .format(PolicyReport.PolicyReportFormat.self, "how findings are written"), .report,
      ],
      details: """
        The findings are the output. Each has a stable code, a place, and where possible the
        smallest example and a suggestion; that something changes nothing is proved over every
        cell. A policy sets the level of a code itself, with a reason, under `findings:`. Formats
        are pretty, json, github and sarif. Ends with 0 where there are none but notes, with 1
        where the policy has errors or warnings, with 3 where the file is not a policy at all.
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
      throw arguments.error("`--explain` describes a code; give it no POLICY")
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
