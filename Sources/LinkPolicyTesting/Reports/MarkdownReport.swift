internal import LinkPolicy

/// A report as a comment on a pull request: the counts, and a table of the first failures.
struct MarkdownReport: Sendable {
  // The maximum number of failures to list, because GitHub limits a comment to 65,536 characters.
  private static var limit: Int { 25 }

  private var failures: [CaseResult] = []

  mutating func add(_ result: CaseResult) {
    if result.verdict.isFailure, failures.count < Self.limit {
      failures.append(result)
    }
  }

  func finish(_ run: VectorRun) -> MarkdownText {
    var text: MarkdownText = run.isClean ? "**All vectors passed.**\n" : "**Vectors failed.**\n"
    text += "\n" + Self.counts(run)
    let problems = run.problemList
    if !problems.isEmpty {
      text += "\nInput that could not be read or run:\n\n"
      for problem in problems.prefix(Self.limit) {
        let place = problem.place.map { "\($0.file):\($0.position.line): " } ?? ""
        text += "- \(place + problem.finding.message, limit: 400)\n"
      }
    }
    if !failures.isEmpty {
      text += "\n| case | step | expected | got | decided by |\n|---|---|---|---|---|\n"
      for failure in failures {
        text += Self.row(failure)
      }
    }
    if run.failed > failures.count {
      let left = run.failed - failures.count
      text +=
        left == 1 ? "\n1 more failure is not shown.\n" : "\n\(left) more failures are not shown.\n"
    }
    if let failure = failures.first {
      text += "\nThe first again, alone: \(failure.command, limit: 400)\n"
    }
    return text
  }

  private static func counts(_ run: VectorRun) -> MarkdownText {
    let isForeign = run.tallies.contains { $0.implementation != nil }
    var text: MarkdownText = isForeign ? "| implementation " : ""
    text += "| passed | failed | errored | known | skipped | steps |\n"
    text += isForeign ? "|---" : ""
    text += "|---:|---:|---:|---:|---:|---:|\n"
    for tally in run.tallies {
      let counts = tally.counts
      let numbers = [
        counts.passed, counts.failed - counts.errored, counts.errored, counts.known,
        counts.skipped, counts.steps,
      ]
      let name = tally.implementation.map { [MarkdownText($0.fullName)] } ?? []
      text += MarkdownText(row: name + numbers.map { "\($0)" })
    }
    for tally in run.tallies {
      for suite in tally.levels {
        let name = tally.implementation.map { $0.fullName + ": " } ?? ""
        text += "\n\(name + (suite.badge ?? "no badge of " + suite.suite))\n"
      }
    }
    if run.count == 0 {
      text += "\nNo case was played, which counts as a failure.\n"
    }
    if run.disagreementCount > 0 {
      let ids = run.disagreements.prefix(limit).map { $0.id }
      text += "\nThey disagree on \(run.disagreementCount): \(ids.joined(by: ", "))\n"
    }
    return text
  }

  private static func row(_ result: CaseResult) -> MarkdownText {
    var name: MarkdownText = "\(result.vector.id)"
    if let implementation = result.implementation {
      name += "<br>\(implementation)"
    }
    let first = result.mismatches.first
    let step: MarkdownText? = first.map { $0.step.map { "\($0)" } ?? "end" }
    let key = first.map { $0.key + ": " } ?? ""
    var got = (result.reason ?? first?.got).map { MarkdownText($0) } ?? ""
    if result.mismatches.count > 1 {
      got += " (and \(result.mismatches.count - 1) more)"
    }
    let decision = first.flatMap { result.decision(of: $0) }
    return MarkdownText(row: [
      name, step ?? "", first.map { MarkdownText(key + $0.expected) } ?? "", got,
      decision.map { MarkdownText($0) } ?? "",
    ])
  }
}
