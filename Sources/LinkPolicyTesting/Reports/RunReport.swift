internal import LinkPolicy
internal import LinkPolicyDiagnostics

/// The report of a run in one format, which returns its bytes part by part for the caller to write.
///
/// Call ``begin(_:)`` once, ``add(_:)`` for each reported case, and ``finish(_:)`` once. Memory does not grow with the
/// number of failures, except for ``ReportFormat/junit``, which stores a line for each case. ``ReportFormat/junit``
/// also requires ``VectorRunner/tellsPassed``.
public struct RunReport: Sendable {
  private enum Writer: Sendable {
    case pretty(PrettyReport)
    case json(JSONReport)
    case jsonLines(JSONLinesReport)
    case junit(JUnitReport)
    case hosted(HostedRun)
    case markdown(MarkdownReport)
  }

  /// The file format of the bytes that the report returns.
  public let format: ReportFormat
  private var writer: Writer

  /// Creates a report in one format; the caller writes the bytes that the report returns.
  ///
  /// - Parameter format: the format of the report, such as `junit`.
  public init(_ format: ReportFormat) {
    self.format = format
    switch format {
    case .pretty: writer = .pretty(PrettyReport())
    case .json: writer = .json(JSONReport())
    case .jsonLines: writer = .jsonLines(JSONLinesReport())
    case .junit: writer = .junit(JUnitReport())
    case .github: writer = .hosted(HostedRun(.github))
    case .sarif: writer = .hosted(HostedRun(.sarif))
    case .markdown: writer = .markdown(MarkdownReport())
    }
  }

  /// Returns the part of the report before the first case.
  ///
  /// - Parameter implementations: the other implementations in the run; empty if this engine plays the cases.
  /// - Returns: the bytes to write, in UTF-8; empty if the format has no part before the first case.
  public func begin(_ implementations: [Implementation]) -> [UInt8] {
    if case .jsonLines(let report) = writer {
      return report.begin(implementations)
    }
    return []
  }

  /// Adds a case, and returns its part of the report; only ``ReportFormat/junit`` reports passed cases.
  ///
  /// - Parameter result: the case with its verdict.
  /// - Returns: the bytes to write, in UTF-8; empty if the format reports the case at the end.
  public mutating func add(_ result: CaseResult) -> [UInt8] {
    if case .passed = result.verdict, format != .junit {
      return []
    }
    switch writer {
    case .pretty(var report):
      let text = report.add(result)
      writer = .pretty(report)
      return text.bytes
    case .json(var report):
      report.add(result)
      writer = .json(report)
    case .jsonLines(let report):
      return report.add(result)
    case .junit(var report):
      report.add(result)
      writer = .junit(report)
    case .hosted(var report):
      let bytes = report.add(result)
      writer = .hosted(report)
      return bytes
    case .markdown(var report):
      report.add(result)
      writer = .markdown(report)
    }
    return []
  }

  /// Returns the part of the report after the last case.
  ///
  /// - Parameter run: the results of the run.
  /// - Returns: the bytes to write, in UTF-8.
  public func finish(_ run: VectorRun) -> [UInt8] {
    switch writer {
    case .pretty(let report): report.finish(run).bytes
    case .json(let report): report.finish(run)
    case .jsonLines(let report): report.finish(run)
    case .junit(let report): report.finish(run).bytes
    case .hosted(let report): report.finish(run)
    case .markdown(let report): report.finish(run).bytes
    }
  }
}

/// A file format for the results of vectors, such as JUnit XML or Markdown.
public enum ReportFormat: String, Sendable, CaseIterable {
  /// Text for people.
  case pretty
  /// One JSON object for the whole run, written at the end of the run.
  case json
  /// JSON Lines: a header, a line for each case that did not pass, and a footer.
  case jsonLines = "jsonl"
  /// JUnit XML for build servers.
  case junit
  /// GitHub Actions workflow commands, which GitHub shows as annotations.
  case github
  /// A SARIF 2.1.0 log, which code hosts show as annotations.
  case sarif
  /// Markdown for a comment on a pull request: the counts, and a table of the first failures.
  case markdown
}

extension RunCounts {
  /// The counts as text, such as `2 passed, 1 failed, 3 known to fail, 9 steps`.
  package var words: String {
    var text = "\(passed) passed, \(failed) failed"
    if errored > 0 {
      text += " (\(errored) without a usable answer)"
    }
    if known > 0 {
      text += ", \(known) known to fail"
    }
    if skipped > 0 {
      text += ", \(skipped) skipped"
    }
    return text + ", \(steps) \(steps == 1 ? "step" : "steps")"
  }

  /// The counts, each with its name in machine-readable formats.
  var named: [(name: String, count: Int)] {
    [
      ("passed", passed), ("failed", failed), ("skipped", skipped), ("known", known),
      ("steps", steps),
    ]
  }
}

extension VectorRun {
  /// The findings that prevented the run from reading or playing its input, each with its position in a file.
  var problemList: [(finding: Diagnostic, place: ReportPlace?)] {
    problems.flatMap { problem in
      problem.diagnostics.map { finding in
        (finding: finding, place: ReportPlace(finding.position, in: problem.sources))
      }
    }
  }

  /// The message for a run without cases, which counts as a failure.
  static var emptyWords: String { "no case was played, which counts as a failure" }
}
