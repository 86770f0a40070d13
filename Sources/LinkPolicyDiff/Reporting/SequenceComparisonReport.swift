internal import LinkPolicy
package import LinkPolicyAnalysis
internal import LinkPolicyJSON

/// A comparison of two systems, ready to be written.
package struct SequenceComparisonReport: Sendable {
  /// How a report is written.
  package enum Format: String, CaseIterable, Sendable {
    case pretty, json
  }

  /// The comparison.
  package let comparison: SequenceComparison
  /// What the systems are called.
  package let names: Sides<String>

  package init(_ comparison: SequenceComparison, named names: Sides<String>) {
    self.comparison = comparison
    self.names = names
  }

  /// The report, ending with a line feed.
  package func bytes(_ format: Format) -> [UInt8] {
    switch format {
    case .pretty: text.bytes
    case .json: json
    }
  }

  private var differing: Int { comparison.findings.reduce(0) { $0 + $1.count } }

  private var text: TerminalText {
    var text: TerminalText = "\(names.old) (old) beside \(names.new) (new)\n"
    text += "\(differing) of \(comparison.played) sign-in sequences end differently, in "
    text += "\(comparison.findings.count, of: "way")\n"
    for finding in comparison.findings {
      text += "\n\(word: finding.kind)  \(finding.count) of them\n"
      for side in Side.allCases {
        let answer = finding.answers[side]
        let place = answer.position.map {
          comparison.policies[side].sources.describe($0) + " "
        }
        let row = answer.row?.text ?? answer.table.text
        text += "  \(word: side)  \(place ?? "")\(row): \(answer.words)\n"
      }
      text += DifferenceReport.story(finding.witness)
    }
    return text
  }

  private var json: [UInt8] {
    let value = JSONValue.object([
      "old": .string(names.old), "new": .string(names.new), "played": .int(comparison.played),
      "differing": .int(differing),
      "findings": .array(
        comparison.findings.map { finding in
          func answer(_ side: Side) -> JSONValue {
            let answer = finding.answers[side]
            return .object([
              "row": answer.row.map { .string($0.text) } ?? .null,
              "allowed": .bool(answer.isAllowed), "answer": .string(answer.words),
            ])
          }
          return .object([
            "kind": .string(finding.kind.rawValue), "count": .int(finding.count),
            "old": answer(.old), "new": answer(.new),
            "steps": .array(
              finding.witness.steps.map { step in
                .object([
                  "what": .string(step.words), "old": .string(step.outcomes.old),
                  "new": .string(step.outcomes.new),
                ])
              }),
            "vector": finding.witness.vector(under: comparison.policies.new, named: names.new),
          ])
        }),
    ])
    return value.line + [UInt8(ascii: "\n")]
  }
}
