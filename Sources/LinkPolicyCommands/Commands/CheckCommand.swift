internal import LinkPolicy

/// `check`: everything that is wrong with a policy, in one run.
struct CheckCommand: Command {
  static var help: CommandHelp {
    CommandHelp(
      name: "check", operands: "POLICY",
      summary: "Finds what is wrong with a policy: gaps, overlaps, unknown names, hidden rows.",
      options: [.choice("--format", ["pretty", "json"], "how findings are written")],
      details: """
        The findings are the output. Each has a stable code, a place, and where possible an
        example and a suggestion. Ends with 0 where there are none but notes, with 1 where the
        policy has errors or warnings, with 3 where the file is not a policy at all.
        """,
      examples: ["linkpolicy check firebase", "linkpolicy check policy.yaml --format json"])
  }

  private let source: PolicySource
  private let isJSON: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    source = PolicySource(try arguments.operands(1...1)[0])
    isJSON = arguments.value("--format") == "json"
  }

  func run(_ terminal: inout Terminal) -> ExitCode {
    let report = PolicyReport(source, terminal)
    if isJSON {
      terminal.output.write(report.json)
    } else {
      terminal.print(report.findings, in: report.sources)
      terminal.print(report.summary)
    }
    return report.exitCode
  }
}
