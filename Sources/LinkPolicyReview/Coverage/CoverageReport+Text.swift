internal import LinkPolicy
internal import LinkPolicyAuthoring
package import LinkPolicyDiagnostics
internal import LinkPolicyJSON
package import LinkPolicyTesting

extension CoverageReport {
  /// The report as text: totals, then what is missing, each with the vector that would reach it.
  package var text: TerminalText {
    var text: TerminalText = "\(coverage.policy.name): \(coverage.cases, of: "case"), "
    text += "\(coverage.steps, of: "step")\n"
    text += "rows and guards  \(Self.line(rowTally))\n"
    text += "cells            \(Self.line(cellTally))\n"
    text += "transitions      \(Self.line(transitionTally))\n"
    text += "pairs of those   \(coverage.pairs.count) reached\n"
    text += "explored \(stores, of: "store")"
    text += isComplete ? ", which are all\n" : "\n"
    for table in uncounted {
      text += "not counted: the cells of table \(table.text), which are too many\n"
    }
    for missing in missing {
      text += "\n\(Self.heading(missing))\n"
      if let vector = missing.vector {
        text += "  \(String(decoding: vector.json.line, as: UTF8.self))\n"
      } else {
        text += "  \(reason(for: missing))\n"
      }
    }
    return text
  }

  /// The report as Markdown: a table of rows, and what is missing.
  package var markdown: MarkdownText {
    var text: MarkdownText = "## Coverage of \(coverage.policy.name)\n\n"
    text += "| | reached | of | reachable | unreachable | not found |\n|---|--:|--:|--:|--:|--:|\n"
    let tallies: [(MarkdownText, Tally)] = [
      ("rows and guards", rowTally), ("cells", cellTally), ("transitions", transitionTally),
    ]
    for (name, tally) in tallies {
      let numbers = [
        tally.reached, tally.total, tally.reachable, tally.unreachable, tally.notFound,
      ]
      text += MarkdownText(row: [name] + numbers.map { "\($0)" })
    }
    text += "\nPairs of transitions reached: \(coverage.pairs.count)\n"
    text += "\n| row or guard | decided | cells | of |\n|---|--:|--:|--:|\n"
    for row in rows {
      let cells: [MarkdownText] = row.cells.map { ["\($0.reached)", "\($0.total)"] } ?? ["", ""]
      text += MarkdownText(row: [MarkdownText(row.name.text), "\(row.count)"] + cells)
    }
    guard !missing.isEmpty else { return text }
    text += "\n### Not reached\n"
    for missing in missing {
      text += "\n- \(Self.heading(missing))\n"
      if let vector = missing.vector {
        text += MarkdownText(json: vector.json.line, indent: "  ")
      } else {
        text += "  \(reason(for: missing))\n"
      }
    }
    return text
  }

  private static func line(_ tally: Tally) -> TerminalText {
    var text: TerminalText = "\(tally.reached) of \(tally.total) reached"
    if tally.reachable > 0 {
      text += ", \(tally.reachable) more can be"
    }
    if tally.unreachable > 0 {
      text += ", \(tally.unreachable) cannot be"
    }
    if tally.notFound > 0 {
      text += ", \(tally.notFound) not found"
    }
    return text
  }

  private static func heading<Format: OutputFormat>(_ missing: Missing) -> OutputText<Format> {
    var text: OutputText<Format> = "\(word: missing.what) \(missing.name.text)"
    if let next = missing.next {
      text += " then \(next.text)"
    }
    if !missing.facts.isEmpty {
      let facts = missing.facts.map { fact, values in
        fact + ": " + (values.count == 1 ? values[0] : "[" + values.joined(separator: ", ") + "]")
      }
      text += ": \(facts.joined(by: ", "))"
    }
    return text
  }

  /// Why there is no vector for what is missing.
  private func reason<Format: OutputFormat>(for missing: Missing) -> OutputText<Format> {
    if let reason = missing.unreachable {
      return "cannot be reached from the empty store: \(reason)"
    }
    return "not found in \(stores, of: "store")"
  }
}
