internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyDiagnostics
package import LinkPolicyExploration
internal import LinkPolicyJSON

/// The report of a comparison of two systems by sequences of attempts.
package struct SequenceComparisonReport: Sendable {
  /// The format of a report: for people (`pretty`) or for programs (`json`).
  package enum SequenceReportFormat: String, CaseIterable, Sendable {
    case pretty, json
  }

  /// The comparison to report.
  package let comparison: SequenceComparison
  /// The names of the systems in the report: the name or path of each system's policy as given, such as `firebase`.
  package let names: Sides<String>
  /// The name of the map; nil if the comparison has no map.
  package let map: String?
  /// Whether the terminal report shows all causes, reasons and names.
  package let showsAll: Bool

  package init(
    _ comparison: SequenceComparison, named names: Sides<String>, by map: String? = nil,
    showsAll: Bool = false
  ) {
    self.comparison = comparison
    self.names = names
    self.map = map
    self.showsAll = showsAll
  }

  /// Returns the report, which ends with a line feed.
  package func bytes(_ format: SequenceReportFormat) -> [UInt8] {
    switch format {
    case .pretty: text.bytes
    case .json: json
    }
  }

  /// The reasons for skipping sequences, the most frequent first.
  var leftOut: [(reason: SkipReason, count: Int)] {
    comparison.leftOut.sorted { a, b in
      let (first, second) = (a.key, b.key)
      return (-a.value, first.side.rawValue, first.reason)
        < (-b.value, second.side.rawValue, second.reason)
    }.map { (reason: $0.key, count: $0.value) }
  }
}

/// A part of the report: the causes with a decisive setting, or the causes with one kind of difference.
private enum ReportPart: Hashable {
  case setting
  case difference(EndingDifference)

  init(_ cause: SequenceComparison.Divergence) {
    self = cause.setting == nil ? .difference(cause.difference) : .setting
  }

  var words: String {
    switch self {
    case .setting: "one setting"
    case .difference(let difference): difference.words
    }
  }
}

extension SequenceComparisonReport {
  // The maximum numbers of causes, reasons and names to list, so that the report fits on a few screens.
  private static var causeLimit: Int { 3 }
  private static var reasonLimit: Int { 6 }
  private static var nameLimit: Int { 8 }

  /// The report for a terminal: the summary, the limits of the comparison, then each cause with a sequence.
  var text: TerminalText {
    let causes = comparison.causes
    var text: TerminalText = "\(names.old) (old) beside \(names.new) (new)"
    text += map.map { ", mapped by \($0)" } ?? ""
    text += given.isEmpty ? "\n" : ", under \(given.joined(by: ", "))\n"
    text += "\(comparison.differing) of \(comparison.played) sequences end differently"
    text += causes.isEmpty ? "\n" : ", due to \(causes.count, of: "cause")\n"
    // The parts have the order of their most dangerous causes.
    var order: [ReportPart] = []
    for part in causes.map({ ReportPart($0) }) where !order.contains(part) {
      order.append(part)
    }
    let parts = order.map { part in
      (words: part.words, causes: causes.filter { ReportPart($0) == part })
    }
    for part in parts {
      let count = part.causes.reduce(0) { $0 + $1.count }
      text += "  \(part.words): \(count, of: "sequence"), "
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
        text += "\n\(part.words): \(rest.count, of: "further cause") "
        text += "of \(count, of: "sequence"); `--all` shows them\n"
      }
    }
    return text
  }

  /// The limits of the comparison: the names and sequences that the comparison leaves out.
  private var limits: TerminalText {
    var text = TerminalText()
    for side in Side.allCases {
      for part in comparison.uncompared[side].parts {
        let shown = showsAll ? part.names[...] : part.names.prefix(Self.nameLimit)
        text += "  only in the \(word: side) policy: \(part.sort) "
        text += "\(shown.joined(separator: ", "))"
        let more = part.names.count - shown.count
        text += more > 0 ? ", and \(more) more\n" : "\n"
      }
    }
    if comparison.uncomparedErrors > 0 {
      text += "  not compared: the errors of \(comparison.uncomparedErrors, of: "sequence") "
      text += "that both systems refuse, because these errors have no counterpart\n"
    }
    for attempts in Explorer.UntriedAttempts.allCases {
      let sides: [TerminalText] = sides(leavingOut: attempts).map { "\(word: $0)" }
      if !sides.isEmpty {
        text += "  not played: \(attempts.words) (\(sides.joined(by: " and ")))\n"
      }
    }
    for side in comparison.exploredAlone {
      text +=
        "  fewer tried: \(word: side) was explored without values that only \(word: side.other) distinguishes, "
      text += "because that policy does not load with the mapped names\n"
    }
    let reasons = leftOut
    guard !reasons.isEmpty else { return text }
    let shown = showsAll ? reasons[...] : reasons.prefix(Self.reasonLimit)
    for (reason, count) in shown {
      text +=
        "  left out: \(count, of: "sequence"), because the \(word: reason.side) policy \(reason.reason)\n"
    }
    if reasons.count > shown.count {
      let rest = reasons[shown.count...].reduce(0) { $0 + $1.count }
      text += "  left out: \(rest, of: "sequence") for other reasons; `--all` shows them\n"
    }
    return text
  }

  /// Returns the systems whose sequences make no attempts of the given group, such as attempts that redeem a ticket.
  private func sides(leavingOut attempts: Explorer.UntriedAttempts) -> [Side] {
    Side.allCases.filter { comparison.untried[$0].contains(attempts) }
  }

  /// The settings of every attempt, by their old names; a setting of only the new system has its new name.
  private var given: [String] {
    let sides = comparison.settings.sides
    let words = Sides { sides[$0].values.map { $0.name + "=" + $0.value } }
    return words.old + words.new.filter { !words.old.contains($0) }
  }

  private func text(_ cause: SequenceComparison.Divergence) -> TerminalText {
    let title = cause.setting.map { $0.name } ?? cause.difference.words
    var text: TerminalText = "\n\(title)  \(cause.count, of: "sequence"): "
    let kinds: [TerminalText] = cause.findings.map {
      cause.findings.count == 1 ? "\(word: $0.kind)" : "\(word: $0.kind) \($0.count)"
    }
    text += kinds.joined(by: ", ") + "\n"
    if let setting = cause.setting {
      text += "  alike with the default of \(setting.name); \(cause.rowPairs, of: "pair") of rows"
      text += cause.rowPairs > 1 ? ", the most dangerous of which is\n" : "\n"
    }
    guard showsAll, cause.findings.count > 1 else {
      return text + self.text(cause.answers) + DifferenceReport.story(cause.shortest)
    }
    if cause.setting == nil {
      text += self.text(cause.answers)
    }
    for finding in cause.findings {
      text += "  \(word: finding.kind)\n"
      if cause.setting != nil {
        text += self.text(finding.answers)
      }
      text += DifferenceReport.story(finding.witness)
    }
    return text
  }

  private func text(_ answers: Sides<DescribedAnswer>) -> TerminalText {
    var text = TerminalText()
    for side in Side.allCases {
      let answer = answers[side]
      let place = answer.position.map {
        comparison.policies[side].sources.describe($0) + " "
      }
      let row = answer.row?.text ?? answer.table.text
      text += "  \(word: side)  \(place ?? "")\(row): \(answer.words)\n"
    }
    return text
  }
}

