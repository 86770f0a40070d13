internal import LinkPolicy
internal import LinkPolicyReview
internal import LinkPolicyYAML

/// What `check` found about a policy.
struct PolicyReport {
  /// How a report is written.
  enum Format: String, CaseIterable {
    case pretty, json, github, sarif
  }

  /// The policy's name; where it cannot be read, the name it was asked for by.
  let name: String
  /// The policy as written, where it can be read.
  let document: PolicyDocument?
  /// The findings, in the order of their positions.
  let findings: [Diagnostic]
  /// The files that the findings refer to.
  let sources: SourceMap
  /// What findings are about, where the policy can be read.
  let levels: FindingLevels?

  /// A report about a policy that was reviewed, or could not be.
  init(_ review: PolicyReview, named name: String) {
    self.name = review.document?.name.value.text ?? name
    document = review.document
    findings = review.findings
    sources = review.sources
    levels = review.levels
  }

  /// Compiles and reviews a policy that was read, or that could not be.
  init(_ text: Result<PolicyText, InvalidInput>, named name: String) {
    self.init(PolicyReview(text), named: name)
  }

  /// How `check` ends: unless told otherwise, notes alone are nothing to stop for.
  func exitCode(failingOn level: Diagnostic.Level = .warning) -> ExitCode {
    if document == nil {
      return .invalidInput
    }
    return findings.contains { $0.level >= level } ? .findings : .clean
  }

  /// The report in a format.
  func bytes(_ format: Format, showsNotes: Bool, style: DiagnosticStyle) -> [UInt8] {
    switch format {
    case .pretty: text(showsNotes: showsNotes, style: style).bytes
    case .json: json
    case .github: github.bytes
    case .sarif: sarif
    }
  }

  /// The findings for people, with the summary as the last line; without `showsNotes` notes are
  /// only counted.
  private func text(showsNotes: Bool, style: DiagnosticStyle) -> TerminalText {
    var text = TerminalText()
    let sources = sources.indexed()
    for finding in findings where showsNotes || finding.level > .note {
      text += finding.text(in: sources, style)
    }
    text += summary
    if !showsNotes, count(.note) > 0 {
      text += count(.note) == 1 ? " (`--notes` shows it)" : " (`--notes` shows them)"
    }
    return text + "\n"
  }

  func count(_ level: Diagnostic.Level) -> Int {
    findings.count { $0.level == level }
  }

  var rowCount: Int {
    document?.decisions.reduce(0) { $0 + $1.rows.count } ?? 0
  }

  /// The last line of the report.
  var summary: TerminalText {
    var text: TerminalText = "\(name): "
    if let document {
      text += "\(document.decisions.count, of: "table"), \(rowCount, of: "row"), "
      text += "\(document.guards.count, of: "guard"): "
    }
    let levels: [(Diagnostic.Level, StaticString)] = [
      (.error, "error"), (.warning, "warning"), (.note, "note"),
    ]
    let found = levels.filter { count($0.0) > 0 }.map { level, word in
      TerminalText(count(level), of: word)
    }
    return text + (found.isEmpty ? "no findings" : found.joined(by: ", "))
  }
}
