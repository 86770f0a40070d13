internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyExploration

/// A section with tables of a policy: guards, derived facts, or decisions.
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

  /// Returns the section of decisions, with notes on some of their rows.
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

  /// Returns the section of guards; nil if the policy has no guards.
  static func guards(
    _ document: PolicyDocument, _ notes: [(row: RowName, text: String)]
  ) -> RulesSection? {
    guard !document.guards.isEmpty else { return nil }
    let reading = """
      Asked in order. A guard before the tables takes its cells away from them; the others \
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

  /// Returns the section of derived facts; nil if the policy has no derived facts.
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

/// A table of the policy as a table of the page, with one line for each row and one column for each fact.
struct RuleTable {
  /// The type of the rows' answers: a decision, or the value of a derived fact.
  enum RuleAnswerKind {
    case decision
    case value
  }

  /// The table's key, `guards`, or the name of a derived fact with its prefix, such as `facts.trust`.
  let key: Name
  /// The heading of the table.
  let heading: String
  /// The hit policy of the table, such as `first`.
  let hit: HitPolicy
  /// The rows of the table.
  let rows: [RowDeclaration]
  /// The type of the rows' answers: a decision, or the value of a derived fact.
  let answer: RuleAnswerKind
  /// The notes that appear below the names of rows.
  var notes: [(row: RowName, text: String)] = []
  /// The files to which positions refer.
  let sources: SourceMap

  /// The link target of the table.
  var anchor: Anchor { Anchor(table: key) }

  /// The maximum number of facts that have a column; in a wider table, most cells would be `any`.
  private static var columnLimit: Int { 5 }

  /// The facts with a column: all facts that a row tests, in order; empty if the facts exceed ``columnLimit``.
  private var facts: [Name] {
    var facts: [Name] = []
    for row in rows {
      for condition in row.conditions where !facts.contains(condition.fact.value) {
        facts.append(condition.fact.value)
      }
    }
    return facts.count > Self.columnLimit ? [] : facts
  }

  func write(to html: inout HTMLWriter) {
    let attributes = [
      HTMLAttribute(.class, "rules"), HTMLAttribute(.id, anchor.id), HTMLAttribute(.rows, ""),
    ]
    html.element(.div, attributes) { html in
      html.element(.h3, [HTMLAttribute(.id, anchor.heading.id)]) { html in
        html.write(heading + " ")
        html.selfLink(to: anchor, naming: heading)
      }
      if hit == .first {
        html.element(.p, class: "reading") { html in
          html.element(.code, text: "first")
          html.write(": the first row that matches decides")
        }
      }
      let facts = facts
      let isNarrow = facts.isEmpty && rows.contains { !$0.conditions.isEmpty }
      let hasWould = rows.contains { $0.would != nil }
      let hasReason = rows.contains { !$0.because.isEmpty || !$0.metadata.isEmpty }
      html.table(namedBy: anchor, class: "rules") { html in
        var headings = ["row"] + (isNarrow ? ["where"] : facts.map { $0.text })
        if hasWould {
          headings.append("would")
        }
        headings.append(answer == .value ? "is" : "answer")
        if hasReason {
          headings.append("because")
        }
        html.head(headings)
        html.element(.tbody) { html in
          for row in rows {
            let anchor = Anchor(row: RowName(table: key, id: row.id.value))
            let attributes = [
              HTMLAttribute(.id, anchor.id), HTMLAttribute(.table, key.text),
            ]
            html.element(.tr, attributes) { html in
              name(row, anchor, to: &html)
              if isNarrow {
                html.element(.td) { conditions(row.conditions, to: &$0) }
              }
              for fact in facts {
                condition(row.conditions.first { $0.fact.value == fact }, to: &html)
              }
              if hasWould {
                words(row.would, to: &html)
              }
              html.element(.td, class: "answer") { answer(row, to: &$0) }
              if hasReason {
                html.element(.td, class: "because") { reasons(row, to: &$0) }
              }
            }
          }
        }
      }
    }
  }

  private func name(_ row: RowDeclaration, _ anchor: Anchor, to html: inout HTMLWriter) {
    html.element(.th, [HTMLAttribute(.scope, "row")]) { html in
      html.link(to: anchor, row.id.value.text)
      let name = RowName(table: key, id: row.id.value)
      if let note = notes.first(where: { $0.row == name }) {
        html.element(.div, class: "note", text: note.text)
      }
      let position = row.id.position
      guard sources.files.indices.contains(position.file) else { return }
      html.element(
        .small, text: sources.files[position.file].name.fileName + ":\(position.line)")
    }
  }

  private func condition(_ condition: Condition?, to html: inout HTMLWriter) {
    html.element(.td) { html in
      guard let condition else {
        html.element(.span, class: "any", text: "any")
        return
      }
      values(of: condition, to: &html)
    }
  }

  private func values(of condition: Condition, to html: inout HTMLWriter) {
    if condition.isNegated {
      html.element(.strong, text: "not ")
    }
    html.words(condition.values.map { $0.value.text })
  }

  private func conditions(_ conditions: [Condition], to html: inout HTMLWriter) {
    if conditions.isEmpty {
      html.element(.span, class: "any", text: "any")
    }
    for condition in conditions {
      html.element(.div) { html in
        html.write(condition.fact.value.text + " ")
        values(of: condition, to: &html)
      }
    }
  }

  private func words(_ words: [Located<Name>]?, to html: inout HTMLWriter) {
    html.element(.td) { html in
      if let words {
        html.words(words.map { $0.value.text })
      } else {
        html.element(.span, class: "any", text: "before the tables")
      }
    }
  }

  private func answer(_ row: RowDeclaration, to html: inout HTMLWriter) {
    if let value = row.value {
      html.element(.code, text: value.value.text)
    }
    if let effects = row.effects {
      if effects.isEmpty {
        html.element(.span, text: "nothing")
      } else {
        html.element(.ol, class: "effects") { html in
          for effect in effects {
            html.element(.li) { $0.element(.code, text: effect.text) }
          }
        }
      }
    }
    if let error = row.refusal {
      html.element(.span, class: "refuse") { html in
        html.write("refuse ")
        html.link(to: Anchor("error", error.value), error.value.text)
      }
    }
    note("asks", row.ask.map { [$0] }, to: &html)
    note("tells", row.tell, to: &html)
    note("shows", row.show.map { [$0] }, to: &html)
    note("overrides", row.overrides.isEmpty ? nil : row.overrides, to: &html)
  }

  private func note(_ label: String, _ words: [Located<Name>]?, to html: inout HTMLWriter) {
    guard let words else { return }
    html.element(.div, class: "note") { html in
      html.write(label + " ")
      if words.isEmpty {
        html.write("nothing")
      }
      html.words(words.map { $0.value.text })
    }
  }

  private func reasons(_ row: RowDeclaration, to html: inout HTMLWriter) {
    html.write(row.because.map { $0.value.text }.joined(separator: ", "))
    for (key, value) in row.metadata {
      html.element(.div, class: "note", text: key.text + ": " + value.text)
    }
  }
}

extension EffectDeclaration {
  /// The effect in the notation of policies, such as `link`.
  fileprivate var text: String {
    let words = arguments.map { $0.value.text }
    guard !words.isEmpty else { return name.value.text }
    if name.value == "set", words.count == 2 {
      return "set: {" + words[0] + ": " + words[1] + "}"
    }
    let list = words.joined(separator: ", ")
    return name.value.text + ": " + (words.count == 1 ? list : "[" + list + "]")
  }
}

extension String {
  /// The file name at the end of a path, without the folders.
  fileprivate var fileName: String {
    utf8.split(separator: UInt8(ascii: "/")).last.map { String($0) ?? self } ?? self
  }
}
