package import LinkPolicy
package import LinkPolicyAuthoring
package import LinkPolicyDiagnostics
internal import LinkPolicyJSON
internal import LinkPolicyTesting
package import LinkPolicyYAML

/// The report of `check` about a policy, for people or for programs.
package struct PolicyReport: Sendable {
  /// The output format of the report: text for people, JSON, workflow commands of GitHub, or SARIF.
  package enum PolicyReportFormat: String, CaseIterable, Sendable {
    case pretty, json, github, sarif
  }

  /// The name of the policy, or the name on the command line if the policy is unreadable.
  package let name: String
  /// The policy document, or nil if the policy is unreadable.
  package let document: PolicyDocument?
  /// The findings, ordered by position.
  package let findings: [Diagnostic]
  /// The files that the findings refer to.
  package let sources: SourceMap
  /// The levels and subjects of findings, or nil if the policy is unreadable.
  package let levels: FindingLevels?

  /// Creates a report from a review, even if the policy was unreadable.
  package init(_ review: PolicyReview, named name: String) {
    self.name = review.document?.name.value.text ?? name
    document = review.document
    findings = review.findings
    sources = review.sources
    levels = review.levels
  }

  /// Compiles and reviews a policy, which may be unreadable.
  package init(_ text: Result<PolicyText, InvalidInput>, named name: String) {
    self.init(PolicyReview(text), named: name)
  }

  /// Returns the report in the given format, such as JSON.
  package func bytes(_ format: PolicyReportFormat, showsNotes: Bool, style: DiagnosticStyle)
    -> [UInt8]
  {
    switch format {
    case .pretty: text(showsNotes: showsNotes, style: style).bytes
    case .json: json
    case .github: hosted.mostSevereFirst.github.bytes
    case .sarif: hosted.sarif
    }
  }

  /// Returns the findings for people, with the summary as the last line; without `showsNotes`, the notes appear only as
  /// a number in the summary.
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

  package func count(_ level: Diagnostic.Level) -> Int {
    findings.count { $0.level == level }
  }

  var rowCount: Int {
    document?.decisions.reduce(0) { $0 + $1.rows.count } ?? 0
  }

  /// The last line of the report, such as `mine: 2 tables, 9 rows, 1 guard: 3 warnings`.
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

extension PolicyReport {
  /// The report as one line of JSON; the digest is null if the policy is unreadable.
  package var json: [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("policy")
    writer.string(name)
    writer.key("digest")
    if let document {
      writer.string(PolicyDigest(of: document).text)
    } else {
      writer.null()
    }
    writer.key("counts")
    writer.beginObject()
    let counts: [(Name, Int)] = [
      ("tables", document?.decisions.count ?? 0), ("rows", rowCount),
      ("guards", document?.guards.count ?? 0), ("errors", count(.error)),
      ("warnings", count(.warning)), ("notes", count(.note)),
    ]
    for (name, count) in counts {
      writer.key(name)
      writer.int(count)
    }
    writer.endObject()
    writer.key("findings")
    writer.beginArray()
    for finding in findings {
      writer.beginObject()
      writer.members(of: finding, in: sources)
      writer.key("subject")
      if let subject = levels?.subject(of: finding) {
        writer.string(subject)
      } else {
        writer.null()
      }
      writer.endObject()
    }
    writer.endArray()
    writer.endObject()
    writer.endLine()
    return writer.take()
  }
}

extension PolicyReport {
  /// The report for code hosts, with the findings in the order of the policy.
  var hosted: HostedReport {
    let rule = { (code: DiagnosticCode) in "check/" + code.name.text }
    var report = HostedReport(
      of: "check",
      rules: FindingCatalog.all.map { (id: rule($0.code), meaning: $0.meaning) }, summary: summary)
    report.findings = findings.map { finding in
      let code = finding.code.name.text
      let subject = levels?.subject(of: finding) ?? finding.message
      return HostedFinding(
        finding, in: sources, rule: rule(finding.code), title: .kinds(code),
        key: (name: "subject/v1", parts: [code, subject]))
    }
    return report
  }
}
