internal import LinkPolicy
internal import LinkPolicyDiagnostics

/// Writes the report of a run in one format, part by part.
///
/// The parts are ``begin(_:)`` once, ``add(_:)`` for each case that is told, and ``finish(_:)``
/// once. What it keeps is bounded, however many cases fail; only ``ReportFormat/junit`` keeps a
/// line for each case, and needs ``VectorRunner/tellsPassed``.
public struct RunReport: Sendable {
  private enum Writer: Sendable {
    case pretty(PrettyReport)
    case json(JSONReport)
    case jsonLines(JSONLinesReport)
    case junit(JUnitReport)
    case github(GitHubReport)
    case markdown(MarkdownReport)
  }

  /// How the parts are written, as it was chosen at the start.
  public let format: ReportFormat
  private var writer: Writer

  /// Starts a report, of which nothing is written yet.
  ///
  /// - Parameter format: how its parts are written.
  public init(_ format: ReportFormat) {
    self.format = format
    switch format {
    case .pretty: writer = .pretty(PrettyReport())
    case .json: writer = .json(JSONReport())
    case .jsonLines: writer = .jsonLines(JSONLinesReport())
    case .junit: writer = .junit(JUnitReport())
    case .github: writer = .github(GitHubReport())
    case .markdown: writer = .markdown(MarkdownReport())
    }
  }

  /// What comes before any case.
  ///
  /// - Parameter implementations: those that are asked in the place of this engine; empty for none.
  /// - Returns: the bytes to write, in UTF-8; empty where the format has nothing here.
  public func begin(_ implementations: [Implementation]) -> [UInt8] {
    if case .jsonLines(let report) = writer {
      return report.begin(implementations)
    }
    return []
  }

  /// What is written for a case; nothing for one that passed, except in ``ReportFormat/junit``.
  ///
  /// - Parameter result: the case with its verdict.
  /// - Returns: the bytes to write, in UTF-8; empty where the format says it at the end.
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
    case .github(var report):
      let text = report.add(result)
      writer = .github(report)
      return text.bytes
    case .markdown(var report):
      report.add(result)
      writer = .markdown(report)
    }
    return []
  }

  /// What comes after the last case.
  ///
  /// - Parameter run: what the runner came to.
  /// - Returns: the bytes to write, in UTF-8.
  public func finish(_ run: VectorRun) -> [UInt8] {
    switch writer {
    case .pretty(let report): report.finish(run).bytes
    case .json(let report): report.finish(run)
    case .jsonLines(let report): report.finish(run)
    case .junit(let report): report.finish(run).bytes
    case .github(let report): report.finish(run).bytes
    case .markdown(let report): report.finish(run).bytes
    }
  }
}
