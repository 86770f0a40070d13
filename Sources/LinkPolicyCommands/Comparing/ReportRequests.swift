internal import LinkPolicy

/// Where a report goes: one format to standard output, further ones into files.
struct ReportRequests<Format: RawRepresentable & CaseIterable>
where Format.RawValue == String {
  private let standard: Format
  private let files: [(format: Format, path: String)]

  /// Understands `--format` and `--report`; the first format is the default.
  init(_ arguments: Arguments) throws(UsageError) {
    let all = Array(Format.allCases)
    standard = arguments.value("--format").flatMap { Format(rawValue: $0) } ?? all[0]
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
      let path = String(parts[1])
      guard !files.contains(where: { $0.path == path }) else {
        throw arguments.error("two reports would be written into `" + path + "`")
      }
      files.append((format, path))
    }
    self.files = files
  }

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
    for (format, path) in files {
      do throws(SystemCalls.Failure) {
        try WrittenFile.write(bytes(format, .plain), to: path)
      } catch {
        terminal.say("linkpolicy: cannot write `\(path)`: \(error.reason)")
        code.join(.internalError)
      }
    }
    return code
  }
}
