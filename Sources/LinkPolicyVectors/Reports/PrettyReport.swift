internal import LinkPolicy
internal import LinkPolicyJSON

/// The report for people: each failure with what is needed to understand it, then the counts.
struct PrettyReport: Sendable {
  private var shown = 0

  mutating func add(_ result: CaseResult) -> String {
    guard result.verdict.isFailure, shown < VectorRun.failureLimit else { return "" }
    shown += 1
    return result.report + "\n"
  }

  func finish(_ run: VectorRun) -> String {
    var text = ""
    let failed = run.failed
    if failed > shown {
      text += "\(failed - shown) more failures are not shown\n"
    }
    if run.tallies.count > 1 {
      text += Self.matrix(run)
    }
    if run.count == 0 {
      let skipped = run.counts.skipped
      return text + VectorRun.emptyWords + (skipped > 0 ? " (\(skipped) skipped)" : "") + "\n"
    }
    for tally in run.tallies {
      if let implementation = tally.implementation {
        text += Name(implementation.fullName).printable + ": "
      }
      text += tally.counts.words + "\n"
    }
    return text
  }

  /// A line for each implementation, then where they disagree.
  private static func matrix(_ run: VectorRun) -> String {
    var table = TextTable(
      indent: 0,
      [TextTable.Column(heading: "implementation", limit: 40)]
        + ["passed", "failed", "errored", "known", "skipped"].map {
          TextTable.Column(heading: $0, limit: 12, isRight: true)
        })
    for tally in run.tallies {
      let counts = tally.counts
      let numbers = [
        counts.passed, counts.failed - counts.errored, counts.errored, counts.known,
        counts.skipped,
      ]
      let name = tally.implementation?.fullName ?? "linkpolicy"
      table.add([TextTable.Cell(name)] + numbers.map { TextTable.Cell(String($0)) })
    }
    var text = table.text(isColoured: false) + "\n"
    for disagreement in run.disagreements {
      text += "they disagree on " + Name(disagreement.id).printable + "\n"
      for (implementation, answer) in disagreement.answers {
        text += "  " + Name(implementation).printable + ": " + Name(answer).printable + "\n"
      }
    }
    let more = run.disagreementCount - run.disagreements.count
    if more > 0 {
      text += "they disagree on \(more) more\n"
    }
    return text + (run.disagreementCount > 0 ? "\n" : "")
  }
}

extension Implementation {
  /// Name and version.
  var fullName: String {
    version.isEmpty ? name : name + " " + version
  }
}

extension CaseResult {
  /// The failure as text: id, steps, what was expected and got, what decided, and how to run it
  /// again.
  package var report: String {
    let sources = SourceMap(files: [SourceMap.File(name: vector.file)])
    var text = word == "errored" ? "ERRORED " : "FAILED "
    text += Name(vector.id).printable + " at " + sources.describe(vector.position)
    text += vector.title.map { " (" + Name($0).printable + ")" } ?? ""
    text += implementation.map { " by " + Name($0).printable } ?? ""
    text += "\n"
    if let reason {
      text += "  " + Name(reason).printable + "\n"
    }
    var step: Int?
    for (index, mismatch) in mismatches.enumerated() {
      if index == 0 || mismatch.step != step {
        step = mismatch.step
        text += heading(mismatch, sources)
      }
      text += "    " + Name(mismatch.key).printable + ": expected "
      text += Name(mismatch.expected).printable + ", got " + Name(mismatch.got).printable + "\n"
    }
    return text + "  again: " + Name(command).printable + "\n"
  }

  private var names: MethodNames? { played?.policy.map { MethodNames($0) } }

  private func heading(_ mismatch: Mismatch, _ sources: SourceMap) -> String {
    guard let number = mismatch.step else {
      guard mismatch.key != "known" else { return "" }
      guard vector.sequence != nil else {
        return "  " + vector.kind + ", " + sources.describe(mismatch.position) + ":\n"
      }
      return "  at the end, " + sources.describe(mismatch.position) + "\n"
    }
    var text = "  step \(number), " + sources.describe(mismatch.position) + ": "
    text += Name(vector.steps[number - 1].content.plainWords(names)).printable + "\n"
    if let decision = decision(of: mismatch) {
      text += "    decided by " + Name(decision).printable + "\n"
    }
    return text
  }
}
