internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyDiagnostics

extension SequenceComparisonReport {
  // What can be read on a few screens.
  private static var causeLimit: Int { 3 }
  private static var reasonLimit: Int { 6 }
  private static var nameLimit: Int { 8 }

  /// The report for a terminal: the summary, what was not compared, then each cause with a sequence.
  var text: TerminalText {
    let causes = comparison.causes
    var text: TerminalText = "\(names.old) (old) beside \(names.new) (new)"
    text += map.map { ", by \($0)\n" } ?? "\n"
    text += "\(comparison.differing) of \(comparison.played) sign-in sequences end differently"
    text += causes.isEmpty ? "\n" : ", by \(causes.count, of: "cause")\n"
    let parts = EndingDifference.allCases.map { difference in
      (difference: difference, causes: causes.filter { $0.difference == difference })
    }.filter { !$0.causes.isEmpty }
    for part in parts {
      let count = part.causes.reduce(0) { $0 + $1.count }
      text += "  \(part.difference.words): \(count, of: "sequence"), "
      text += "\(part.causes.count, of: "cause")\n"
    }
    text += limits
    for part in parts {
      let shown = showsAll ? part.causes[...] : part.causes.prefix(Self.causeLimit)
      for cause in shown {
        text += self.text(cause)
      }
      let rest = part.causes[shown.count...]
      if !rest.isEmpty {
        let count = rest.reduce(0) { $0 + $1.count }
        text += "\n\(part.difference.words): \(rest.count, of: "further cause") "
        text += "of \(count, of: "sequence"); `--all` shows them\n"
      }
    }
    return text
  }

  /// What was not compared, so that nobody takes it for alike.
  private var limits: TerminalText {
    var text = TerminalText()
    for side in Side.allCases {
      for part in comparison.uncompared[side].parts {
        let shown = showsAll ? part.names[...] : part.names.prefix(Self.nameLimit)
        text += "  only in \(word: side): \(part.sort) "
        text += "\(shown.joined(separator: ", "))"
        let more = part.names.count - shown.count
        text += more > 0 ? ", and \(more) more\n" : "\n"
      }
    }
    if comparison.uncomparedErrors > 0 {
      text += "  not compared: the errors of \(comparison.uncomparedErrors, of: "sequence") "
      text += "that both refuse, since none has a counterpart\n"
    }
    for side in comparison.exploredAlone {
      text +=
        "  fewer tried: \(word: side) was explored without what only \(word: side.other) tells apart, "
      text += "whose names do not fit together there\n"
    }
    let reasons = leftOut
    guard !reasons.isEmpty else { return text }
    let shown = showsAll ? reasons[...] : reasons.prefix(Self.reasonLimit)
    for (reason, count) in shown {
      text += "  left out: \(count, of: "sequence"), since \(word: reason.side) \(reason.reason)\n"
    }
    if reasons.count > shown.count {
      let rest = reasons[shown.count...].reduce(0) { $0 + $1.count }
      text += "  left out: \(rest, of: "sequence") for other reasons; `--all` shows them\n"
    }
    return text
  }

  private func text(_ cause: SequenceComparison.Cause) -> TerminalText {
    var text: TerminalText = "\n\(cause.difference.words)  \(cause.count, of: "sequence"): "
    let kinds: [TerminalText] = cause.findings.map {
      cause.findings.count == 1 ? "\(word: $0.kind)" : "\(word: $0.kind) \($0.count)"
    }
    text += kinds.joined(by: ", ") + "\n"
    for side in Side.allCases {
      let answer = cause.answers[side]
      let place = answer.position.map {
        comparison.policies[side].sources.describe($0) + " "
      }
      let row = answer.row?.text ?? answer.table.text
      text += "  \(word: side)  \(place ?? "")\(row): \(answer.words)\n"
    }
    guard showsAll, cause.findings.count > 1 else {
      return text + DifferenceReport.story(cause.shortest)
    }
    for finding in cause.findings {
      text += "  \(word: finding.kind)\n"
      text += DifferenceReport.story(finding.witness)
    }
    return text
  }
}
