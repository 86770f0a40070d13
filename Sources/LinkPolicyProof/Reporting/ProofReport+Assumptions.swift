internal import LinkPolicy
internal import LinkPolicyAuthoring
package import LinkPolicyDiagnostics
internal import LinkPolicyExploration
internal import LinkPolicyJSON
internal import LinkPolicyTesting

/// The part of the report about assumptions: the assumptions file, and the rows and exclusions that the verdicts depend
/// on.
extension ProofReport {
  /// The note about the assumptions file in the report's first line; empty for the shipped assumptions.
  var heading: String { proof.assumptions.excluded.isEmpty ? setting : proviso }

  /// The note about the assumptions file in the last line if all invariants are proved; empty for the shipped
  /// assumptions.
  var proviso: String {
    let assumptions = proof.assumptions
    guard !assumptions.isShipped || !assumptions.excluded.isEmpty else { return "" }
    return assumptions.excluded.isEmpty
      ? ", only under the assumptions of " + assumptions.name
      : ", only with the " + assumptions.excluded.count.of("exclusion") + " that "
        + assumptions.name + " adds"
  }

  /// The note about the assumptions file in the last line if an invariant is not proved; empty for the shipped
  /// assumptions.
  private var setting: String {
    proof.assumptions.isShipped ? "" : ", under the assumptions of " + proof.assumptions.name
  }

  /// A sentence about the policy's own actions that are reserved for administrators; nil if the policy has no such
  /// action.
  ///
  /// No actor of the proof attempts an action that is reserved for administrators.
  var administration: String? {
    let names = proof.ownAdministration
    guard !names.isEmpty else { return nil }
    let words = names.map { "`" + $0 + "`" }.joined(separator: ", ")
    let reason =
      names.count == 1
      ? "because administrators perform this action on a target account"
      : "because administrators perform these actions on a target account"
    let noun = names.count == 1 ? "action" : "actions"
    return "`prove` does not play the policy's own \(noun) \(words), \(reason) (exclusion 6)"
  }

  /// A note that the sequence for I11 uses one of several combinations of settings; empty if there is only one
  /// combination.
  var shownSettings: TerminalText {
    let others = (proof.enumeration?.asked.count ?? 1) - 1
    guard others > 0 else { return "" }
    return
      "  shown under one combination of settings; under the other \(others) an address is revealed too\n"
  }

  /// The last line of the report, which begins with the verdict, such as `1 of 14 invariants broken`.
  var summary: String {
    let broken = proof.counterexamples.count
    let verdict =
      if broken > 0 {
        "\(broken) of \(proof.verdicts.count) invariants broken" + setting
      } else if proof.isProved {
        "proved: " + proof.verdicts.count.of("invariant") + proviso
      } else {
        "no broken invariant was found, but \(proof.unprovedCount) of \(proof.verdicts.count) could not be proved"
          + setting
      }
    return verdict + emptiness + (administration.map { "; " + $0 } ?? "") + administered
  }

  /// A note about the policy's own actions that administrators, the service or providers perform; empty if the proof
  /// plays no such action.
  private var administered: String {
    let performed = [
      ("administrators", Party.administrator), ("the service", .service), ("providers", .provider),
    ].compactMap { words, party in
      let names = proof.actions(by: party).map { "`" + $0 + "`" }
      return names.isEmpty ? nil : "of \(words) (\(names.joined(separator: ", ")))"
    }
    guard !performed.isEmpty else { return "" }
    return "; I4 and I6 do not cover actions " + performed.joined(separator: " and ")
  }

  /// A note about declared invariants that apply to no attempt; empty if every declared invariant applies to some
  /// attempt.
  private var emptiness: String {
    let ids = proof.verdicts.map { $0.invariant }.filter { proof.holdsOfNothing($0) }.map { $0.id }
    guard !ids.isEmpty else { return "" }
    let words =
      ids.count == 1 ? " proves nothing, because it applies" : " prove nothing, because they apply"
    return "; " + ids.joined(separator: ", ") + words + " to no attempt"
  }

  /// The rows of the assumptions on which the proof relies: a list about providers, and a list about mailboxes.
  var rows: (ofProviders: [String], ofMailboxes: [String]) {
    (
      used.filter { $0.part == .assertions }.map { "A4 " + $0.text },
      used.filter { $0.part == .sameMailbox }.map { "A3 " + $0.text }
    )
  }

  /// The assumptions file as JSON, with the rows that the proof uses.
  var assumedJSON: JSONValue {
    let assumptions = proof.assumptions
    return .object([
      "file": .string(assumptions.name), "isShipped": .bool(assumptions.isShipped),
      "rows": .array(
        used.map { row in
          .object([
            "part": .string(row.part.rawValue), "number": .int(row.number),
            "line": .int(row.place.line), "statement": .string(row.statement),
            "deniesNothing": row.warning.map { .string($0) },
          ])
        }),
    ])
  }
}

extension ProofReport {
  private var listed: [Exclusion] {
    Exclusion.allCases.filter { proof.environment.exclusions.contains($0) }
  }

  /// The attempts that the proof leaves out (exclusions), each with its number, one per line.
  var exclusions: TerminalText {
    var text: TerminalText = ""
    for exclusion in listed {
      let exception = addition(to: exclusion).map { ", " + $0 } ?? ""
      text += "    \(exclusion.rawValue) \(exclusion.statement)\(exception)\n"
    }
    for row in proof.assumptions.excluded {
      text += "    \(row.number) \(row.statement)\n"
    }
    return text
  }

