internal import LinkPolicy
package import LinkPolicyDiagnostics

/// A report for people: each failure with its explanation, then the counts.
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
      let left = run.failed - told
      text += left == 1 ? "1 more failure is not shown\n" : "\(left) more failures are not shown\n"
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

  /// Returns a table with a row per implementation, followed by the cases on which the implementations disagree.
  private static func matrix(_ run: VectorRun) -> TerminalText {
    var table = TextTable(
      indent: 0,
      [TextTable.TextColumn(heading: "implementation", limit: 40)]
        + ["passed", "failed", "errored", "known", "skipped"].map {
          TextTable.TextColumn(heading: $0, limit: 12, isRight: true)
        })
    for tally in run.tallies {
      let counts = tally.counts
      let numbers = [
        counts.passed, counts.failed - counts.errored, counts.errored, counts.known,
        counts.skipped,
      ]
      let name = tally.implementation?.fullName ?? "linkpolicy"
      table.add([TextTable.TextCell(name)] + numbers.map { TextTable.TextCell(String($0)) })
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
  /// The name of the implementation, followed by the version unless the version is empty.
  var fullName: String {
    version.isEmpty ? name : name + " " + version
  }
}

extension CaseResult {
  /// The failure as text: the id, the steps with expected and actual values, the deciding rows, and the command that
  /// reruns the case.
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

/// The cases for which another implementation gave no usable answer, grouped by reason.
///
/// The report lists each reason once, with the first case and the number of cases. If an implementation gave no
/// usable answer at all, the report states this fact once, with the reason for the first case.
struct UnusableAnswers: Sendable {
  private struct CaseGroup {
    var first: CaseResult
    var count = 1
  }

  // A reason can quote an answer, so a run can have as many reasons as cases.
  private static var limit: Int { VectorRun.failureLimit }

  private var groups: [CaseGroup] = []

  mutating func add(_ result: CaseResult) {
    let same = groups.firstIndex { group in
      group.first.implementation == result.implementation && group.first.reason == result.reason
    }
    if let same {
      groups[same].count += 1
    } else if groups.count < Self.limit {
      groups.append(CaseGroup(first: result))
    }
  }

  /// Returns the text at the end of a run, and the number of cases that the text reports.
  func finish(_ run: VectorRun) -> (text: TerminalText, told: Int) {
    var text = TerminalText()
    var told = 0
    for tally in run.tallies where tally.givesNothing {
      let name = tally.implementation?.fullName ?? ""
      text += "ERRORED \(name) gave no usable answer to any of \(tally.counts.errored) cases\n"
      told += tally.counts.errored
      guard let first = groups(of: tally).first?.first else { continue }
      text += "  the first, \(first.vector.id): \(first.reason ?? "")\n"
      text += "  again: \(first.command)\n\n"
    }
    for tally in run.tallies where !tally.givesNothing {
      for group in groups(of: tally) {
        text += group.first.report
        text += group.count > 1 ? "  and \(group.count - 1) more for the same reason\n\n" : "\n"
        told += group.count
      }
    }
    return (text, told)
  }

  private func groups(of tally: RunTally) -> [CaseGroup] {
    groups.filter { $0.first.implementation == tally.implementation?.name }
  }
}

extension RunTally {
  /// Whether another implementation ran more than one case and gave no usable answer to any case.
  fileprivate var givesNothing: Bool {
    implementation != nil && counts.errored > 1 && counts.failed == counts.errored
      && counts.passed == 0
  }
}
