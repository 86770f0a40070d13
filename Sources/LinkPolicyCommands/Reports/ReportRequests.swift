internal import LinkPolicyDiagnostics
internal import LinkPolicyReview
internal import LinkPolicySystem
internal import LinkPolicyTesting

/// The requested reports: one format on standard output, and others in files.
struct ReportRequests<Format: ReportWords> {
  /// The format on standard output.
  let standard: Format
  /// The formats and paths of the report files.
  let files: [(format: Format, path: String)]

  /// Reads `--format` and `--report`; the first format is the default.
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

  /// Opens the files, so that an unwritable file is an error before the work begins.
  func open(_ terminal: Terminal) throws(OutputProblem) -> OpenReports<Format> {
    var outputs: [(format: Format, output: OutputFile)] = []
    for (format, path) in files {
      outputs.append((format, try OutputFile(path, terminal.files)))
    }
    return OpenReports(standard: standard, outputs: outputs)
  }
}

/// The requested reports, with their files open for writing.
struct OpenReports<Format> {
  fileprivate let standard: Format
  fileprivate let outputs: [(format: Format, output: OutputFile)]

  /// Writes every requested report.
  func write(_ terminal: inout Terminal, _ bytes: (Format) -> [UInt8]) -> ExitCode {
    write(&terminal) { format, _ in bytes(format) }
  }

  /// Writes every requested report: on standard output in the style of the stream, and in files
  /// without a style.
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

/// The options for reports, with the same names for every command.
extension Option {
  /// Returns the option for the format on standard output; the first format is the default.
  ///
  /// - Parameters:
  ///   - formats: the formats of the command.
  ///   - summary: the summary of the option in the help.
  /// - Returns: the option.
  static func format<Format: ReportWords>(_ formats: Format.Type, _ summary: String) -> Option {
    let option = choice("--format", Format.allCases.map { $0.rawValue }, summary: summary)
    // A long list of formats does not fit into the help.
    return Format.allCases.count > 3 ? option.named("FORMAT") : option
  }

  /// The repeatable option `--report`, which writes a report to a file.
  static var report: Option {
    value("--report", "FORMAT=PATH", summary: "also write a report to a file").repeatable
  }
}

extension Arguments {
  /// Returns the format on standard output.
  func format<Format: ReportWords>(_ formats: Format.Type) -> Format {
    value("--format").flatMap { Format(rawValue: $0) } ?? Format.standard
  }
}

/// The report formats of a command, as words such as `pretty` and `json`.
///
/// `pretty` is for people, `json` is one value, and `jsonl` is one value on each line. Other
/// formats are for code hosts and build servers.
protocol ReportWords: RawRepresentable, CaseIterable where RawValue == String {
  /// The default format of the command.
  static var standard: Self { get }
}

/// Text for people, or JSON.
enum BriefFormat: String, ReportWords {
  case pretty, json

  static var standard: Self { .pretty }
}

/// Text for people, JSON, or Markdown for a comment.
enum CommentFormat: String, ReportWords {
  case pretty, json, markdown

  static var standard: Self { .pretty }
}

/// Text for people, JSON, or a format that code hosts read.
enum ProofFormat: String, ReportWords {
  case pretty, json, github, sarif

  static var standard: Self { .pretty }
}

/// Text for people, JSON, Markdown for a comment, or a format that code hosts read.
enum MutationFormat: String, ReportWords {
  case pretty, json, markdown, github, sarif

  static var standard: Self { .pretty }
}

extension ReportFormat: ReportWords {
  static var standard: Self { .pretty }
}

extension DifferenceReport.DifferenceReportFormat: ReportWords {
  static var standard: Self { .pretty }
}

extension SequenceComparisonReport.SequenceReportFormat: ReportWords {
  static var standard: Self { .pretty }
}

extension PolicyReport.PolicyReportFormat: ReportWords {
  static var standard: Self { .pretty }
}
