internal import LinkPolicyDiagnostics
internal import LinkPolicySystem

/// Where a report goes: one format to standard output, further ones into files.
struct ReportRequests<Format: ReportWords> {
  /// The format on standard output.
  let standard: Format
  /// The formats and paths of the files.
  let files: [(format: Format, path: String)]

  /// Understands `--format` and `--report`; the first format is the default.
  init(_ arguments: Arguments) throws(UsageError) {
    let all = Array(Format.allCases)
    standard = arguments.format(Format.self)
    var files: [(format: Format, path: String)] = []
    for value in arguments.values("--report") {
      let parts = value.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[1].isEmpty else {
        throw arguments.error("`--report` needs FORMAT=PATH, not `" + value + "`")
      }
      guard let format = Format(rawValue: String(parts[0])) else {
        throw .unknown(
          "format", String(parts[0]), among: all.map { $0.rawValue },
          usage: arguments.error("").usage)
      }
      files.append((format, try arguments.sidePath(String(parts[1]), of: "--report")))
    }
    self.files = files
  }

  /// Starts the files, so that one that cannot be written is refused before the work for it.
  func open(_ terminal: Terminal) throws(OutputProblem) -> OpenReports<Format> {
    var outputs: [(format: Format, output: OutputFile)] = []
    for (format, path) in files {
      outputs.append((format, try OutputFile(path, terminal.files)))
    }
    return OpenReports(standard: standard, outputs: outputs)
  }
}

/// Reports whose files are started.
struct OpenReports<Format> {
  fileprivate let standard: Format
  fileprivate let outputs: [(format: Format, output: OutputFile)]

  /// Writes every report.
  func write(_ terminal: inout Terminal, _ bytes: (Format) -> [UInt8]) -> ExitCode {
    write(&terminal) { format, _ in bytes(format) }
  }

  /// Writes every report, the one to standard output in its style.
  func write(
    _ terminal: inout Terminal, styled bytes: (Format, DiagnosticStyle) -> [UInt8]
  ) -> ExitCode {
    terminal.output.write(bytes(standard, terminal.outputStyle))
    var code = ExitCode.clean
    for (format, output) in outputs {
      code.join(terminal.finish(output, with: bytes(format, .plain)))
    }
    return code
  }
}
