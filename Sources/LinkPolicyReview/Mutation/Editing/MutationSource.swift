internal import LinkPolicy
internal import LinkPolicyAuthoring

/// The policy that mutants are made of, with what operators ask of it.
package struct MutationSource: Sendable {
  let document: PolicyDocument
  let policy: CompiledPolicy

  init(_ policy: CompiledPolicy) {
    self.policy = policy
    document = policy.document
  }

  var storage: PolicyStorage { policy.storage }
  var schema: FactSchema { policy.vocabulary.schema }

  /// The tables of decisions and the derived facts.
  var tables: [RowTable] {
    document.decisions.indices.map { .decision($0) } + document.facts.indices.map { .fact($0) }
  }

  /// The rows of a list as written and as compiled, by place.
  func rows(of table: RowTable) -> [(declared: RowDeclaration, compiled: CompiledRow)] {
    Array(zip(table.rows(of: document), table.compiledRows(of: storage)))
  }

  /// A condition in words that are written out, not negated and without groups.
  func condition(_ fact: Int, _ values: ValueSet) -> Condition {
    Condition(
      Located(schema.facts[fact].name),
      values.values.map { Located(schema.facts[fact].values[$0]) })
  }

  /// Every value of a fact.
  func all(_ fact: Int) -> ValueSet { .all(schema.count(fact)) }

  /// A fact with some values, in words.
  func text(_ fact: Int, _ values: ValueSet) -> String {
    let names = values.values.map { schema.facts[fact].values[$0].text }
    let list = names.count == 1 ? names[0] : "[" + names.joined(separator: ", ") + "]"
    return schema.facts[fact].name.text + ": " + list
  }

  /// The conditions of a row as written, with the one on a fact replaced, removed or added.
  func conditions(
    of row: RowDeclaration, replacing fact: Int, by values: ValueSet?
  ) -> [Condition] {
    let name = schema.facts[fact].name
    var conditions = row.conditions
    let place = conditions.firstIndex { $0.fact.value == name }
    let replacement = values.map { condition(fact, $0) }
    switch (place, replacement) {
    case (let place?, let replacement?): conditions[place] = replacement
    case (let place?, nil): conditions.remove(at: place)
    case (nil, let replacement?): conditions.append(replacement)
    case (nil, nil): break
    }
    return conditions
  }

  /// A mutant of a row.
  func mutant(
    _ operation: String, _ table: RowTable, _ row: RowDeclaration, _ detail: String,
    _ variants: [Mutant.Variant], overriding: Bool = false, part: PolicyEditor.Part? = nil
  ) -> Mutant {
    Mutant(
      operation: operation,
      row: RowName(table: table.name(in: document), id: row.id.value), subject: "",
      detail: detail, position: row.id.position, part: part ?? self.part(table, row),
      overriding: overriding ? table : nil, reading: nil, variants: variants)
  }

  /// What has to be compiled again after an edit of a row that keeps its place.
  private func part(_ table: RowTable, _ row: RowDeclaration) -> PolicyEditor.Part {
    switch table {
    case .decision(let index): .table(index)
    case .fact(let index): .fact(schema.derived.lowerBound + index)
    case .guards:
      .guards(document.guards.indices.filter { document.guards[$0].id.value == row.id.value })
    }
  }

  /// The document with other rows in a list.
  func edited(
    _ table: RowTable, hit: HitPolicy? = nil, _ edit: (inout [RowDeclaration]) -> Void
  ) -> PolicyDocument {
    var document = document
    var rows = table.rows(of: document)
    edit(&rows)
    table.replaceRows(of: &document, with: rows)
    if let hit {
      table.setHit(hit, in: &document)
    }
    return document
  }
}
