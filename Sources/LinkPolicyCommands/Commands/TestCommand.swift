internal import LinkPolicySystem
internal import LinkPolicyTesting

/// `test`: compares the behavior of a policy with the expectations of vectors.
struct TestCommand: Command {
  static var help: CommandHelp {
    CommandHelp(
      name: "test", operands: "PATH...",
      summary: "Runs vectors against a policy, and shows every case that fails.",
      options: [CasePolicies.option] + CaseSelection.options + [
        .value(
          "--known", "FILE", summary: "a list of cases that are expected to fail, with reasons"),
        Option.value(
          "--runner", "COMMAND",
          summary: "test another implementation; give the option twice to compare two"
        ).repeatable,
        .value(
          "--timeout", "SECONDS", summary: "wait this long for a runner's answer; 60 by default"
        ),
        .value("--jobs", "N", summary: "the number of threads, or of processes per runner"),
        .flag("--fail-fast", summary: "stop at the first case that fails"),
        .flag(
          "--levels",
          summary: "show the conformance level that the implementation reaches in each suite"),
        .format(ReportFormat.self, "the format of the report"), .report,
      ],
      details: """
        A PATH is a vector file (.yaml, .json, .jsonl), a folder of vector files, or a suite. For
        each failed case, `test` shows the step, the expected and the actual answer, the deciding
        row, and the command that runs only this case. The formats are pretty, json, jsonl, junit,
        github, sarif and markdown. The exit code is 1 if a case fails or no case passes, so a mistyped
        path never succeeds. The exit code is 4 if a runner is unusable, for example because it does
        not start. Docs/Runner.md describes runners. Docs/RunTheSuite.md explains the conformance
        levels, and how to test a service.
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
      code.join(try run(runner, on: inputs, outputs: &outputs, &terminal))
    } catch {
      terminal.say(error: "the runner `\(error.command)` cannot be asked: \(error.fault.reason)")
      return .undecided
    }
    return code
  }

  private func run(
    _ runner: VectorRunner, on inputs: [VectorInput], outputs: inout ReportFiles,
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
      terminal.say(error: "\(explanation)")
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

/// The options of `test` that configure a run of vectors.
struct TestOptions {
  // The maximum number of jobs. More child processes indicate a mistake in the option.
  private static var jobLimit: Int { 1024 }
  private static var longestTimeOut: Int { 86_400 }

  private let selection: VectorSelection
  private let knownFile: String?
  private let foreign: [ForeignRunner]
  private let jobs: Int?
  private let stopsAtFailure: Bool
  private let countsLevels: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    selection = CaseSelection.selection(arguments)
    knownFile = arguments.value("--known")
    stopsAtFailure = arguments.has("--fail-fast")
    countsLevels = arguments.has("--levels")
    jobs = try arguments.value("--jobs").map { (text) throws(UsageError) in
      guard let jobs = Int(text), 1...Self.jobLimit ~= jobs else {
        throw arguments.error("`--jobs` needs a number from 1 to \(Self.jobLimit), not `\(text)`")
      }
      return jobs
    }
    let commands = arguments.values("--runner")
    let timeOut = try arguments.value("--timeout").map { (text) throws(UsageError) in
      guard let timeOut = Self.duration(text) else {
        throw arguments.error("`--timeout` needs seconds, such as `30` or `0.5`, not `\(text)`")
      }
      return timeOut
    }
    if timeOut != nil, commands.isEmpty {
      throw arguments.error("`--timeout` is for a `--runner`, and there is none")
    }
    foreign = commands.map { command in
      var runner = ForeignRunner(command)
      runner.timeOut = timeOut ?? runner.timeOut
      return runner
    }
  }

  /// Returns the known failures: those that the cases list, and those of the file that `--known` names.
  func known(_ terminal: Terminal) throws(InvalidInput) -> KnownFailures {
    guard let knownFile else { return KnownFailures(today: terminal.today) }
    let bytes = try InputBytes.read(knownFile, terminal)
    return KnownFailures(
      today: terminal.today, try KnownFailures.entries(bytes, name: knownFile))
  }

  /// Applies these options to a run of vectors.
  ///
  /// Without `--jobs`, every processor plays vectors, but another implementation is started only once, because several
  /// instances may conflict.
  func apply(to runner: inout VectorRunner) {
    runner.selection = selection
    runner.foreign = foreign
    runner.stopsAtFailure = stopsAtFailure
    runner.countsLevels = countsLevels
    runner.jobs = jobs ?? (foreign.isEmpty ? ProcessResources.processorCount : 1)
  }

  /// Parses a duration in seconds, above zero and at most one day, with at most three decimals.
  private static func duration(_ text: String) -> Duration? {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let isNumber = parts.allSatisfy { part in
      1...6 ~= part.utf8.count
        && part.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    }
    guard isNumber, let seconds = Int(parts[0]) else { return nil }
    var milliseconds = seconds * 1000
    if parts.count == 2 {
      guard parts[1].utf8.count <= 3 else { return nil }
      let digits = parts[1] + String(repeating: "0", count: 3 - parts[1].utf8.count)
      milliseconds += Int(digits) ?? 0
    }
    guard 1...(longestTimeOut * 1000) ~= milliseconds else { return nil }
    return .milliseconds(milliseconds)
  }
}

/// The reports of one run of vectors: one on standard output, and others in files.
struct ReportFiles {
  private var standard: RunReport
  private var files: [(report: RunReport, output: OutputFile)] = []

  /// Opens the requested reports before a long run, so that an unwritable file is an error immediately.
  init(
    _ requests: ReportRequests<ReportFormat>, _ terminal: Terminal
  ) throws(OutputProblem) {
    standard = RunReport(requests.standard)
    for (format, path) in requests.files {
      files.append((RunReport(format), try OutputFile(path, terminal.files)))
    }
  }

  /// Whether one of the reports lists passed cases, as the format `junit` does.
  var needsPassed: Bool {
    standard.format == .junit || files.contains { $0.report.format == .junit }
  }

  /// Writes the beginning of each report, before the first case.
  mutating func begin(_ implementations: [Implementation], _ terminal: inout Terminal) {
    write(&terminal) { $0.begin(implementations) }
  }

  /// Writes the result of a case to each report.
  mutating func add(_ result: CaseResult, _ terminal: inout Terminal) {
    write(&terminal) { $0.add(result) }
  }

  /// Writes the end of each report, commits the files, and returns the exit code of the commits.
  mutating func finish(_ run: VectorRun, _ terminal: inout Terminal) -> ExitCode {
    write(&terminal) { $0.finish(run) }
    var code = ExitCode.clean
    for (_, output) in files {
      code.join(terminal.commit(output))
    }
    return code
  }

  private mutating func write(
    _ terminal: inout Terminal, _ part: (inout RunReport) -> [UInt8]
  ) {
    let bytes = part(&standard)
    if !bytes.isEmpty {
      terminal.clearProgress()
      terminal.output.write(bytes)
    }
    for index in files.indices {
      files[index].output.write(part(&files[index].report))
    }
  }
}
