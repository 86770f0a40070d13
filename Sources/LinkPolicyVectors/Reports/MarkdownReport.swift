internal import LinkPolicy
internal import LinkPolicyJSON

/// The report as a comment on a pull request: the counts, and a table of the first failures.
struct MarkdownReport: Sendable {
  // A comment may have 65,536 characters.
  private static var limit: Int { 25 }

  private var failures: [CaseResult] = []

  mutating func add(_ result: CaseResult) {
    if result.verdict.isFailure, failures.count < Self.limit {
      failures.append(result)
    }
  }

  func finish(_ run: VectorRun) -> String {
    var text = run.isClean ? "**All vectors passed.**\n" : "**Vectors failed.**\n"
    text += "\n" + Self.counts(run)
    let problems = run.problemList
    if !problems.isEmpty {
      text += "\nInput that could not be read or run:\n\n"
      for problem in problems.prefix(Self.limit) {
        let place = problem.place.map { "\($0.file):\($0.position.line): " } ?? ""
        text += "- " + MarkupText.cell(place + problem.finding.message) + "\n"
      }
    }
    if !failures.isEmpty {
      text += "\n| case | step | expected | got | decided by |\n|---|---|---|---|---|\n"
      for failure in failures {
        text += Self.row(failure)
      }
    }
    if run.failed > failures.count {
      text += "\n\(run.failed - failures.count) more failures are not shown.\n"
    }
    if let failure = failures.first {
      text += "\nThe first again, alone: " + MarkupText.code(failure.command) + "\n"
    }
    return text
  }

  private static func counts(_ run: VectorRun) -> String {
    let isForeign = run.tallies.contains { $0.implementation != nil }
    var text = isForeign ? "| implementation " : ""
    text += "| passed | failed | errored | known | skipped | steps |\n"
    text += (isForeign ? "|---" : "") + "|---:|---:|---:|---:|---:|---:|\n"
    for tally in run.tallies {
      let counts = tally.counts
      text += tally.implementation.map { "| " + MarkupText.cell($0.fullName) + " " } ?? ""
      text += "| \(counts.passed) | \(counts.failed - counts.errored) | \(counts.errored) "
      text += "| \(counts.known) | \(counts.skipped) | \(counts.steps) |\n"
    }
    if run.count == 0 {
      text += "\nNo case was played: zero cases are a failure.\n"
    }
    if run.disagreementCount > 0 {
      let shown = run.disagreements.prefix(limit).map { MarkupText.code($0.id) }
      let ids = shown.joined(separator: ", ")
      text += "\nThey disagree on \(run.disagreementCount): " + ids + "\n"
    }
    return text
  }

  private static func row(_ result: CaseResult) -> String {
    let by = result.implementation.map { "<br>" + MarkupText.cell($0) } ?? ""
    let first = result.mismatches.first
    let step = first.map { $0.step.map { String($0) } ?? "end" } ?? ""
    let key = first.map { $0.key + ": " } ?? ""
    let expected = first.map { key + $0.expected } ?? ""
    var got = result.reason ?? first?.got ?? ""
    if result.mismatches.count > 1 {
      got += " (and \(result.mismatches.count - 1) more)"
    }
    let decision = first.flatMap { result.decision(of: $0) } ?? ""
    let cells = [
      MarkupText.code(result.vector.id) + by, step, MarkupText.cell(expected),
      MarkupText.cell(got), MarkupText.cell(decision),
    ]
    return "| " + cells.joined(separator: " | ") + " |\n"
  }
}
