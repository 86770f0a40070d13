internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyExploration
internal import LinkPolicyJSON

extension DifferenceReport {
  /// The report as one line of JSON, with all boxes.
  package var json: [UInt8] {
    let policies = difference.policies
    func policy(_ side: Side) -> JSONValue {
      .object([
        "name": .string(names[side]), "policy": .string(policies[side].name),
        "digest": .string(policies[side].digest.text),
      ])
    }
    let value = JSONValue.object([
      "verdict": value(verdict), "old": policy(.old), "new": policy(.new),
      "equal": .bool(difference.isEqual),
      "cells": .int(difference.cells), "changedCells": .int(difference.changedCells),
      "uncoveredCells": .int(difference.uncoveredCells),
      "searchedStores": .int(difference.searchedStores),
      "endedEarly": .bool(difference.endedEarly),
      "totals": .array(
        totals.map { total in
          .object([
            "kind": .string(total.kind.rawValue), "changes": .int(total.changes),
            "cells": .int(total.cells), "declarations": .int(total.declarations),
          ])
        }),
      "causes": .array(causes.map { self.value($0) }),
      "changes": .array(difference.changes.map { self.value($0) }),
      "declarations": .array(difference.declarations.map { self.value($0) }),
      "invariants": invariants.map { .array($0.map { Self.value($0) }) },
    ])
    return value.line + [UInt8(ascii: "\n")]
  }

  private func value(_ verdict: DifferenceVerdict) -> JSONValue {
    func kinds(_ kinds: [ChangeKind]) -> JSONValue {
      .array(
        kinds.map { .object(["kind": .string($0.rawValue), "meaning": .string($0.meaning)]) })
    }
    return .object([
      "outcome": .string(verdict.outcome.rawValue), "gated": .bool(verdict.isGated),
      "stopped": kinds(verdict.stopped), "approved": kinds(verdict.approved),
      "approvers": .array(verdict.approvers.map { .string($0) }), "others": kinds(verdict.others),
      "lost": .array(verdict.lost.map { .string($0) }), "edits": .int(verdict.edits),
      "dependents": .array(
        verdict.dependents.map { dependent in
          .object([
            "policy": .string(dependent.path), "outcome": .string(dependent.word),
            "stopped": kinds(dependent.kinds),
          ])
        }),
    ])
  }

  private static func value(_ change: InvariantChange) -> JSONValue {
    .object([
      "id": .string(change.id), "statement": .string(change.statement),
      "old": .string(change.verdicts.old.rawValue), "new": .string(change.verdicts.new.rawValue),
      "story": .array(change.story.map { .string($0) }),
    ])
  }

  /// Returns a cause, with indices into the lists of changes and declarations.
  private func value(_ cause: DifferenceCause) -> JSONValue {
    .object([
      "subject": .string(cause.part?.subject.words ?? "together"),
      "old": cause.part.map { .string($0.words.old) } ?? .null,
      "new": cause.part.map { .string($0.words.new) } ?? .null,
      "oldAt": position(cause.part?.positions.old, .old),
      "newAt": position(cause.part?.positions.new, .new),
      "oldLines": cause.lines.old.map { value($0, .old) } ?? .null,
      "newLines": cause.lines.new.map { value($0, .new) } ?? .null,
      "kinds": .array(cause.kinds.map { .string($0.rawValue) }),
      "direct": .array(cause.direct.map { .int($0) }),
      "following": .array(cause.following.map { .int($0) }),
      "declarations": .array(cause.declarations.map { .int($0) }),
    ])
  }

  private func value(_ lines: EditedLines, _ side: Side) -> JSONValue {
    .object([
      "file": .string(name(ofFile: lines.start.file, side)), "line": .int(lines.start.line),
      "column": .int(lines.start.column), "endLine": .int(lines.end.line),
      "endColumn": .int(lines.end.column), "text": .array(lines.lines.map { .string($0) }),
    ])
  }

  private func value(_ change: PolicyDifference.Change) -> JSONValue {
    .object([
      "kinds": .array(change.kinds.map { .string($0.rawValue) }), "cells": .int(change.cells),
      "old": value(change.answers.old, .old), "new": value(change.answers.new, .new),
      "toldApart": change.toldApart.map { .array($0.map { .string($0) }) },
      "boxes": .array(change.boxes.map { value($0) }),
    ])
  }

  private func value(_ answer: DescribedAnswer, _ side: Side) -> JSONValue {
    .object([
      "row": answer.row.map { .string($0.text) } ?? .null, "table": .string(answer.table),
      "at": position(answer.position, side), "allowed": .bool(answer.isAllowed),
      "answer": .string(answer.words),
      "names": answer.names.isEmpty ? nil : .string(answer.names),
    ])
  }

  private func name(ofFile index: Int, _ side: Side) -> String {
    let files = files(side).files
    return files.indices.contains(index) ? files[index].name : "-"
  }

  private func position(_ position: SourcePosition?, _ side: Side) -> JSONValue {
    guard let position else { return .null }
    return .object([
      "file": .string(name(ofFile: position.file, side)),
      "line": .int(position.line), "column": .int(position.column),
    ])
  }

  private func value(_ box: PolicyDifference.Box) -> JSONValue {
    .object([
      "cells": .int(box.cells),
      "when": .array(
        box.conditions.map { condition in
          .object([
            "fact": .string(condition.fact), "side": condition.side.map { .string($0.rawValue) },
            "not": condition.isNegated ? .bool(true) : nil,
            "values": .array(condition.values.map { .string($0) }),
          ])
        }),
      "witness": box.witness.map { value($0) } ?? .null,
    ])
  }

  private func value(_ witness: Witness) -> JSONValue {
    .object([
      "steps": .array(
        witness.steps.map { step in
          .object([
            "what": .string(step.words), "old": .string(step.outcomes.old),
            "new": .string(step.outcomes.new),
          ])
        }),
      "accounts": witness.accounts.map { accounts in
        .object(["old": .string(accounts.old), "new": .string(accounts.new)])
      },
      "visible": .bool(witness.isVisible), "exact": .bool(witness.isExact),
      "vector": witness.vector(under: difference.given.new, named: names.new) ?? .null,
    ])
  }

  private func value(_ declaration: DeclarationDifference) -> JSONValue {
    .object([
      "subject": .string(declaration.subject),
      "kinds": .array(declaration.kinds.map { .string($0.rawValue) }),
      "old": .string(declaration.words.old),
      "new": .string(declaration.words.new),
      "oldAt": position(declaration.positions.old, .old),
      "newAt": position(declaration.positions.new, .new),
      "witness": declaration.witness.map { value($0) } ?? .null,
    ])
  }
}
