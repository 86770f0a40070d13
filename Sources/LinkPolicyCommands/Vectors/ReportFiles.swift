internal import LinkPolicySystem
internal import LinkPolicyTesting

/// The reports of one run of vectors: one on standard output, further ones in files.
struct ReportFiles {
  private var standard: RunReport
  private var files: [(report: RunReport, output: OutputFile)] = []

  /// Starts the reports that are asked for, so that a long run does not end with one that cannot
  /// be written.
  init(
    _ requests: ReportRequests<ReportFormat>, _ terminal: Terminal
  ) throws(OutputProblem) {
    standard = RunReport(requests.standard)
    for (format, path) in requests.files {
      files.append((RunReport(format), try OutputFile(path, terminal.files)))
    }
  }

  /// Whether one of the reports lists the cases that passed.
  var needsPassed: Bool {
    standard.format == .junit || files.contains { $0.report.format == .junit }
  }

  /// Writes what comes before any case.
  mutating func begin(_ implementations: [Implementation], _ terminal: inout Terminal) {
    write(&terminal) { $0.begin(implementations) }
  }

  /// Writes what there is to say of a case.
  mutating func add(_ result: CaseResult, _ terminal: inout Terminal) {
    write(&terminal) { $0.add(result) }
  }

  /// Writes what comes after the last case, and hands everything over; how that went.
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
