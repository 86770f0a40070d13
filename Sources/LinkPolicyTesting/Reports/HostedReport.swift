package import LinkPolicy
package import LinkPolicyDiagnostics
package import LinkPolicyJSON

/// A report for code hosts such as GitHub, which show each finding next to its line of a file.
///
/// A command describes its results once, as this value. ``github`` and ``sarif`` write the value in the formats that
/// code hosts read.
package struct HostedReport: Sendable {
  /// A verdict on the whole run, which a code host shows before the findings.
  package struct HostedVerdict: Sendable {
    /// The severity of the verdict.
    package var level: Diagnostic.Level
    /// The verdict in one word, such as `DANGER`.
    package var title: String
    /// The reasons for the verdict.
    package var message: TerminalText

    /// Creates a verdict with its reasons.
    package init(_ level: Diagnostic.Level, title: String, _ message: TerminalText) {
      self.level = level
      self.title = title
      self.message = message
    }
  }

  /// The verb of the command, such as `check`.
  package var verb: String
  /// The rules that findings can have, each with its meaning in one sentence.
  package var rules: [(id: String, meaning: String)]
  /// The verdict on the run; nil if the summary is sufficient.
  package var verdict: HostedVerdict?
  /// The findings, in the order in which a code host lists them.
  package var findings: [HostedFinding] = []
  /// The result of the run in one line, which a code host always shows.
  package var summary: TerminalText
  /// Further properties of the run for programs, such as the verdict of a gate; nil if there are none.
  package var properties: JSONValue?

  /// Creates a report without findings.
  package init(
    of verb: String, rules: [(id: String, meaning: String)], summary: TerminalText
  ) {
    self.verb = verb
    self.rules = rules
    self.summary = summary
  }

  /// Adds findings about the input that the command could not examine, before all other findings.
  package mutating func add(problems: [HostedFinding]) {
    guard !problems.isEmpty else { return }
    let rule = verb + "/problem"
    rules.append((id: rule, meaning: "The command could not examine its input."))
    findings.insert(
      contentsOf: problems.map { problem in
        var problem = problem
        problem.rule = rule
        return problem
      }, at: 0)
  }

  /// Returns the report in a format of code hosts.
  package func bytes(_ format: HostedFormat) -> [UInt8] {
    switch format {
    case .github: github.bytes
    case .sarif: sarif
    }
  }

  /// The report with the most severe findings first, because GitHub shows only the first findings.
  package var mostSevereFirst: HostedReport {
    var report = self
    report.findings = findings.enumerated().sorted { a, b in
      (b.element.level.rawValue, a.offset) < (a.element.level.rawValue, b.offset)
    }.map { $0.element }
    return report
  }
}

/// A format that code hosts read: workflow commands of GitHub, or a SARIF log.
package enum HostedFormat: String, Sendable, CaseIterable {
  case github, sarif
}

/// A finding in a report for code hosts.
package struct HostedFinding: Sendable {
  /// The title of a finding, which SARIF does not have.
  package enum HostedTitle: Sendable {
    /// The finding's kinds, which the rule and the message state too.
    case kinds(String)
    /// The subject of the finding, such as an invariant, which neither rule nor message names.
    case subject(String)
  }

  /// The noun with which a summary counts the findings that are not shown.
  package enum HostedNoun: Sendable, CaseIterable {
    case finding, edit, failure, problem
  }

  /// The severity of the finding.
  package var level: Diagnostic.Level
  /// The id of the finding's rule, such as `check/hidden-row`.
  package var rule: String
  /// The title of the finding.
  package var title: HostedTitle
  /// The message, of one or more lines.
  package var message: TerminalText
  /// The steps that lead to the problem, one per line; empty if the message is sufficient.
  package var story: [String] = []
  /// The position of the finding; nil for a finding about the whole input.
  package var place: ReportPlace?
  /// Other positions of the finding.
  package var related: [ReportPlace] = []
  /// The parts that identify the same finding in later runs, with the name of their scheme.
  package var key: (name: String, parts: [String])
  /// The noun that counts the finding if it is not shown.
  package var noun = HostedNoun.finding

  /// Creates a finding without a story and without other positions.
  package init(
    _ level: Diagnostic.Level, rule: String, title: HostedTitle, _ message: TerminalText,
    at place: ReportPlace?, key: (name: String, parts: [String])
  ) {
    self.level = level
    self.rule = rule
    self.title = title
    self.message = message
    self.place = place
    self.key = key
  }

  /// Creates the finding for a diagnostic, with its help and its related places.
  ///
  /// - Parameters:
  ///   - diagnostic: the diagnostic, such as an error in a policy.
  ///   - sources: the files to which the positions of the diagnostic refer.
  ///   - rule: the id of the rule, such as `check/hidden-row`.
  ///   - title: the title of the finding.
  ///   - key: the parts that identify the finding in later runs, with the name of their scheme.
  package init(
    _ diagnostic: Diagnostic, in sources: SourceMap, rule: String, title: HostedTitle,
    key: (name: String, parts: [String])
  ) {
    var text: TerminalText = "\(diagnostic.message)"
    if let help = diagnostic.help {
      text += "\nhelp: \(help)"
    }
    for other in diagnostic.related {
      text += "\n\(sources.describe(other.position)): \(other.message)"
    }
    self.init(
      diagnostic.level, rule: rule, title: title, text,
      at: ReportPlace(diagnostic.position, in: sources), key: key)
    related = diagnostic.related.compactMap { ReportPlace($0.position, in: sources) }
  }

  /// Creates the finding for a problem that prevents a command from examining its input.
  ///
  /// ``HostedReport/add(problems:)`` sets the rule of the finding.
  package init(problem: Diagnostic, in sources: SourceMap) {
    let code = problem.code.name.text
    self.init(
      problem, in: sources, rule: "", title: .subject(code),
      key: (name: "problems/v1", parts: [code, problem.message]))
    noun = .problem
  }

  /// Creates the finding for a problem without a position, such as a run without cases.
  package init(problem message: TerminalText) {
    self.init(
      .error, rule: "", title: .kinds("problem"), message, at: nil,
      key: (name: "problems/v1", parts: [message.text]))
    noun = .problem
  }

  /// The message, followed by the lines of the story.
  var text: TerminalText {
    story.reduce(message) { $0 + "\n\($1)" }
  }
}

/// A position or range in a file, for machine-readable reports.
package struct ReportPlace: Sendable {
  /// The name of the file.
  package var file: String
  /// The position at which the place starts.
  package var position: SourcePosition
  /// The position after the last scalar of the range; nil if only the start is known.
  package var end: SourcePosition?

  /// Creates a place from a file name and a position, without an end.
  package init(file: String, position: SourcePosition) {
    self.file = file
    self.position = position
  }

  /// Creates the place of a position in the given files; nil if the position is nil or in no given file.
  package init?(_ position: SourcePosition?, in sources: SourceMap) {
    guard let position, sources.files.indices.contains(position.file) else { return nil }
    file = sources.files[position.file].name
    self.position = position
  }

  /// The place as `file:line:column`, followed by `-column` or `-line:column` if the end is known.
  package var text: String {
    let start = "\(file):\(position.line):\(position.column)"
    guard let end else { return start }
    return start
      + (end.line == position.line ? "-\(end.column)" : "-\(end.line):\(end.column)")
  }
}
