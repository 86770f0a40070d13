internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyJSON

extension SequenceComparisonReport {
  /// The report as one JSON value, with a line feed.
  var json: [UInt8] {
    let value = JSONValue.object([
      "old": .string(names.old), "new": .string(names.new),
      "map": map.map { .string($0) } ?? .null, "played": .int(comparison.played),
      "differing": .int(comparison.differing),
      "not-compared": .object([
        "old": json(comparison.uncompared.old), "new": json(comparison.uncompared.new),
        "errors": .int(comparison.uncomparedErrors),
        "explored-alone": .array(comparison.exploredAlone.map { .string($0.rawValue) }),
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
            "old": answer(cause, .old), "new": answer(cause, .new),
          ])
        }),
      "findings": .array(
        comparison.causes.enumerated().flatMap { number, cause in
          cause.findings.map { json($0, of: cause, number) }
        }),
    ])
    return value.line + [UInt8(ascii: "\n")]
  }

  private func json(_ uncompared: Uncompared) -> JSONValue {
    .array(
      uncompared.parts.map { part in
        .object([
          "sort": .string(part.sort), "names": .array(part.names.map { .string($0) }),
        ])
      })
  }

  private func answer(_ cause: SequenceComparison.Cause, _ side: Side) -> JSONValue {
    let answer = cause.answers[side]
    let place = answer.position.map { comparison.policies[side].sources.describe($0) }
    return .object([
      "row": answer.row.map { .string($0.text) } ?? .null,
      "at": place.map { .string($0) } ?? .null,
      "allowed": .bool(answer.isAllowed), "answer": .string(answer.words),
    ])
  }

  /// What one cause comes to; `cause` is its place among the causes.
  private func json(
    _ finding: SequenceComparison.Finding, of cause: SequenceComparison.Cause, _ number: Int
  ) -> JSONValue {
    .object([
      "kind": .string(finding.kind.rawValue), "count": .int(finding.count), "cause": .int(number),
      "old": answer(cause, .old), "new": answer(cause, .new),
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
