internal import LinkPolicy
internal import LinkPolicyDiagnostics

/// What people are told of cases for which another implementation had no usable answer.
///
/// One reason is told once, with its first case, however many cases there are; of an implementation
/// that answers nothing at all, that alone is told.
struct UnusableAnswers: Sendable {
  private struct Group {
    var first: CaseResult
    var count = 1
  }

  // Reasons can quote what was answered, and so be as many as the cases.
  private static var limit: Int { VectorRun.failureLimit }

  private var groups: [Group] = []

  mutating func add(_ result: CaseResult) {
    let same = groups.firstIndex { group in
      group.first.implementation == result.implementation && group.first.reason == result.reason
    }
    if let same {
      groups[same].count += 1
    } else if groups.count < Self.limit {
      groups.append(Group(first: result))
    }
  }

  /// What there is to tell at the end of a run, and of how many cases it tells.
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

  private func groups(of tally: RunTally) -> [Group] {
    groups.filter { $0.first.implementation == tally.implementation?.name }
  }
}

extension RunTally {
  /// Whether an implementation was asked more than one case, and had no answer that can be used.
  fileprivate var givesNothing: Bool {
    implementation != nil && counts.errored > 1 && counts.failed == counts.errored
      && counts.passed == 0
  }
}
