internal import LinkPolicySystem
internal import LinkPolicyTesting

/// `test`: whether a policy does what vectors expect.
struct TestCommand: Command {
  static var help: CommandHelp {
    CommandHelp(
      name: "test", operands: "PATH...",
      summary: "Runs vectors against a policy, and shows every case that ends otherwise.",
      options: [CasePolicies.option] + CaseSelection.options + [
        .value("--known", "FILE", "a list of cases that are known to fail, with reasons"),
        Option.value(
          "--runner", "COMMAND", "ask another implementation; given twice, compare them"
        ).repeatable,
        .value("--timeout", "SECONDS", "how long a runner may take for an answer; 60 if not given"),
        .value("--jobs", "N", "how many threads work, or processes of each runner"),
        .flag("--fail-fast", "stop at the first case that fails"),
        .flag("--levels", "say which levels of conformance are reached in each suite"),
        .format(ReportFormat.self, "how the report is written"), .report,
      ],
      details: """
        A PATH is a vector file (.yaml, .json, .jsonl), a folder of them, or a suite. Each case
        that fails is shown with the step, what was expected, what came, the row that decided, and
        the command that runs it alone. Formats are pretty, json, jsonl, junit, github, markdown.
        Ends with 1 where a case fails, and where none passes: a mistyped path is no success; with
        4 where a runner cannot be asked at all. Docs/Runner.md says what a runner is, and
        Docs/RunTheSuite.md how to test a service, and what its levels are.
        """,
      examples: [
        "linkpolicy test cases.yaml", "linkpolicy test cases.yaml --proves R3 --format json",
        "linkpolicy test cases.yaml --format github --report junit=junit.xml",
      ])
  }

  private let paths: [String]
  private let source: PolicySource?
  private let options: TestOptions
  private let reports: ReportRequests<ReportFormat>

  init(_ arguments: Arguments) throws(UsageError) {
    paths = try CaseStream.paths(arguments)
    source = try CasePolicies.source(arguments, paths)
    options = try TestOptions(arguments)
    reports = try ReportRequests(arguments)
  }

  func run(_ terminal: inout Terminal) throws(InvalidInput) -> ExitCode {
    var runner = VectorRunner(
      policies: try CasePolicies(source, terminal), known: try options.known(terminal))
    options.apply(to: &runner)
    runner.register = terminal.files
    var inputs: [VectorInput] = []
    var code = ExitCode.clean
    for path in paths {
      do throws(InvalidInput) {
        inputs.append(try CaseStream.input(path, terminal))
      } catch {
        terminal.say(error)
        code.join(.invalidInput)
      }
    }
    VectorFiles.note(paths.filter { $0 != "-" }, in: terminal.files)
    var outputs: ReportFiles
    do throws(OutputProblem) {
      outputs = try ReportFiles(reports, terminal)
    } catch {
      return terminal.say(error)
    }
    do throws(UnusableRunner) {
      code.join(try run(runner, inputs, &outputs, &terminal))
    } catch {
      terminal.say("error: the runner `\(error.command)` cannot be asked: \(error.fault.reason)")
      return .undecided
    }
    return code
  }

  private func run(
    _ runner: VectorRunner, _ inputs: [VectorInput], _ outputs: inout ReportFiles,
    _ terminal: inout Terminal
  ) throws(UnusableRunner) -> ExitCode {
    var runner = runner
    runner.tellsPassed = outputs.needsPassed
    let totalBytes = terminal.showsProgress ? VectorRunner.size(of: inputs) : 0
    var progress = ProgressLine()
    let run = try runner.run(inputs, totalBytes: totalBytes) { event in
      switch event {
      case .started(let implementations): outputs.begin(implementations, &terminal)
      case .result(let result): outputs.add(result, &terminal)
      case .problem(let problem): terminal.say(problem)
      case .note(let note): terminal.say("note: \(note)")
      case .progress(let state): progress.show(state, &terminal)
      }
    }
    terminal.clearProgress()
    var code = outputs.finish(run, &terminal)
    if let explanation = run.explanation {
      terminal.say("error: \(explanation)")
    }
    if !run.problems.isEmpty {
      code.join(.invalidInput)
    }
    if !run.tallies.allSatisfy({ $0.isClean }) {
      code.join(.findings)
    }
    return code
  }
}
