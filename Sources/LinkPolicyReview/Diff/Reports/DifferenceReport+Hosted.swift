internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyDiagnostics
internal import LinkPolicyExploration
internal import LinkPolicyJSON
internal import LinkPolicyTesting

extension DifferenceReport {
  private static var invariantRule: String { "diff/invariant" }

  /// The report for code hosts: a finding for each cause, then a finding for each invariant whose verdict differs
  /// between the policies.
  ///
  /// The rule of a cause is its most severe kind. The related places are the old position of the edit, and the
  /// positions of the rows that the edit changes.
  var hosted: HostedReport {
    let verdict = self.verdict
    var heading: TerminalText = verdict.heading()
    for kind in verdict.stopped {
      heading += "\n\(word: kind): \(fixed: kind.sentence)"
    }
    for dependent in verdict.dependents where dependent.isStopped {
      heading += "\n\(dependent.path), which extends this policy, \(dependent.words)"
    }
    let isStopped = verdict.outcome == .stopped
    var report = HostedReport(
      of: "diff",
      rules: ChangeKind.allCases.map { (id: "diff/" + $0.rawValue, meaning: $0.meaning) }
        + [(id: Self.invariantRule, meaning: "An invariant has another verdict.")],
      summary: isStopped ? summary() : heading + "; " + summary())
    if isStopped {
      report.verdict = HostedReport.HostedVerdict(
        verdict.isGated ? .error : .warning, title: verdict.word.description, heading)
    }
    report.findings =
      causes.compactMap { hosted($0) } + (invariants ?? []).map { Self.hosted($0) }
    report.properties = .object([
      "verdict": .string(verdict.outcome.rawValue),
      "stopped": .array(verdict.stopped.map { .string($0.rawValue) }),
      "lost": .array(verdict.lost.map { .string($0) }),
      "dependents": .array(
        verdict.dependents.map { dependent in
          .object([
            "policy": .string(dependent.path), "outcome": .string(dependent.word),
            "stopped": .array(dependent.kinds.map { .string($0.rawValue) }),
          ])
        }),
    ])
    return report
  }

  private func hosted(_ cause: DifferenceCause) -> HostedFinding? {
    guard let gravest = cause.kinds.first?.rawValue else { return nil }
    let kinds = cause.kinds.map { $0.rawValue }
    var finding = HostedFinding(
      Diagnostic.Level(of: cause.kinds), rule: "diff/" + gravest,
      title: .kinds(kinds.joined(separator: ", ")), message(cause), at: reportPlace(cause),
      key: (
        name: "causes/v1", parts: [gravest, cause.part?.subject.words ?? "together"] + kinds
      ))
    finding.story = (story(cause)?.steps ?? []).enumerated().map { index, step in
      "\(index + 1). \(step.words) -> \(Self.outcome(step))"
    }
    finding.related = related(cause)
    finding.noun = .edit
    return finding
  }

  private static func hosted(_ change: InvariantChange) -> HostedFinding {
    let verdicts = change.verdicts
    var finding = HostedFinding(
      change.isLost ? .error : .note, rule: invariantRule,
      title: .subject("\(change.id) \(verdicts.old.rawValue) -> \(verdicts.new.rawValue)"),
      "\(change.statement)", at: nil,
      key: (name: "invariants/v1", parts: [change.id, verdicts.new.rawValue]))
    finding.story = change.story
    finding.noun = .edit
    return finding
  }

  // The maximum number of related locations. A reader is unlikely to read a longer list.
  private static var relatedLimit: Int { 20 }

  /// Returns the old position of an edit, and the positions of the other rows that the edit changes.
  private func related(_ cause: DifferenceCause) -> [ReportPlace] {
    var places: [ReportPlace] = []
    let own = reportPlace(cause)?.text
    func add(_ position: SourcePosition?, _ side: Side) {
      guard let place = ReportPlace(position, in: files(side)), place.text != own,
        !places.contains(where: { $0.text == place.text })
      else { return }
      places.append(place)
    }
    if cause.part?.positions.new != nil {
      add(cause.part?.positions.old, .old)
    }
    for index in cause.direct + cause.following {
      add(difference.changes[index].answers.new.position, .new)
    }
    return Array(places.prefix(Self.relatedLimit))
  }

  /// Returns the message of a cause: the edit, its changes, and the answers of the most severe change.
  private func message(_ cause: DifferenceCause) -> TerminalText {
    var message: TerminalText = "\(cause.kinds.first?.meaning ?? "")"
    message += "\n\(cause.part?.subject.words ?? "several edits together")"
    for line in edit(cause) {
      message += "\n\(word: line.side) \(line.text.drop { $0 == " " }.description)"
    }
    message += "\n\(counts(cause))"
    for case .change(let index) in ordered(cause).prefix(1) {
      let change = difference.changes[index]
      message += "\nold \(answer(change, .old))\nnew \(answer(change, .new))"
      if let box = change.boxes.first {
        message += "\n\(change.cells, of: "cell"), as \(conditions(box))"
      }
    }
    return message
  }
}
