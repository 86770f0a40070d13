internal import LinkPolicy
package import LinkPolicyDiagnostics
internal import LinkPolicyExploration
package import LinkPolicyTesting

extension ReplayReport {
  // The maximum number of list entries in the formats for people; the JSON format has all entries.
  private static var unseenLimit: Int { 10 }
  private static var problemLimit: Int { 20 }
  private static var textLimit: Int { 400 }

  /// The report for a terminal: the numbers by result, then changes, causes and problems.
  package var text: TerminalText {
    var text: TerminalText = "\(names.old) -> \(names.new)\n"
    text += "\(total.records, of: "record") in \(groups.count, of: "group")"
    if total.weight != total.records {
      text += ", for \(total.weight, of: "decision")"
    }
    text += "\n\(fixed: Self.note)\n\n"
    let width = summary.map { String($0.traffic.weight).utf8.count }.max() ?? 1
    for line in summary where line.traffic.records > 0 || line.word.description == "same" {
      let number = String(line.traffic.weight)
      let padding = String(repeating: " ", count: width - number.utf8.count)
      let word = line.word.description
      text += "  \(word)\(String(repeating: " ", count: 10 - word.utf8.count))"
      text += "\(padding)\(number)  \(share(line.traffic.weight)): \(fixed: line.remark)\n"
    }
    text += changedText + undecidedText + unseenText + problemText
    return text
  }

  private var changedText: TerminalText {
    guard changed.records > 0 else { return "" }
    var text: TerminalText = "\nchanged\n"
    for kind in kinds {
      text += "  \(word: kind.kind): \(kind.weight, of: "decision"), \(share(kind.weight))"
      text += kind.kind.isDanger ? ": \(fixed: kind.kind.sentence)\n" : "\n"
    }
    for side in Side.allCases where notOffered[side].records > 0 {
      text += "  \(fixed: Self.notOfferedWords(side)): "
      text += traffic(notOffered[side]) + "\n"
    }
    for index in seen {
      let kinds = difference.changes[index].kinds.map { TerminalText(word: $0) }.joined(by: ", ")
      text += "\n  \(kinds): \(traffic(changes[index].total))\n"
      for side in Side.allCases {
        text += "    \(word: side): \(answer(index, side))\n"
      }
      for (box, part) in changes[index].boxes.enumerated() where part.records > 0 {
        text += "    when \(conditions(index, box)): \(traffic(part))\n"
      }
    }
    return text
  }

  private var undecidedText: TerminalText {
    guard !causes.isEmpty else { return "" }
    var text: TerminalText = "\nundecided, by cause; a record can have several\n"
    for (cause, part) in causes {
      text += "  \(cause): \(traffic(part))\n"
    }
    return text
  }

  private var unseenText: TerminalText {
    guard !unseen.isEmpty else { return "" }
    var text: TerminalText = "\nchanges that the log never showed\n"
    var left = Self.unseenLimit
    for (index, boxes) in unseen {
      guard left > 0 else { break }
      let kinds = difference.changes[index].kinds.map { TerminalText(word: $0) }.joined(by: ", ")
      text += "  \(kinds): \(answer(index, .old)) -> \(answer(index, .new))\n"
      for box in boxes.prefix(left) {
        text += "    when \(conditions(index, box))\n"
      }
      left -= boxes.count
    }
    let count = unseen.reduce(0) { $0 + $1.boxes.count }
    if count > Self.unseenLimit {
      let more = count - Self.unseenLimit
      text += more == 1 ? "  and 1 more box" : "  and \(more) more boxes"
      text += "; `--format json` lists all\n"
    }
    return text
  }

  private var problemText: TerminalText {
    guard !problemCounts.isEmpty else { return "" }
    var text: TerminalText = "\nproblems\n"
    for kind in ReplayProblem.ProblemKind.allCases {
      guard let count = problemCounts[kind], count > 0 else { continue }
      text += "  \(word: kind): \(count, of: "record")\n"
    }
    return text
  }

  /// Returns the number of decisions in a part, their share of all decisions, and the place of an example.
  private func traffic<Format: OutputFormat>(_ part: TrafficShare) -> OutputText<Format> {
    var text: OutputText<Format> = "\(part.weight, of: "decision"), \(share(part.weight))"
    if let witness = part.witness {
      text += ", such as \(place(witness))"
    }
    return text
  }

  /// The report as a comment on a pull request.
  package var markdown: MarkdownText {
    var text: MarkdownText = "**\(names.old) → \(names.new)**: \(total.records, of: "record")"
    text += " in \(groups.count, of: "group"); \(fixed: Self.note).\n\n"
    text += "| result | decisions | share | |\n|---|---:|---:|---|\n"
    for line in summary {
      text += MarkdownText(row: [
        "\(fixed: line.word)", "\(line.traffic.weight)", "\(share(line.traffic.weight))",
        "\(fixed: line.remark)",
      ])
    }
    for side in Side.allCases where notOffered[side].records > 0 {
      text += "\n- \(fixed: Self.notOfferedWords(side)): \(traffic(notOffered[side]))\n"
    }
    for index in seen {
      let kinds = difference.changes[index].kinds.map { MarkdownText(word: $0) }.joined(by: ", ")
      text += "\n- **\(kinds)**: \(traffic(changes[index].total))\n"
      for side in Side.allCases {
        text += "  - \(word: side): \(answer(index, side), limit: Self.textLimit)\n"
      }
      for (box, part) in changes[index].boxes.enumerated() where part.records > 0 {
        text += "  - when \(conditions(index, box), limit: Self.textLimit): \(traffic(part))\n"
      }
    }
    if !causes.isEmpty {
      text += "\n| undecided because of | decisions | share |\n|---|---:|---:|\n"
      for (cause, part) in causes {
        text += MarkdownText(row: [
          MarkdownText(cause, limit: Self.textLimit), "\(part.weight)", "\(share(part.weight))",
        ])
      }
    }
    if !unseen.isEmpty {
      text += "\n<details><summary>Changes that the log never showed</summary>\n\n"
      for (index, boxes) in unseen {
        let kinds = difference.changes[index].kinds.map { MarkdownText(word: $0) }
          .joined(by: ", ")
        for box in boxes {
          text += "- \(kinds), when \(conditions(index, box), limit: Self.textLimit)\n"
        }
      }
      text += "\n</details>\n"
    }
    return text + markdownProblems
  }

  private var markdownProblems: MarkdownText {
    guard !problems.isEmpty else { return "" }
    var text: MarkdownText = "\n<details><summary>Problems of records</summary>\n\n"
    for problem in problems.prefix(Self.problemLimit) {
      text += "- \(problem.file):\(problem.line), \(word: problem.kind), "
      text += "\(problem.records, of: "record"): \(problem.message, limit: Self.textLimit)\n"
    }
    if problems.count > Self.problemLimit {
      text += "- and \(problems.count - Self.problemLimit) more\n"
    }
    return text + "\n</details>\n"
  }
}
