internal import LinkPolicy
internal import LinkPolicyAnalysis
internal import LinkPolicyJSON

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
      "accounts": .int(proof.options.accounts), "methods": .int(proof.options.methods),
      "codes": .int(proof.options.codes),
      "otherAccounts": proof.others.exception.map { .string($0.text) } ?? .string("only refuse"),
      "notConsidered": .array(
        (proof.notPlayed + [proof.unplayed.table?.text].compactMap { $0 }).map { .string($0) }),
      "switches": JSONValue(.object(switches)),
      "assumptions": .array(assumptions.dropFirst().map { .string($0) }),
      "runs": .array(
        proof.runs.map { run in
          .object([
            "domain": .string(run.domain), "alike": .array(run.alike.map { .string($0) }),
            "providers": .array(run.providers.map { .string($0) }),
            "accounts": .int(run.bounds.accounts), "methods": .int(run.bounds.methods),
            "codes": .int(run.bounds.codes), "states": .int(run.states),
            "transitions": .int(run.transitions),
            "depth": .int(run.depth), "depthLimit": run.depthLimit.map { .int($0) },
            "stopped": .bool(run.isStopped),
          ])
        }),
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
      "exclusions": .array(
        Exclusion.allCases.filter { proof.environment.exclusions.contains($0) }.map {
          .object([
            "number": .int($0.rawValue), "statement": .string($0.statement),
            "reason": .string($0.reason),
            "exception": proof.environment.exception(to: $0).map { .string($0) },
          ])
        }),
      "tables": .array(proof.coverage.map { json(of: $0) }),
      "verdicts": JSONValue(.object(verdicts)),
      "proved": .bool(proof.isProved),
    ])
    return value.line + [UInt8(ascii: "\n")]
  }

  private func json(of invariant: Invariant, _ verdict: Proof.Verdict) -> JSONValue {
    let statement = JSONValue.string(invariant.statement)
    switch verdict {
    case .proved: return .object(["statement": statement, "verdict": .string("proved")])
    case .undecided: return .object(["statement": statement, "verdict": .string("undecided")])
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
        "state": .string(example.state),
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
        table.values.map { value in
          .object([
            "fact": .string(value.fact.text), "value": .string(value.value.text),
            "exclusion": value.exclusion.map { .int($0.rawValue) },
          ])
        }),
    ])
  }

  private func json(of cells: TableCoverage.Cells) -> JSONValue {
    let excluded = Exclusion.allCases.compactMap { exclusion in
      cells.excluded[exclusion].map { JSONMember(Name(String(exclusion.rawValue)), .int($0)) }
    }
    return .object([
      "count": .int(cells.count), "reached": .int(cells.reached),
      "excluded": JSONValue(.object(excluded)), "excludedTogether": .int(cells.excludedTogether),
      "unmet": .int(cells.unmet),
    ])
  }
}
