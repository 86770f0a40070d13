internal import LinkPolicy
internal import LinkPolicyDiagnostics
internal import LinkPolicyJSON
internal import LinkPolicyTesting

extension ProofReport {
  private var listed: [Exclusion] {
    Exclusion.allCases.filter { proof.environment.exclusions.contains($0) }
  }

  /// What nobody does, by number, each on a line.
  var exclusions: TerminalText {
    var text: TerminalText = ""
    for exclusion in listed {
      let exception = proof.environment.exception(to: exclusion).map { ", " + $0 } ?? ""
      text += "    \(exclusion.rawValue) \(exclusion.statement)\(exception)\n"
    }
    for row in proof.assumptions.excluded {
      text += "    \(row.number) \(row.statement)\n"
    }
    return text
  }

  /// The exclusions that a file adds, each with its reason, as verdicts depend on them.
  var added: [String] {
    proof.assumptions.excluded.map { row in
      "further exclusion " + String(row.number) + " (" + place(of: row) + "): " + row.statement
        + ", because " + row.reason
    }
  }

  private func place(of row: AddedExclusion) -> String {
    proof.assumptions.name + ":" + String(row.position.line)
  }

  /// The exclusions that apply, as JSON.
  var exclusionsJSON: JSONValue {
    let usual = listed.map { exclusion in
      JSONValue.object([
        "number": .int(exclusion.rawValue), "statement": .string(exclusion.statement),
        "reason": .string(exclusion.reason),
        "exception": proof.environment.exception(to: exclusion).map { .string($0) },
      ])
    }
    let added = proof.assumptions.excluded.map { row in
      JSONValue.object([
        "number": .int(row.number), "statement": .string(row.statement),
        "reason": .string(row.reason), "addedBy": .string(place(of: row)),
        "action": .string(row.action.value), "actor": row.actor.map { .string($0.word) },
        "provider": row.providers.map { .array($0.words.map { .string($0.value) }) },
      ])
    }
    return .array(usual + added)
  }

  /// What the assumptions say without its making a difference, as JSON.
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
