internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyExploration
internal import LinkPolicyJSON
internal import LinkPolicyTesting

extension DifferenceReport {
  /// The report as a SARIF 2.1.0 log.
  ///
  /// The log has one result per cause, with the rule of the cause's most severe kind. The related locations are the old
  /// position of the edit, and the positions of the rows that the edit changes.
  var sarif: [UInt8] {
    let rules = ChangeKind.allCases.map { ($0.rawValue, $0.meaning) }
    let invariant = (id: "diff/invariant", meaning: "An invariant has another verdict.")
    var log = SARIFLog(rules: rules.map { (id: "diff/" + $0, meaning: $1) } + [invariant])
    for cause in causes {
      guard let gravest = cause.kinds.first else { continue }
      let key = [cause.part?.subject.words ?? "together"] + cause.kinds.map { $0.rawValue }
      log.add(
        "diff/" + gravest.rawValue, level: Self.level(cause.kinds), message(cause),
        at: reportPlace(cause), related: related(cause),
        key: (name: "causes/v1", parts: [gravest.rawValue] + key))
    }
    for change in invariants ?? [] {
      var message: TerminalText = "\(change.id) \(word: change.verdicts.old) -> "
      message += "\(word: change.verdicts.new): \(change.statement)"
      for line in change.story {
        message += "\n\(line)"
      }
      log.add(
        invariant.id, level: change.isLost ? "error" : "note", message, at: nil,
        key: (name: "invariants/v1", parts: [change.id, change.verdicts.new.rawValue]))
    }
    let verdict = self.verdict
    log.properties = .object([
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
    return log.bytes
  }

  private static func level(_ kinds: [ChangeKind]) -> String {
    switch ChangeLevel(kinds) {
    case .danger: "error"
    case .change: "warning"
    case .note: "note"
    }
  }

  // The maximum number of related locations. A reader is unlikely to read a longer list.
  private static var relatedLimit: Int { 20 }

  /// Returns the old position of an edit, and the positions of the other rows that the edit changes.
  private func related(_ cause: DifferenceCause) -> [ReportPlace] {
    var places: [ReportPlace] = []
    func add(_ position: SourcePosition?, _ side: Side) {
      guard let place = ReportPlace(position, in: files(side)),
        place.text != reportPlace(cause)?.text, !places.contains(where: { $0.text == place.text })
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

  /// Returns the message of a cause for line annotations: the edit, its changes, and the sequence for the most severe
  /// change.
  func message(_ cause: DifferenceCause) -> TerminalText {
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
    for (index, step) in (story(cause)?.steps ?? []).enumerated() {
      message += "\n\(index + 1). \(step.words) -> \(Self.outcome(step))"
    }
    return message
  }
}
