package import LinkPolicy

/// The constant parts of a policy's decisions, as JSON text that is rendered only once.
///
/// A decision in JSON consists mostly of constant parts: the deciding row's answer and position, facts, and the
/// policy's digest. A decision has the same bytes with and without fragments, because the same functions write both.
package final class DecisionFragments: Sendable {
  /// The text ranges of the members that depend only on one row or guard.
  struct RowFragments: Sendable {
    /// The range of the members `outcome`, `error`, `names` and `shown`.
    let outcome: Range<Int>
    /// The range of the member `effects`.
    let effects: Range<Int>
    /// The range of the member `ask`; empty if the answer has no remedy.
    let ask: Range<Int>
    /// The range of the member `tell`; empty if the answer permits no disclosure.
    let tell: Range<Int>
    /// The range of the member `row`.
    let row: Range<Int>
    /// The range of a ticket's member `row`, which contains the path of the row.
    let ticketRow: Range<Int>
  }

  /// Consecutive facts whose members are rendered together.
  private struct FactGroup: Sendable {
    /// The positions of the facts in the property `facts`.
    let facts: Range<Int>
    /// The position in `values` of the first combination of values; nil if a fact has too many values to render.
    let first: Int?
  }

  // The maximum number of values of a fact that are rendered. A policy can list a million domains, of which a service
  // meets only a few.
  private static var renderedValues: Int { 1024 }
  // The maximum number of combinations of several facts that are rendered. Rendering a larger group costs more time
  // than the fragments save.
  private static var renderedCombinations: Int { 64 }

  private let owner: Policy
  /// The text of all fragments.
  private let text: [UInt8]
  /// The fragments of the rows, grouped by table.
  private let rows: [[RowFragments]]
  /// The fragments of the guards.
  private let guards: [RowFragments]
  /// The facts that decisions list under `facts`.
  private let facts: [CountedFact]
  private let groups: [FactGroup]
  /// For each group of facts and each combination of their values, the text range of the members.
  private let values: [Range<Int>]
  private let policyMember: Range<Int>
  /// The text range of a ticket's first members, one range for each remedy.
  private let ticketStarts: [Range<Int>]
  /// The facts of the settings that tickets contain.
  private let testedSettings: [Int]
  /// For each setting in tickets and each of its values, the text range of the member with this value.
  private let settings: [[Range<Int>]]
  /// The facts of the inputs that tickets contain.
  private let boundInputs: [Int]
  /// For each input in tickets and each of its values, the text range of the member with this value.
  private let inputs: [[Range<Int>]]

  /// Renders the fragments of all rows, guards, facts, settings and inputs of a policy.
  package init(_ policy: Policy) {
    var writer = FragmentWriter()
    let sources = policy.sources
    func fragments(of answer: PolicyAnswer) -> RowFragments {
      RowFragments(
        outcome: writer.add { $0.outcome(answer) },
        effects: writer.add { $0.effects(answer.effects) },
        ask: writer.add { $0.ask(answer.ask) },
        tell: writer.add { $0.tell(answer.tell) },
        row: writer.add { $0.row(answer.row, in: sources) },
        ticketRow: writer.add { $0.member("row", answer.row?.path) })
    }
    owner = policy
    rows = policy.rowAnswers.map { $0.map { fragments(of: $0) } }
    guards = policy.guardAnswers.map { fragments(of: $0) }
    var values: [Range<Int>] = []
    let schema = policy.image.vocabulary.schema
    let listed = policy.image.vocabulary.listedFacts.map {
      CountedFact($0, count: schema.facts[$0].values.count)
    }
    facts = listed
    groups = Self.groups(of: listed).map { group in
      var combinations = 1
      for position in group { combinations *= listed[position].count }
      guard combinations <= Self.renderedValues else { return FactGroup(facts: group, first: nil) }
      let first = values.count
      for combination in 0..<combinations {
        values.append(
          writer.add { writer in
            var rest = combination
            var left = combinations
            for position in group {
              left /= listed[position].count
              let fact = schema.facts[listed[position].fact]
              writer.member(fact.name.text, fact.values[rest / left].text)
              rest %= left
            }
          })
      }
      return FactGroup(facts: group, first: first)
    }
    policyMember = writer.add { $0.policy(named: policy.name, policy.digest) }
    ticketStarts = Remedy.allCases.map { ask in writer.add { $0.ticketStart(policy.digest, ask) } }
    testedSettings = policy.image.vocabulary.testedSettings
    settings = testedSettings.map { setting in
      let name = policy.image.vocabulary.settingName(setting)
      return schema.facts[setting].values.map { value in
        writer.add { $0.member(name, value.text) }
      }
    }
    boundInputs = policy.image.vocabulary.boundInputs
    inputs = boundInputs.map { input in
      let name = DeclaredFact.input.declaredName(schema.facts[input].name).text
      return schema.facts[input].values.map { value in
        writer.add { $0.member(name, value.text) }
      }
    }
    self.values = values
    text = writer.text
  }

  /// Returns whether the policy of these fragments made the given decision.
  func belong(to decision: Decision) -> Bool { decision.isDecision(by: owner) }

  /// Returns the fragments of the row or guard that decided; nil if no row or guard decided.
  func place(of decision: Decision) -> RowFragments? {
    switch decision.source {
    case .row(let row): rows[decision.table][row]
    case .guarding(let index), .would(let index, row: _): guards[index]
    case .impossible, .cannotOccur, .staleTicket: nil
    }
  }

  /// Returns the rendered members in a range of the text.
  subscript(range: Range<Int>) -> ArraySlice<UInt8> { text[range] }

  /// The rendered member `policy`, with the policy's name and digest.
  var policy: ArraySlice<UInt8> { text[policyMember] }

  /// Divides the listed facts into groups with few combinations of values.
  private static func groups(of facts: [CountedFact]) -> [Range<Int>] {
    var groups: [Range<Int>] = []
    var start = 0
    var combinations = 1
    for position in facts.indices {
      let count = facts[position].count
      if position > start, count > renderedCombinations / combinations {
        groups.append(start..<position)
        start = position
        combinations = 1
      }
      // Above the limit, the exact number of combinations is irrelevant, because any larger number ends the group.
      combinations *= min(count, renderedCombinations + 1)
    }
    if start < facts.count {
      groups.append(start..<facts.count)
    }
    return groups
  }

  /// Writes a ticket from rendered text: its row, and the settings and inputs with their values in `vector`.
  func write(
    _ ticket: Ticket, of place: RowFragments, for vector: FactVector, to writer: inout JSONWriter
  ) {
    writer.beginObject()
    writer.rendered(text[ticketStarts[Int(ticket.ask.rawValue)]])
    writer.member("action", ticket.action)
    writer.rendered(text[place.ticketRow])
    writer.ticketContent(ticket)
    writeObject("settings", of: testedSettings, members: settings, for: vector, to: &writer)
    writeObject("inputs", of: boundInputs, members: inputs, for: vector, to: &writer)
    writer.endObject()
  }

  /// Writes the ticket's object of settings or inputs, unless the object would be empty.
  private func writeObject(
    _ key: String, of facts: [Int], members: [[Range<Int>]], for vector: FactVector,
    to writer: inout JSONWriter
  ) {
    guard !facts.isEmpty else { return }
    writer.key(key)
    writer.beginObject()
    for (fact, values) in zip(facts, members) {
      writer.rendered(text[values[vector[fact]]])
    }
    writer.endObject()
  }

  /// Writes each listed fact with its value in `vector`, without the braces of `facts`.
  func write(_ vector: FactVector, to writer: inout JSONWriter) {
    let facts = facts
    for group in groups {
      if let first = group.first {
        let combination = vector.combination(of: facts, in: group.facts)
        writer.rendered(text[values[first + combination]])
      } else {
        for position in group.facts {
          let fact = owner.image.vocabulary.schema.facts[facts[position].fact]
          writer.member(fact.name.text, fact.values[vector[facts[position].fact]].text)
        }
      }
    }
  }
}

/// Renders fragments one after the other into one text.
private struct FragmentWriter {
  var text: [UInt8] = []

  /// Renders the members that a function writes, and returns their range in the text.
  mutating func add(_ write: (inout JSONWriter) -> Void) -> Range<Int> {
    var writer = JSONWriter()
    writer.beginObject()
    write(&writer)
    writer.endObject()
    let start = text.count
    // The fragments contain members without the braces of an object.
    let object = writer.take()
    text += object[1..<object.count - 1]
    return start..<text.count
  }
}
