import Foundation
import LinkPolicy
import LinkPolicyTestSupport
import Testing

@testable import LinkPolicyAuthoring

/// Docs/Facts.md says of each fact and action what its declaration says, no more and no less.
///
/// `RECORD_GOLDEN=1` writes what a declaration says over its line.
@Suite(.serialized) struct FactDocumentationTests {
  private static let file = Project.file("Docs/Facts.md")

  private static func line(_ fact: FactDescription) -> String {
    "| `" + fact.name.text + "` | " + values(fact) + " | " + fact.meaning.text + " | "
      + bringers(fact) + " |"
  }

  private static func values(_ fact: FactDescription) -> String {
    let words = fact.values.map { "`" + $0.text + "`" }.joined(separator: ", ")
    guard fact.isNamed else { return words }
    switch fact.fact {
    case .action: return "the standard actions and the policy's own"
    case .provider: return "the declared ids and families, `other`, " + words
    case .domain: return "the declared sets, " + words
    default: return words
    }
  }

  /// Who can bring the values about, those of one bringer together.
  private static func bringers(_ fact: FactDescription) -> String {
    var groups: [(bringer: Bringer, values: [String])] = []
    for (bringer, value) in zip(fact.bringers, fact.values) {
      if let index = groups.firstIndex(where: { $0.bringer == bringer }) {
        groups[index].values.append(value.text)
      } else {
        groups.append((bringer, [value.text]))
      }
    }
    guard groups.count > 1 else { return groups.first?.bringer.words.text ?? "anybody" }
    return groups.map { group in
      let words = group.bringer.words.text
      return String(words.prefix(1)).uppercased() + String(words.dropFirst()) + " can cause "
        + list(group.values)
    }.joined(separator: ". ")
  }

  /// Returns values as code, such as `` `new`, `own` and `known` ``.
  private static func list(_ values: [String]) -> String {
    let quoted = values.map { "`" + $0 + "`" }
    guard let last = quoted.last, quoted.count > 1 else { return quoted.joined() }
    return quoted.dropLast().joined(separator: ", ") + " and " + last
  }

  private static func line(_ action: StandardAction) -> String {
    let definition = action.definition
    let kinds = definition.kinds.kinds.map { "`" + $0.name.text + "`" }
    let carried =
      kinds.isEmpty
      ? "nothing" : kinds.count == MethodKind.allCases.count ? "any" : kinds.joined(separator: ", ")
    let address: String =
      switch definition.address {
      case .none: "none"
      case .optional: "may"
      case .required: definition.pointsTo == .code ? "of the code" : "must"
      case .byKind: "by kind"
      }
    let doer: String =
      switch action.doer {
      case .anybody: "anybody"
      case .sessionHolder: "a person who has the session"
      case .mailbox: "a person who reads the mail"
      case .administrator: "an administrator"
      }
    let cells = [
      action.meaning.text, "\(definition.pointsTo)", carried, address,
      definition.takes?.name.text ?? "none", doer,
    ]
    return "| `" + action.name.text + "` | " + cells.joined(separator: " | ") + " |"
  }

  @Test func everyFactHasItsLine() throws {
    try check(FactDescription.all.map { ($0.name.text, Self.line($0)) })
  }

  @Test func everyActionHasItsLine() throws {
    try check(StandardAction.allCases.map { ($0.name.text, Self.line($0)) })
  }

  /// Checks, or records, the one line that starts with each name.
  private func check(_ expected: [(name: String, line: String)]) throws {
    var lines = try String(contentsOf: Self.file, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
    let records = Golden.records
    for (name, line) in expected {
      let places = lines.indices.filter { lines[$0].hasPrefix("| `" + name + "` |") }
      #expect(places.count == 1, "\(name) has one line in Docs/Facts.md")
      for place in places {
        if records {
          lines[place] = line
        }
        #expect(lines[place] == line)
      }
    }
    if records {
      try Data(lines.joined(separator: "\n").utf8).write(to: Self.file)
    }
  }
}
