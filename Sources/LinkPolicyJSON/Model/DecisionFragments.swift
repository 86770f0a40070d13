package import LinkPolicy

/// The parts of a policy's decisions that are the same each time, as JSON text that was rendered once.
///
/// A decision in JSON consists mostly of the deciding row's answer and position, of facts, and of the policy's digest.
/// The text comes from the functions that write a decision without fragments, so both are equal byte for byte.
package final class DecisionFragments: Sendable {
  /// The fragments of one row or guard.
  struct RowFragments: Sendable {
    /// The member `outcome` and those beside it.
    let outcome: Range<Int>
    /// The member `effects`.
    let effects: Range<Int>
    /// The member `ask`, or nothing.
    let ask: Range<Int>
    /// The member `tell`, or nothing.
    let tell: Range<Int>
    /// The member `row`.
    let row: Range<Int>
  }

  /// A fact that decisions list.
  private struct ListedFact: Sendable {
    let fact: Int
    /// The position in `values` of the fact's first value; nil if the fact has too many values to render them all.
    let first: Int?
  }

  // The domains of a policy can be a million values, of which a service sees few.
  private static var renderedValues: Int { 1024 }

  private let owner: Policy
  /// The text of all fragments.
  private let text: [UInt8]
  /// The fragments of the rows, by table.
  private let rows: [[RowFragments]]
  /// The fragments of the guards.
  private let guards: [RowFragments]
  private let facts: [ListedFact]
  /// The member of each value of each listed fact.
  private let values: [Range<Int>]
  private let policyMember: Range<Int>

  /// Renders the fragments of a policy.
  package init(_ policy: Policy) {
    var writer = FragmentWriter()
    let sources = policy.sources
    func fragments(of answer: PolicyAnswer) -> RowFragments {
      RowFragments(
        outcome: writer.add { $0.outcome(answer) },
        effects: writer.add { $0.effects(answer.effects) },
        ask: writer.add { $0.ask(answer.ask) },
        tell: writer.add { $0.tell(answer.tell) },
        row: writer.add { $0.row(answer.row, in: sources) })
    }
    owner = policy
    rows = policy.rowAnswers.map { $0.map { fragments(of: $0) } }
    guards = policy.guardAnswers.map { fragments(of: $0) }
    var values: [Range<Int>] = []
    let vocabulary = policy.image.vocabulary
    facts = vocabulary.listedFacts.map { index in
      let fact = vocabulary.schema.facts[index]
      guard fact.values.count <= Self.renderedValues else {
        return ListedFact(fact: index, first: nil)
      }
      let first = values.count
      for value in fact.values {
        values.append(writer.add { $0.member(fact.name.text, value.text) })
      }
      return ListedFact(fact: index, first: first)
    }
    policyMember = writer.add { $0.policy(named: policy.name, policy.digest) }
    self.values = values
    text = writer.text
  }

  /// Returns whether a decision is one of the policy that the fragments are of.
  func belong(to decision: Decision) -> Bool { decision.isDecision(by: owner) }

  /// Returns the fragments of the row or guard that decided; nil if none did.
  func place(of decision: Decision) -> RowFragments? {
    switch decision.source {
    case .row(let row): rows[decision.table][row]
    case .guarding(let index), .would(let index, row: _): guards[index]
    case .impossible, .cannotOccur, .staleTicket: nil
    }
  }

  /// Returns the members in a part of the text.
  subscript(range: Range<Int>) -> ArraySlice<UInt8> { text[range] }

  /// The member `policy`.
  var policy: ArraySlice<UInt8> { text[policyMember] }

  /// Writes the members of the object `facts`.
  func write(_ vector: FactVector, _ writer: inout JSONWriter) {
    for listed in facts {
      let value = vector[listed.fact]
      if let first = listed.first {
        writer.rendered(text[values[first + value]])
      } else {
        let fact = owner.image.vocabulary.schema.facts[listed.fact]
        writer.member(fact.name.text, fact.values[value].text)
      }
    }
  }
}

/// Renders fragments one after the other.
private struct FragmentWriter {
  var text: [UInt8] = []

  /// Renders the members that a function writes, and returns their place in the text.
  mutating func add(_ write: (inout JSONWriter) -> Void) -> Range<Int> {
    var writer = JSONWriter()
    writer.beginObject()
    write(&writer)
    writer.endObject()
    let start = text.count
    // Without the braces.
    text += writer.take().dropFirst().dropLast()
    return start..<text.count
  }
}
