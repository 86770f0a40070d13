internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyJSON

extension CoverageReport {
  /// The report as one line of JSON; `skipped` are the cases that were not played, `passedOver` those
  /// of them that are about other policies.
  package func json(skipped: Int, passedOver: Int) -> [UInt8] {
    let value = JSONValue.object([
      "policy": .object([
        "name": .string(coverage.policy.name), "digest": .string(coverage.policy.digest.text),
      ]),
      "cases": .int(coverage.cases), "skipped": .int(skipped),
      "passedOver": .int(passedOver), "steps": .int(coverage.steps),
      "explored": .object(["stores": .int(stores), "complete": .bool(isComplete)]),
      "totals": .object([
        "rows": Self.tally(rowTally), "cells": Self.tally(cellTally),
        "transitions": Self.tally(transitionTally), "pairs": .int(coverage.pairs.count),
      ]),
      "uncounted": uncounted.isEmpty ? nil : .array(uncounted.map { .string($0.text) }),
      "rows": .array(rows.map { row($0) }),
      "missing": .array(missing.map { Self.missing($0) }),
    ])
    return value.line + [UInt8(ascii: "\n")]
  }

  private func row(_ row: Row) -> JSONValue {
    .object([
      "row": .string(row.name.text), "line": .int(row.position.line), "count": .int(row.count),
      "cells": row.cells.map { Self.tally($0) },
      "unreachable": row.unreachable.map { .string($0) },
    ])
  }

  private static func tally(_ tally: Tally) -> JSONValue {
    .object([
      "reached": .int(tally.reached), "total": .int(tally.total),
      "reachable": .int(tally.reachable), "unreachable": .int(tally.unreachable),
      "notFound": .int(tally.notFound),
    ])
  }

  private static func missing(_ missing: Missing) -> JSONValue {
    let facts = missing.facts.map { fact, values in
      JSONMember(Name(fact), .array(values.map { .string($0) }))
    }
    return .object([
      "what": .string(missing.what.rawValue), "row": .string(missing.name.text),
      "next": missing.next.map { .string($0.text) },
      "facts": facts.isEmpty ? nil : JSONValue(.object(facts)),
      "vector": missing.vector?.json, "unreachable": missing.unreachable.map { .string($0) },
    ])
  }
}
