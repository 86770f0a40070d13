internal import LinkPolicy
internal import LinkPolicyJSON

extension CoverageReport {
  /// The report as text: totals, then what is missing, each with the vector that would reach it.
  package var text: String {
    var text = coverage.policy.name + ": " + coverage.cases.of("case") + ", "
    text += coverage.steps.of("step") + "\n"
    text += "rows and guards  " + Self.line(rowTally) + "\n"
    text += "cells            " + Self.line(cellTally) + "\n"
    text += "transitions      " + Self.line(transitionTally) + "\n"
    text += "explored " + stores.of("store")
    text += isComplete ? ", which are all\n" : "\n"
    for table in uncounted {
      text += "not counted: the cells of table " + table.text + ", which are too many\n"
    }
    for missing in missing {
      text += "\n" + Self.heading(missing) + "\n"
      text += "  " + outcome(of: missing) + "\n"
    }
    return text
  }

  /// The report as Markdown: a table of rows, and what is missing.
  package var markdown: String {
    var text = "## Coverage of `" + coverage.policy.name + "`\n\n"
    text += "| | reached | of | reachable | unreachable | not found |\n|---|--:|--:|--:|--:|--:|\n"
    for (name, tally) in [
      ("rows and guards", rowTally), ("cells", cellTally), ("transitions", transitionTally),
    ] {
      text += "| " + name + Self.columns(tally)
    }
    for table in uncounted {
      text += "\nNot counted: the cells of table " + Self.escaped(table.text)
      text += ", which are too many.\n"
    }
    text += "\n| row or guard | decided | cells | of |\n|---|--:|--:|--:|\n"
    for row in rows {
      text += "| `" + Self.escaped(row.name.text) + "` | \(row.count) | "
      text += row.cells.map { "\($0.reached) | \($0.total) |\n" } ?? "| |\n"
    }
    guard !missing.isEmpty else { return text }
    text += "\n### Not reached\n"
    for missing in missing {
      text += "\n- " + Self.escaped(Self.heading(missing)) + "\n"
      if missing.vector == nil {
        text += "  " + outcome(of: missing) + "\n"
      } else {
        text += "  ```json\n  " + outcome(of: missing) + "\n  ```\n"
      }
    }
    return text
  }

  private static func line(_ tally: Tally) -> String {
    var text = "\(tally.reached) of \(tally.total) reached"
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

  private static func columns(_ tally: Tally) -> String {
    " | \(tally.reached) | \(tally.total) | \(tally.reachable) | \(tally.unreachable) | "
      + "\(tally.notFound) |\n"
  }

  private static func heading(_ missing: Missing) -> String {
    var text = missing.what + " " + missing.name.text
    if let next = missing.next {
      text += " then " + next.text
    }
    if !missing.facts.isEmpty {
      text += ": "
      text += missing.facts.map { fact, values in
        fact + ": " + (values.count == 1 ? values[0] : "[" + values.joined(separator: ", ") + "]")
      }.joined(separator: ", ")
    }
    return text
  }

  private func outcome(of missing: Missing) -> String {
    if let vector = missing.vector {
      return String(decoding: vector.json.line, as: UTF8.self)
    }
    if let reason = missing.unreachable {
      return "cannot be reached from the empty store: " + reason
    }
    return "not found in " + stores.of("store")
  }

  private static func escaped(_ text: String) -> String {
    text.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
  }
}
