internal import LinkPolicy
internal import LinkPolicyAnalysis
internal import LinkPolicyDiff
internal import LinkPolicySystem

/// `compare`: two systems side by side, by sequences of sign-ins.
struct CompareCommand: Command {
  static var help: CommandHelp {
    CommandHelp(
      name: "compare", operands: "A B",
      summary: "Plays sign-in sequences under two policies and shows which end differently.",
      options: [
        .format(SequenceComparisonReport.Format.self, "how the report is written"), .report,
        .value("--stores", "N", "look into at most N stores of each; 60 unless told"),
        ExplorationOptions.seed,
      ],
      details: """
        For systems that are built differently: every sequence that exploring either policy comes
        to and that ends with sign-in or sign-up is played under both, each with its own accounts,
        and their ends are compared: who is signed in to which account, who is refused, which
        methods are left. Settings that one of them does not have are left out there. Ends with
        1 where some sequence ends differently. That none does is no proof: see `diff`.
        """,
      examples: ["linkpolicy compare firebase firebase-emulator"])
  }

  private let sources: Sides<PolicySource>
  private let reports: ReportRequests<SequenceComparisonReport.Format>
  private let exploration: ExplorationOptions

  init(_ arguments: Arguments) throws(UsageError) {
    let names = try arguments.operands(2...2)
    sources = Sides(old: PolicySource(names[0]), new: PolicySource(names[1]))
    if sources.old.isStandardInput, sources.new.isStandardInput {
      throw arguments.error("both policies cannot be standard input")
    }
    reports = try ReportRequests(arguments)
    exploration = try ExplorationOptions(arguments, stores: 60)
  }

  func run(_ terminal: inout Terminal) throws(InvalidInput) -> ExitCode {
    let policies = Sides(
      old: try sources.old.compiled(terminal), new: try sources.new.compiled(terminal))
    let outputs: OpenReports<SequenceComparisonReport.Format>
    do throws(OutputProblem) {
      outputs = try reports.open(terminal)
    } catch {
      return terminal.say(error)
    }
    let comparison = SequenceComparison(
      policies, limits: exploration.limits, seed: exploration.seed
    ) {
      terminal.show(progress: "\($0)")
    }
    terminal.clearProgress()
    let report = SequenceComparisonReport(
      comparison, named: Sides(old: sources.old.name, new: sources.new.name))
    var code = outputs.write(&terminal) { report.bytes($0) }
    if !comparison.findings.isEmpty {
      code.join(.findings)
    }
    return code
  }
}
