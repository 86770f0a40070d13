internal import LinkPolicy
internal import LinkPolicySystem
internal import LinkPolicyTesting
internal import LinkPolicyYAML

/// What a command talks to: output for machines, messages for people, and standard input.
///
/// A test makes one in memory and looks at it afterwards.
struct Terminal {
  /// Standard output: decisions, formatted text, reports.
  var output: ByteOutput
  /// Standard error: what people read beside it.
  private(set) var errors: ByteOutput
  /// Standard input.
  let input: ByteInput
  /// The files that the run reads and writes.
  let files: FileRegister
  /// How findings on standard output are marked.
  let outputStyle: DiagnosticStyle
  /// How findings on standard error are marked.
  let errorStyle: DiagnosticStyle
  /// The day in UTC, by which known failures expire.
  let today: CalendarDate
  /// Whether somebody sees how far a long run has come.
  let showsProgress: Bool
  /// Whether standard output is a screen, on which bytes that are no text do not belong.
  let isScreen: Bool
  /// Whether a long run says on standard error what it took, which is never the same twice.
  let tellsUsage: Bool
  /// Whether a line about that stands there.
  private var hasProgress = false

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

  /// A terminal that only remembers; on its day nothing is excused any longer.
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

  /// Writes a part of a report, whole lines of it, to standard output.
  mutating func write<Format: OutputFormat>(_ text: OutputText<Format>) {
    output.write(text.bytes)
  }

  /// Writes a line to standard error at once.
  mutating func say(_ line: TerminalText) {
    write(message: line + "\n")
  }

  /// Writes findings to standard error, each with its line and a caret.
  mutating func say(_ input: InvalidInput) {
    let sources = input.sources.indexed()
    for diagnostic in input.diagnostics {
      write(message: diagnostic.text(in: sources, errorStyle))
    }
  }

  /// Writes findings to standard output, as part of a report.
  mutating func print(_ diagnostics: [Diagnostic], in sources: SourceMap) {
    let sources = sources.indexed()
    for diagnostic in diagnostics {
      write(diagnostic.text(in: sources, outputStyle))
    }
  }

  /// Shows how far a long run has come, in the place of what was shown of that before.
  mutating func show(progress line: TerminalText) {
    guard showsProgress else { return }
    output.flush()
    errors.write((Self.lineStart + line).bytes)
    errors.flush()
    hasProgress = true
  }

  /// Takes the line about that away, before anything else is written.
  mutating func clearProgress() {
    guard hasProgress else { return }
    hasProgress = false
    errors.write(Self.lineStart.bytes)
    errors.flush()
  }

  // Back to the start of the line, which is emptied.
  private static var lineStart: TerminalText { "\r\u{1B}[K" }

  // Standard output goes first, so that where both end in one place the order is that of events.
  private mutating func write(message: TerminalText) {
    clearProgress()
    output.flush()
    errors.write(message.bytes)
    errors.flush()
  }
}
