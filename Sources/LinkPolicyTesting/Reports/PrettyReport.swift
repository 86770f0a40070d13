internal import LinkPolicy
package import LinkPolicyDiagnostics

/// The report for people: each failure with what is needed to understand it, then the counts.
struct PrettyReport: Sendable {
  private var shown = 0
  private var unusable = UnusableAnswers()

  mutating func add(_ result: CaseResult) -> TerminalText {
    guard result.verdict.isFailure else { return "" }
    if case .errored = result.verdict {
      unusable.add(result)
      return ""
    }
    guard shown < VectorRun.failureLimit else { return "" }
    shown += 1
    return result.report + "\n"
  }

  func finish(_ run: VectorRun) -> TerminalText {
    var (text, told) = unusable.finish(run)
    told += shown
    if run.failed > told {
      text += "\(run.failed - told) more failures are not shown\n"
    }
    if run.tallies.count > 1 {
      text += Self.matrix(run)
    }
    if run.count == 0 {
      let skipped = run.counts.skipped
      text += "\(VectorRun.emptyWords)"
      return text + (skipped > 0 ? " (\(skipped) skipped)\n" : "\n")
    }
    for tally in run.tallies {
      if let implementation = tally.implementation {
        text += "\(implementation.fullName): "
      }
      text += "\(tally.counts.words)\n"
    }
    for tally in run.tallies {
      for suite in tally.levels {
        text += suite.text(tally.implementation)
      }
    }
    return text
  }

  /// A line for each implementation, then where they disagree.
  private static func matrix(_ run: VectorRun) -> TerminalText {
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
    var text = table.text(.plain) + "\n"
    for disagreement in run.disagreements {
      text += "they disagree on \(disagreement.id)\n"
      for (implementation, answer) in disagreement.answers {
        text += "  \(implementation): \(answer)\n"
      }
    }
    let more = run.disagreementCount - run.disagreements.count
    if more > 0 {
      text += "they disagree on \(more) more\n"
    }
    return run.disagreementCount > 0 ? text + "\n" : text
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
  package var report: TerminalText {
    let sources = SourceMap(files: [SourceMap.File(name: vector.file)])
    var text: TerminalText = word == "errored" ? "ERRORED " : "FAILED "
    text += "\(vector.id) at \(sources.describe(vector.position))"
    if let title = vector.title {
      text += " (\(title))"
    }
    if let implementation {
      text += " by \(implementation)"
    }
    text += "\n"
    if let reason {
      text += "  \(reason)\n"
    }
    var step: Int?
    for (index, mismatch) in mismatches.enumerated() {
      if index == 0 || mismatch.step != step {
        step = mismatch.step
        text += heading(mismatch, sources)
      }
      text += "    \(mismatch.key): expected \(mismatch.expected), got \(mismatch.got)\n"
    }
    return text + "  again: \(command)\n"
  }

  private var names: MethodNames? { played?.policy.map { MethodNames($0) } }

  private func heading(_ mismatch: Mismatch, _ sources: SourceMap) -> TerminalText {
    let place = sources.describe(mismatch.position)
    guard let number = mismatch.step else {
      guard mismatch.key != "known" else { return "" }
      guard vector.sequence != nil else {
        return "  \(vector.kind), \(place):\n"
      }
      return "  at the end, \(place)\n"
    }
    var text: TerminalText = "  step \(number), \(place): "
    text += "\(vector.steps[number - 1].content.plainWords(names))\n"
    if let decision = decision(of: mismatch) {
      text += "    decided by \(decision)\n"
    }
    return text
  }
}
