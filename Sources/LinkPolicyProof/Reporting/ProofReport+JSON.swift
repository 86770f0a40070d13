internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyJSON
internal import LinkPolicyReview

extension ProofReport {
  /// The report as one line of JSON.
  package var json: [UInt8] {
    let switches = proof.environment.switches.map { JSONMember(Name($0.name), .string($0.value)) }
    let verdicts = proof.verdicts.map { invariant, verdict in
      JSONMember(Name(invariant.id), json(of: invariant, verdict))
    }
    let value = JSONValue.object([
      "policy": .object([
        "name": .string(proof.policy.name), "digest": .string(proof.policy.digest.text),
      ]),
      "notConsidered": .array(proof.notPlayed.map { .string($0) }),
      "switches": JSONValue(.object(switches)),
      "assumptions": .array(assumptions.dropFirst().map { .string($0) }),
      "closures": .array(
        proof.access.map { proof in
          .object([
            "domain": .string(proof.closure.model.domain),
            "accounts": .int(proof.closure.states.count),
            "attempts": .int(proof.closure.moves),
          ])
        }),
      "settings": JSONValue(
        .object(proof.options.settings.map { JSONMember(Name($0.name), .string($0.value)) })),
      "assumed": assumedJSON,
      "ownAdministration": .array(proof.ownAdministration.map { .string($0) }),
      "exclusions": exclusionsJSON,
      "furtherExclusions": .int(proof.assumptions.excluded.count),
      "idle": idleJSON,
      "tables": proof.options.countsCells
        ? .array(proof.coverage.map { json(of: $0) }) : nil,
      "verdicts": JSONValue(.object(verdicts)),
      "proved": .bool(proof.isProved),
    ])
    return value.line + [UInt8(ascii: "\n")]
  }

  private func json(of invariant: Invariant, _ verdict: Proof.Verdict) -> JSONValue {
    let statement = JSONValue.string(invariant.statement)
    switch verdict {
    case .proved:
      return .object([
        "statement": statement, "verdict": .string("proved"),
        "holdsOfNothing": proof.holdsOfNothing(invariant) ? .bool(true) : nil,
      ])
    case .undecided:
      return .object([
        "statement": statement, "verdict": .string("undecided"),
        "reason": .string(String(reason(invariant).drop { $0 == ";" || $0 == " " })),
        "rows": .array(proof.suspects(of: invariant).map { .string($0.text) }),
        "closest": proof.closest(to: invariant).map { .string($0) },
      ])
    case .vacuous(let reason):
      return .object([
        "statement": statement, "verdict": .string("vacuous"), "reason": .string(reason),
      ])
    case .broken(let example):
      return .object([
        "statement": statement, "verdict": .string("broken"), "domain": .string(example.domain),
        "steps": .array(
          example.steps.map { step in
            .object([
              "move": .string(step.move), "sentence": .string(step.sentence),
              "row": step.row.map { .string($0) }, "result": .string(step.result),
            ])
          }),
        "state": .string(example.outcome), "outcome": .string(example.outcome),
        "try": mitigations[invariant].map { mitigation in
          .object([
            "row": .string(mitigation.row.text), "edit": .string(mitigation.text),
            "stopsAll": .bool(mitigation.stopsAll),
          ])
        },
        "vector": example.vector(under: proof.policy, named: name).json,
      ])
    }
  }

  private func json(of table: TableCoverage) -> JSONValue {
    .object([
      "table": .string(table.table.text), "impossible": .int(table.impossible),
      "cells": json(of: table.cells),
      "rows": JSONValue(
        .object(table.rows.map { JSONMember(Name($0.name.text), json(of: $0.cells)) })),
      "unplayed": .array(
        table.values.filter { $0.isUnplayed }.map { value in
          .object([
            "fact": .string(value.fact.text), "value": .string(value.values[0].text),
            "exclusion": value.exclusion.map { .int($0) },
          ])
        }),
      "values": .array(table.values.map { json(of: $0) }),
    ])
  }

  /// What became of values, by what attempts point to.
  private func json(of value: TableCoverage.Value) -> JSONValue {
    let fates = zip(AbstractAttempt.Pointed.allCases, value.fates).map { pointed, fate in
      JSONMember(Name(pointed.word), .string(fate.word))
    }
    let members = [
      JSONMember("fact", .string(value.fact.text)),
      JSONMember("values", .array(value.values.map { .string($0.text) })),
    ]
    return JSONValue(.object(members + fates))
  }

  private func json(of cells: TableCoverage.Cells) -> JSONValue {
    let excluded = cells.excluded.sorted { $0.key < $1.key }.map { exclusion, count in
      JSONMember(Name(String(exclusion)), .int(count))
    }
    return .object([
      "count": .int(cells.count), "reached": .int(cells.reached),
      "excluded": JSONValue(.object(excluded)), "excludedTogether": .int(cells.excludedTogether),
      "unmet": .int(cells.unmet),
    ])
  }
}

extension AbstractAttempt.Pointed {
  /// The word for it in a report.
  fileprivate var word: String {
    switch self {
    case .here: "account"
    case .elsewhere: "other"
    case .nobody: "nobody"
    }
  }
}

extension TableCoverage.Fate {
  /// The word for it in a report.
  fileprivate var word: String {
    switch self {
    case .played: "played"
    case .excluded(let number): "exclusion-" + String(number)
    case .excludedTogether: "several-exclusions"
    case .unmet: "unmet"
    case .impossible: "impossible"
    }
  }
}
