internal import LinkPolicy
internal import LinkPolicyDiagnostics
internal import LinkPolicyJSON
internal import LinkPolicyTesting

/// What the verdicts depend on beside the policy: the file, its rows, and who attempts what.
extension ProofReport {
  /// The file that the verdicts depend on, for the first line; empty for the shipped table.
  var heading: String { proof.assumptions.excluded.isEmpty ? setting : proviso }

  /// The file that a proof depends on, for the last line; empty for the shipped table.
  var proviso: String {
    let assumptions = proof.assumptions
    guard !assumptions.isShipped || !assumptions.excluded.isEmpty else { return "" }
    return assumptions.excluded.isEmpty
      ? ", only under the assumptions of " + assumptions.name
      : ", only with " + assumptions.excluded.count.of("further exclusion") + " of "
        + assumptions.name
  }

  /// The file, for the last line where not everything is proved; empty for the shipped table.
  private var setting: String {
    proof.assumptions.isShipped ? "" : ", under the assumptions of " + proof.assumptions.name
  }

  /// The policy's own actions that nobody attempts since they count as an administrator's, in a sentence; nil for none.
  var administration: String? {
    let names = proof.ownAdministration
    guard !names.isEmpty else { return nil }
    let words = names.map { "`" + $0 + "`" }.joined(separator: ", ")
    let verbs =
      names.count == 1 ? "it points to a target and counts" : "they point to a target and count"
    return "nobody attempts the policy's own \(words): \(verbs) as an administrator's (exclusion 6)"
  }

  /// How far a sequence about settings goes, which is under one combination of them.
  var shownSettings: TerminalText {
    let others = (proof.enumeration?.asked.count ?? 1) - 1
    guard others > 0 else { return "" }
    return
      "  shown under one combination of settings; under the other \(others) an address was seen to be told as well\n"
  }

  /// The last line.
  var summary: String {
    let broken = proof.counterexamples.count
    let verdict =
      if broken > 0 {
        "\(broken) of \(proof.verdicts.count) invariants broken" + setting
      } else if proof.isProved {
        "proved: " + proof.verdicts.count.of("invariant") + proviso
      } else {
        "nothing is seen broken, and not all is proved" + setting
      }
    return verdict + emptiness + (administration.map { "; " + $0 } ?? "")
  }

  /// The policy's own invariants that are proved of nothing; empty for none.
  private var emptiness: String {
    let ids = proof.verdicts.map { $0.invariant }.filter { proof.holdsOfNothing($0) }.map { $0.id }
    guard !ids.isEmpty else { return "" }
    return "; of no attempt at all: " + ids.joined(separator: ", ")
  }

  /// What providers do and which addresses are one mailbox, each row that is used.
  var rows: (ofProviders: [String], ofMailboxes: [String]) {
    (
      used.filter { $0.part == .assertions }.map { "A4 " + $0.text },
      used.filter { $0.part == .sameMailbox }.map { "A3 " + $0.text }
    )
  }

  /// The file of assumptions with the rows that are used, as JSON.
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
