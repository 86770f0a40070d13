internal import LinkPolicy
internal import LinkPolicyDiagnostics
internal import LinkPolicySystem
internal import LinkPolicyTesting
internal import LinkPolicyYAML

/// The streams and files of a command: output for machines, messages for people, and standard
/// input.
///
/// A test creates a terminal in memory and inspects the output after the run.
struct Terminal {
  /// Standard output: decisions, formatted text, reports.
  var output: ByteOutput
  /// Standard error: messages for people.
  private(set) var errors: ByteOutput
  /// Standard input.
  let input: ByteInput
  /// The files that the run reads and writes.
  let files: FileRegister
  /// The style of findings on standard output.
  let outputStyle: DiagnosticStyle
  /// The style of findings on standard error.
  let errorStyle: DiagnosticStyle
  /// The current day in UTC, which determines whether known failures have expired.
  let today: CalendarDate
  /// Whether the terminal shows the progress of a long run.
  let showsProgress: Bool
  /// Whether standard output is a screen, which cannot show binary data.
  let isScreen: Bool
  /// Whether a long run reports its resource usage on standard error; the usage differs in every run.
  let tellsUsage: Bool
  /// Whether a progress line is visible.
  private var hasProgress = false
  /// The errors so far, for a report that a code host reads.
  private var problems: [HostedFinding] = []

  init(
    output: ByteOutput, errors: ByteOutput, input: ByteInput,
    files: FileRegister = FileRegister(), today: CalendarDate = .last,
    showsProgress: Bool = false, tellsUsage: Bool = false, isScreen: Bool = false,
    outputStyle: DiagnosticStyle = .plain, errorStyle: DiagnosticStyle = .plain
  ) {
    self.output = output
    self.errors = errors
    self.input = input
    self.files = files
    self.outputStyle = outputStyle
    self.errorStyle = errorStyle
    self.today = today
    self.showsProgress = showsProgress
    self.tellsUsage = tellsUsage
    self.isScreen = isScreen
  }

  /// Creates a terminal in memory, with a default day on which every known failure has expired.
  static func inMemory(
    input: [UInt8] = [], isColoured: Bool = false, isScreen: Bool = false,
    today: CalendarDate = .last
  ) -> Terminal {
    let style = DiagnosticStyle(coloured: isColoured)
    return Terminal(
      output: ByteOutput(.memory), errors: ByteOutput(.memory),
      input: ByteInput(.memory(input)),
      today: today, isScreen: isScreen, outputStyle: style, errorStyle: style)
  }

  /// Writes a line of a report to standard output.
  mutating func print(_ line: TerminalText) {
    write(line + "\n")
  }

  /// Writes one or more complete lines of a report to standard output.
  mutating func write<Format: OutputFormat>(_ text: OutputText<Format>) {
    output.write(text.bytes)
  }

  /// Writes a line to standard error immediately.
  mutating func say(_ line: TerminalText) {
    write(message: line + "\n")
  }

  /// Writes findings to standard error, each with its line and a caret.
  mutating func say(_ input: InvalidInput) {
    let sources = input.sources.indexed()
    for diagnostic in input.diagnostics {
      write(message: diagnostic.text(in: sources, errorStyle))
      problems.append(HostedFinding(problem: diagnostic, in: input.sources))
    }
  }

  /// Writes an error without a position to standard error.
  mutating func say(error message: TerminalText) {
    say("error: " + message)
    problems.append(HostedFinding(problem: message))
  }

  /// Writes a report for code hosts to standard output; the errors so far come first.
  mutating func write(_ report: HostedReport, as format: HostedFormat) {
    var report = report
    report.add(problems: problems)
    output.write(report.bytes(format))
  }

  /// Writes findings to standard output, as part of a report.
  mutating func print(_ diagnostics: [Diagnostic], in sources: SourceMap) {
    let sources = sources.indexed()
    for diagnostic in diagnostics {
      write(diagnostic.text(in: sources, outputStyle))
    }
  }

  /// Shows a progress line in place of the previous progress line.
  mutating func show(progress line: TerminalText) {
    guard showsProgress else { return }
    output.flush()
    errors.write((Self.lineStart + line).bytes)
    errors.flush()
    hasProgress = true
  }

  /// Removes the progress line before other text is written.
  mutating func clearProgress() {
    guard hasProgress else { return }
    hasProgress = false
    errors.write(Self.lineStart.bytes)
    errors.flush()
  }

