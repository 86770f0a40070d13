internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyReview

/// The tables of a policy: guards, derived facts, decisions.
struct RulesSection: PageSection {
  let anchor: Anchor
  let heading: String
  private let reading: String
  private let tables: [RuleTable]

  var parts: [(anchor: Anchor, heading: String)] {
    tables.map { ($0.anchor, $0.heading) }
  }

  func write(to html: inout HTMLWriter) {
    html.element(.p, text: reading)
    for table in tables {
      table.write(to: &html)
    }
  }

  /// The decisions, with notes on some of their rows.
  static func decisions(
    _ document: PolicyDocument, _ notes: [(row: RowName, text: String)]
  ) -> RulesSection {
    RulesSection(
      anchor: Anchor(section: "decisions"), heading: "Decisions", reading: hitPolicy,
      tables: document.decisions.map { table in
        RuleTable(
          key: table.key.value, heading: table.key.value.text, hit: table.hit,
          rows: table.rows, answer: .decision, notes: notes, sources: document.sources)
      })
  }

  /// The guards; nil where there are none.
  static func guards(
    _ document: PolicyDocument, _ notes: [(row: RowName, text: String)]
  ) -> RulesSection? {
    guard !document.guards.isEmpty else { return nil }
    let reading = """
      Asked in order. One that stands before the tables takes its cells away from them; the others \
      are asked of the chosen row, and refuse it if one of the effects named is among the row's.
      """
    return RulesSection(
      anchor: Anchor(section: "guards"), heading: "Guards", reading: reading,
      tables: [
        RuleTable(
          key: "guards", heading: "All guards", hit: .unique,
          rows: document.guards, answer: .decision, notes: notes, sources: document.sources)
      ])
  }

  /// The derived facts; nil where there are none.
  static func facts(
    _ document: PolicyDocument, _ notes: [(row: RowName, text: String)]
  ) -> RulesSection? {
    guard !document.facts.isEmpty else { return nil }
    return RulesSection(
      anchor: Anchor(section: "facts"), heading: "Derived facts", reading: hitPolicy,
      tables: document.facts.map { fact in
        RuleTable(
          key: Name("facts." + fact.name.value.text), heading: fact.name.value.text,
          hit: fact.hit, rows: fact.rows, answer: .value, notes: notes, sources: document.sources)
      })
  }

  private static var hitPolicy: String {
    """
    At most one row of a table matches, and a last row without conditions takes the rest. In a \
    table marked `first` the first row that matches decides.
    """
  }
}