  /// Returns, in words, how the switches or the policy change an exclusion; nil if they do not change the exclusion.
  private func addition(to exclusion: Exclusion) -> String? {
    let folding = proof.policy.vocabulary.providers.providers.filter { $0.foldsSubjects }
    guard exclusion == .foreignSubject, !folding.isEmpty else {
      return proof.environment.exception(to: exclusion)
    }
    return "and subjects that differ only in case are one person's at "
      + folding.map { $0.id.text }.joined(separator: ", ")
  }

  /// The exclusions that an assumptions file adds, each with its reason.
  ///
  /// The verdicts depend on the added exclusions.
  var added: [String] {
    proof.assumptions.excluded.map { row in
      "further exclusion " + String(row.number) + " (" + place(of: row) + "): " + row.statement
        + ", because " + row.reason
    }
  }

  private func place(of row: AddedExclusion) -> String {
    proof.assumptions.name + ":" + String(row.position.line)
  }

  /// The exclusions of this proof as JSON, including the exclusions that the assumptions file adds.
  var exclusionsJSON: JSONValue {
    let usual = listed.map { exclusion in
      JSONValue.object([
        "number": .int(exclusion.rawValue), "statement": .string(exclusion.statement),
        "reason": .string(exclusion.reason),
        "exception": addition(to: exclusion).map { .string($0) },
      ])
    }
    let added = proof.assumptions.excluded.map { row in
      let (action, actor): (String?, Actor?) =
        switch row.part {
        case .attempts(let action, let actor, _): (action.value, actor)
        case .foreignSubjects, .inputs: (nil, nil)
        }
      return JSONValue.object([
        "number": .int(row.number), "statement": .string(row.statement),
        "reason": .string(row.reason), "addedBy": .string(place(of: row)),
        "action": action.map { .string($0) }, "actor": actor.map { .string($0.word) },
        "provider": row.providers.map { .array($0.words.map { .string($0.value) }) },
      ])
    }
    return .array(usual + added)
  }

  /// The assumptions that do not affect the proof, as JSON, each with the reason why it has no effect.
  var idleJSON: JSONValue {
    .array(
      proof.idle.map { idle in
        .object([
          "part": .string(idle.part.rawValue), "name": .string(idle.name),
          "file": idle.place.map { .string($0.file) }, "line": idle.place.map { .int($0.line) },
          "reason": .string(idle.reason),
        ])
      })
  }
}

extension ProofReport {
  /// The coverage of all tables in one line, such as `1 table, 4 cells: 3 reached, 1 left out by exclusion 2`.
  var cells: String {
    var all = TableCoverage.Cells()
    for table in proof.coverage {
      all.add(table.cells)
    }
    let impossible = proof.coverage.reduce(0) { $0 + $1.impossible }
    return proof.coverage.count.of("table") + ", " + words(for: all)
      + (impossible > 0 ? "; declared impossible: " + String(impossible) : "")
  }

  /// The tables, rows, guards and input values that no attempt reaches, one per line.
  var unreached: TerminalText {
    var text: TerminalText = ""
    for table in proof.coverage {
      guard table.cells.reached > 0 else {
        text += "    no attempt: \(table.table.text) (\(reason(table.cells)))\n"
        continue
      }
      for row in table.rows where row.cells.reached == 0 {
        text += "    decides no attempt: \(row.name.text)"
        text += row.name.table == table.table ? "" : " of \(table.table.text)"
        text += " (\(reason(row.cells)))\n"
      }
      for value in table.values where value.isUnplayed {
        let reason = value.exclusion.map { "exclusion " + String($0) }
        text += "    in no attempt of \(table.table.text): "
        text += "\(value.fact.text) \(value.values[0].text)"
        text += " (\(reason ?? Self.unmet))\n"
      }
    }
    return text
  }

  private static let unmet = "no reachable account matches"

  private func reason(_ cells: TableCoverage.Cells) -> String {
    let numbers = cells.excluded.keys.sorted().map { String($0) }
    if !numbers.isEmpty {
      return "exclusion " + numbers.joined(separator: ", ")
    }
    return cells.excludedTogether > 0 ? "several exclusions together" : Self.unmet
  }

  /// Returns the coverage of some cells in words, such as `4 cells: 3 reached, 1 left out by exclusion 2`.
  func words(for cells: TableCoverage.Cells) -> String {
    var words = [String(cells.reached) + " reached"]
    for (exclusion, count) in cells.excluded.sorted(by: { $0.key < $1.key }) {
      words.append(String(count) + " left out by exclusion " + String(exclusion))
    }
    if cells.excludedTogether > 0 {
      words.append(String(cells.excludedTogether) + " by several exclusions together")
    }
    if cells.unmet > 0 {
      words.append(String(cells.unmet) + " that no reachable account matches")
    }
    return cells.count.of("cell") + ": " + words.joined(separator: ", ")
  }

  /// Returns the explanation of a row for a terminal: its covered cells, and the steps that reach the row, if known.
  package func text(of explanation: RowExplanation) -> TerminalText {
    var text: TerminalText = "\(explanation.row.text)\n"
    for (table, cells) in explanation.cells {
      text += "  in \(table.text), \(words(for: cells))\n"
    }
    guard let domain = explanation.domain else {
      return text
        + (explanation.cells.contains { $0.cells.reached > 0 }
          ? "  attempts may reach the row, but no short sequence was found that does\n"
          : "  no attempt reaches the row\n")
    }
    text += "  a sequence that reaches the row, if the owner's address is at \(domain)\n"
    return text + steps(explanation.steps)
  }

  /// Returns a numbered list of steps, each with the row that decided the step.
  func steps(_ steps: [ToldStep]) -> TerminalText {
    var text: TerminalText = ""
    for (number, step) in steps.enumerated() {
      text += "  \(number + 1). \(step.sentence)\n"
      if let row = step.row {
        text += "     by \(row)\n"
      }
    }
    return text
  }
}