  // The control sequence that moves to the start of the line and erases the line.
  private static var lineStart: TerminalText { "\r\u{1B}[K" }

  // Flushes standard output first, so that lines keep their order if both streams have the same destination.
  private mutating func write(message: TerminalText) {
    clearProgress()
    output.flush()
    errors.write(message.bytes)
    errors.flush()
  }
}

extension Terminal {
  /// Opens the output of an option, or returns nil if the option is not given.
  func output(to path: String?) throws(OutputProblem) -> OutputFile? {
    guard let path else { return nil }
    return try OutputFile(path, files)
  }

  /// Writes the content of an output and commits the output, or reports the error.
  mutating func finish(_ file: OutputFile, with bytes: [UInt8]) -> ExitCode {
    file.write(bytes)
    return commit(file)
  }

  /// Commits an output to its file, or reports the error.
  mutating func commit(_ file: OutputFile) -> ExitCode {
    // The output may be standard output, which must contain the earlier text first.
    output.flush()
    do throws(OutputProblem) {
      try file.commit()
      return .clean
    } catch {
      return say(error)
    }
  }
}

extension Terminal {
  /// Returns the terminal for the standard streams of this process.
  static func ofProcess() -> Terminal {
    StandardStreams.prepare()
    return Terminal(
      output: ByteOutput(.descriptor(1)), errors: ByteOutput(.descriptor(2)),
      input: ByteInput(.descriptor(0)), files: StandardStreams.register(), today: today,
      showsProgress: StandardStreams.isTerminal(2),
      tellsUsage: true, isScreen: StandardStreams.isTerminal(1),
      outputStyle: DiagnosticStyle(coloured: isColoured(1)),
      errorStyle: DiagnosticStyle(coloured: isColoured(2)))
  }

  /// The current day by the system clock.
  ///
  /// If the clock is invalid, the result is the latest possible date, so that every known failure counts as expired.
  private static var today: CalendarDate {
    CalendarDate(daysSince1970: SystemClock.daysSince1970) ?? .last
  }

  private static func isColoured(_ descriptor: CInt) -> Bool {
    StandardStreams.isTerminal(descriptor)
      && allowsColour(environment: StandardStreams.environment)
  }

  /// Returns whether the environment allows color: `NO_COLOR` is unset or empty, and `TERM` is not `dumb`.
  static func allowsColour(environment: (String) -> String?) -> Bool {
    (environment("NO_COLOR") ?? "").isEmpty && environment("TERM") != "dumb"
  }
}

/// The exit code of a run, with the same meaning for every verb.
public enum ExitCode: Int32, Sendable {
  /// The run found no problem.
  ///
  /// For `decide`, `lookup`, `explain` and `play`, a decision that refuses an attempt is not a problem.
  case clean = 0
  /// There are findings of level error or warning, changes, failed vectors, or files that `fmt --check` would change.
  case findings = 1
  /// The command line is invalid, for example because of an unknown option.
  case usage = 2
  /// An input file or a line of a stream is unreadable or invalid.
  case invalidInput = 3
  /// Well-formed input could not be decided, proved or compared.
  case undecided = 4
  /// An output cannot be written, for example to a full disk, or the tool or the system has another fault.
  case internalError = 70

  // A code has a higher weight if its problem makes the other results of the run less reliable.
  private var weight: Int {
    switch self {
    case .clean: 0
    case .findings: 1
    case .undecided: 2
    case .invalidInput: 3
    case .usage: 4
    case .internalError: 5
    }
  }

  /// Replaces this code by another code of the same run if the other code has a higher weight; for example,
  /// ``invalidInput`` replaces ``findings``.
  mutating func join(_ other: ExitCode) {
    if other.weight > weight {
      self = other
    }
  }
}

extension OutputProblem {
  /// The exit code of a run with this problem.
  var code: ExitCode {
    switch self {
    case .failed: .internalError
    case .conflict: .usage
    case .taken: .invalidInput
    }
  }
}

extension Terminal {
  /// Reports an output that cannot be written, and returns the exit code.
  mutating func say(_ problem: OutputProblem) -> ExitCode {
    say("linkpolicy: \(problem.message)")
    return problem.code
  }
}

/// Alignment of text in columns.
enum Columns {
  /// Returns the text padded to a width in Unicode scalars, the unit of ``TerminalText``.
  static func pad(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.unicodeScalars.count))
  }
}