extension SequenceComparisonReport {
  /// The report as one JSON value, followed by a line feed.
  var json: [UInt8] {
    let value = JSONValue.object([
      "old": .string(names.old), "new": .string(names.new),
      "map": map.map { .string($0) } ?? .null,
      "settings": .object([
        "old": json(comparison.settings.sides.old), "new": json(comparison.settings.sides.new),
      ]),
      "played": .int(comparison.played),
      "differing": .int(comparison.differing),
      "not-compared": .object([
        "old": json(comparison.uncompared.old), "new": json(comparison.uncompared.new),
        "errors": .int(comparison.uncomparedErrors),
        "explored-alone": .array(comparison.exploredAlone.map { .string($0.rawValue) }),
        "identifiers": json(sidesLeavingOut: .identifiers),
        "tickets": json(sidesLeavingOut: .tickets),
        "combinations": json(sidesLeavingOut: .combinations),
        "claims": json(sidesLeavingOut: .claims),
      ]),
      "left-out": .array(
        leftOut.map { reason, count in
          .object([
            "side": .string(reason.side.rawValue), "reason": .string(reason.reason),
            "count": .int(count),
          ])
        }),
      "causes": .array(
        comparison.causes.map { cause in
          .object([
            "differs": .string(cause.difference.rawValue), "count": .int(cause.count),
            "setting": cause.setting.map { .string($0.name) },
            "row-pairs": cause.setting.map { _ in .int(cause.rowPairs) },
            "old": answer(cause.answers, .old), "new": answer(cause.answers, .new),
          ])
        }),
      "findings": .array(
        comparison.causes.enumerated().flatMap { number, cause in
          cause.findings.map { json($0, number) }
        }),
    ])
    return value.line + [UInt8(ascii: "\n")]
  }

  private func json(sidesLeavingOut attempts: Explorer.UntriedAttempts) -> JSONValue? {
    let sides = sides(leavingOut: attempts)
    return sides.isEmpty ? nil : .array(sides.map { .string($0.rawValue) })
  }

  private func json(_ uncompared: Uncompared) -> JSONValue {
    .array(
      uncompared.parts.map { part in
        .object([
          "sort": .string(part.sort), "names": .array(part.names.map { .string($0) }),
        ])
      })
  }

  private func json(_ settings: Settings) -> JSONValue {
    JSONValue(
      .object(settings.values.map { JSONMember(Name($0.name), .string($0.value)) }))
  }

  private func answer(_ answers: Sides<DescribedAnswer>, _ side: Side) -> JSONValue {
    let answer = answers[side]
    let place = answer.position.map { comparison.policies[side].sources.describe($0) }
    return .object([
      "row": answer.row.map { .string($0.text) } ?? .null,
      "at": place.map { .string($0) } ?? .null,
      "allowed": .bool(answer.isAllowed), "answer": .string(answer.words),
    ])
  }

  /// Returns a finding of a cause as JSON.
  ///
  /// - Parameters:
  ///   - finding: a finding of the comparison.
  ///   - number: the index of the finding's cause.
  /// - Returns: a JSON object with the kind, the answers, the steps and the vector.
  private func json(
    _ finding: SequenceComparison.SequenceFinding, _ number: Int
  ) -> JSONValue {
    .object([
      "kind": .string(finding.kind.rawValue), "count": .int(finding.count), "cause": .int(number),
      "old": answer(finding.answers, .old), "new": answer(finding.answers, .new),
      "steps": .array(
        finding.witness.steps.map { step in
          .object([
            "what": .string(step.words), "old": .string(step.outcomes.old),
            "new": .string(step.outcomes.new),
          ])
        }),
      "vector": finding.witness.vector(under: comparison.policies.new, named: names.new) ?? .null,
    ])
  }
}
