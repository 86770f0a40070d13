internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyDiagnostics
internal import LinkPolicyExploration
internal import LinkPolicyJSON

extension ReplayReport {
  // The scale of a share, which has six digits after the decimal point.
  private static var shareScale: Int { 1_000_000 }

  /// The report as one line of JSON, with all entries of the lists.
  package var json: [UInt8] {
    func policy(_ side: Side) -> JSONValue {
      let policy = difference.given[side]
      return .object([
        "name": .string(names[side]), "policy": .string(policy.name),
        "digest": .string(policy.digest.text),
      ])
    }
    let value = JSONValue.object([
      "old": policy(.old), "new": policy(.new), "logs": .array(logs.map { .string($0) }),
      "note": .string(Self.note.description), "groups": .int(groups.count),
      "total": traffic(total), "same": traffic(same), "changed": traffic(changed),
      "undecided": traffic(undecided), "faults": traffic(faults), "unusable": traffic(unusable),
      "notOffered": .object([
        "old": traffic(notOffered.old), "new": traffic(notOffered.new),
      ]),
      "kinds": .array(
        kinds.map { kind in
          .object([
            "kind": .string(kind.kind.rawValue), "danger": .bool(kind.kind.isDanger),
            "records": .int(kind.records), "weight": .int(kind.weight),
            "share": shareValue(kind.weight),
          ])
        }),
      "changes": .array(seen.map { self.value($0) }),
      "unseen": .array(
        unseen.flatMap { change in
          change.boxes.map { box in
            .object([
              "kinds": .array(
                difference.changes[change.change].kinds.map { .string($0.rawValue) }),
              "old": answerValue(change.change, .old), "new": answerValue(change.change, .new),
              "when": when(change.change, box),
            ])
          }
        }),
      "causes": .array(
        causes.map { cause in
          .object(["cause": .string(cause.cause), "traffic": traffic(cause.traffic)])
        }),
      "problems": .array(problems.map { Self.value($0) }),
      "problemCounts": .array(
        ReplayProblem.ProblemKind.allCases.compactMap { kind in
          guard let count = problemCounts[kind], count > 0 else { return nil }
          return .object(["kind": .string(kind.rawValue), "records": .int(count)])
        }),
    ])
    return value.line + [UInt8(ascii: "\n")]
  }

  private func value(_ change: Int) -> JSONValue {
    .object([
      "kinds": .array(difference.changes[change].kinds.map { .string($0.rawValue) }),
      "danger": .bool(difference.changes[change].kinds.contains { $0.isDanger }),
      "old": answerValue(change, .old), "new": answerValue(change, .new),
      "traffic": traffic(changes[change].total),
      "boxes": .array(
        changes[change].boxes.indices.filter { changes[change].boxes[$0].records > 0 }.map { box in
          .object(["when": when(change, box), "traffic": traffic(changes[change].boxes[box])])
        }),
    ])
  }

  private func answerValue(_ change: Int, _ side: Side) -> JSONValue {
    let answer = difference.changes[change].answers[side]
    return .object([
      "row": answer.row.map { .string($0.text) } ?? .null, "table": .string(answer.table),
      "allowed": .bool(answer.isAllowed), "answer": .string(answer.words),
    ])
  }

  private func when(_ change: Int, _ box: Int) -> JSONValue {
    .array(difference.changes[change].boxes[box].conditions.map { .string($0.text) })
  }

  private func traffic(_ part: TrafficShare) -> JSONValue {
    .object([
      "records": .int(part.records), "weight": .int(part.weight), "share": shareValue(part.weight),
      "witness": part.witness.map { witness($0) } ?? .null,
    ])
  }

  /// Returns the share of a weight, from 0 to 1.
  private func shareValue(_ weight: Int) -> JSONValue {
    guard total.weight > 0 else { return .int(0) }
    guard weight < total.weight else { return .int(1) }
    let part = Int(Double(weight) / Double(total.weight) * Double(Self.shareScale) + 0.5)
    guard part > 0, part < Self.shareScale else { return .int(part / Self.shareScale) }
    let digits = String(part)
    let text = "0." + String(repeating: "0", count: 6 - digits.utf8.count) + digits
    return JSONValue(.number(JSONNumber(literal: Array(text.utf8))))
  }

  /// Returns the first record of a group, with the log and the line that contain the record.
  private func witness(_ index: Int) -> JSONValue {
    let group = groups[index]
    var record = JSONValue.null
    do throws(InvalidInput) {
      record = try JSONDocument(group.json, name: "group", limits: .line).root
    } catch {}
    return .object([
      "file": .string(logs[group.first.log]), "line": .int(group.first.line),
      "records": .int(group.count), "record": record,
    ])
  }

  private static func value(_ problem: ReplayProblem) -> JSONValue {
    .object([
      "kind": .string(problem.kind.rawValue), "file": .string(problem.file),
      "line": .int(problem.line), "records": .int(problem.records),
      "message": .string(problem.message),
    ])
  }
}
