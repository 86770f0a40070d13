internal import LinkPolicy
internal import LinkPolicyPresets
internal import LinkPolicyVectors

/// `test`: whether a policy does what vectors expect.
struct TestCommand: Command {
  static var help: CommandHelp {
    CommandHelp(
      name: "test", operands: "PATH...",
      summary: "Runs vectors against a policy, and shows every case that ends otherwise.",
      options: [
        CasePolicies.option
      ] + CaseSelection.options + [
        .choice("--format", ["pretty", "json"], "how the report is written")
      ],
      details: """
        A PATH is a vector file (.yaml, .json, .jsonl) or a folder of them. Each case that fails
        is shown with the step, what was expected, what came, and the row that decided. Ends with
        1 where a case fails, and where there is none to run: a mistyped path is no success.
        """,
      examples: [
        "linkpolicy test cases.yaml", "linkpolicy test cases.yaml --proves R3 --format json",
      ])
  }

  private let cases: CaseStream
  private let source: PolicySource?
  private let isJSON: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    cases = try CaseStream(arguments)
    source = try CasePolicies.source(arguments, cases)
    isJSON = arguments.value("--format") == "json"
  }

  func run(_ terminal: inout Terminal) throws(InvalidInput) -> ExitCode {
    let policies = try CasePolicies(source, terminal)
    var cases = cases
    var run = VectorRun(today: terminal.today) { (name) throws(InvalidInput) in
      try policies.policy(named: name)
    }
    run.finder = Presets.finder
    run.policy = source?.name
    var code = cases.read(&terminal) { (vector, _) throws(InvalidInput) in
      try run.run(policies.located(vector))
    }
    if isJSON {
      terminal.output.write(run.json(skipped: cases.skipped))
    } else {
      terminal.output.write(SafeText.terminal(run.report))
    }
    if let explanation = cases.explanation, run.count == 0 {
      terminal.say("error: " + explanation)
    }
    if !run.isClean {
      code.join(.findings)
    }
    return code
  }
}
