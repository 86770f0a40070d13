internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyExploration

/// The policy to mutate, with helpers for mutation operators.
package struct MutationSource: Sendable {
  let document: PolicyDocument
  let policy: CompiledPolicy

  init(_ policy: CompiledPolicy) {
    self.policy = policy
    document = policy.document
  }

  var storage: PolicyStorage { policy.storage }
  var schema: FactSchema { policy.vocabulary.schema }

  /// The lists of rows to mutate: the decision tables and the derived facts.
  var tables: [RowTable] {
    document.decisions.indices.map { .decision($0) } + document.facts.indices.map { .fact($0) }
  }

  /// Returns the rows of a list, each as declared and as compiled.
  func rows(of table: RowTable) -> [(declared: RowDeclaration, compiled: CompiledRow)] {
    Array(zip(table.rows(of: document), table.compiledRows(of: storage)))
  }

  /// Returns a condition that lists every accepted value, without a negation or a group of values.
  func condition(_ fact: Int, _ values: ValueSet) -> Condition {
    Condition(
      Located(schema.facts[fact].name),
      values.values.map { Located(schema.facts[fact].values[$0]) })
  }

  /// Returns all values of a fact.
  func all(_ fact: Int) -> ValueSet { .all(schema.count(fact)) }

  /// Returns a condition on a fact as text, such as `credential: [new, known]`.
  func text(_ fact: Int, _ values: ValueSet) -> String {
    let names = values.values.map { schema.facts[fact].values[$0].text }
    let list = names.count == 1 ? names[0] : "[" + names.joined(separator: ", ") + "]"
    return schema.facts[fact].name.text + ": " + list
  }

  /// Returns the conditions of a row, with the condition on one fact replaced, removed or added.
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

  /// Returns a mutant that edits a row.
  func mutant(
    by operation: String, table: RowTable, row: RowDeclaration, detail: String,
    variants: [Mutant.Variant], overriding: Bool = false, part: PolicyEditor.Part? = nil
  ) -> Mutant {
    Mutant(
      operation: operation,
      row: RowName(table: table.name(in: document), id: row.id.value), subject: "",
      detail: detail, position: row.id.position, part: part ?? self.part(table, row),
      overriding: overriding ? table : nil, reading: nil, variants: variants)
  }

  /// Returns the part of the policy to compile again after an edit that keeps a row in place.
  private func part(_ table: RowTable, _ row: RowDeclaration) -> PolicyEditor.Part {
    switch table {
    case .decision(let index): .table(index)
    case .fact(let index): .fact(schema.derived.lowerBound + index)
    case .guards:
      .guards(document.guards.indices.filter { document.guards[$0].id.value == row.id.value })
    }
  }

  /// Returns the document with edited rows in a list, and with another hit policy if `hit` is not nil.
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

/// The answer of a row, separate from its conditions.
struct RowAnswer {
  var value: Located<Name>?
  var effects: [EffectDeclaration]?
  var refusal: Located<Name>?
  var ask: Located<Name>?
  var tell: [Located<Name>]?
  var show: Located<Name>?
  /// A description of the answer for reports, such as ``the answer of `known` ``.
  var words: String

  init(of row: RowDeclaration) {
    value = row.value
    effects = row.effects
    refusal = row.refusal
    ask = row.ask
    tell = row.tell
    show = row.show
    words = "the answer of `" + row.id.value.text + "`"
  }

  /// Creates a refusal with the given error; if the error is nil, creates a success without effects.
  init(refusing error: Name?) {
    refusal = error.map { Located($0) }
    effects = error == nil ? [] : nil
    words = error.map { "`refuse: " + $0.text + "`" } ?? "`do: []`"
  }

  /// Creates the answer for a value of a derived fact.
  init(value: Name) {
    self.value = Located(value)
    words = "`is: " + value.text + "`"
  }

  func give(to row: inout RowDeclaration) {
    row.value = value
    row.effects = effects
    row.refusal = refusal
    row.ask = ask
    row.tell = tell
    row.show = show
  }
}

extension MutationSource {
  /// Returns the answers that differ from a row's answer, the most likely mistakes first.
  ///
  /// In a decision table, the answers of the following rows come first, then a refusal or a success without effects. In
  /// a derived fact, the following values of the fact come first.
  func otherAnswers(_ table: RowTable, than index: Int) -> [RowAnswer] {
    let rows = rows(of: table)
    let own = rows[index].compiled
    if case .fact(let fact) = table {
      let values = document.facts[fact].values.map { $0.value }
      let after = Array((own.value + 1)..<max(values.count, own.value + 1)) + Array(0..<own.value)
      return after.map { RowAnswer(value: values[$0]) }
    }
    var answers: [RowAnswer] = []
    var known = [own.answer]
    for offset in 1..<max(rows.count, 1) {
      let row = rows[(index + offset) % rows.count]
      guard !known.contains(row.compiled.answer) else { continue }
      known.append(row.compiled.answer)
      answers.append(RowAnswer(of: row.declared))
    }
    if own.answer.error != nil {
      answers.append(RowAnswer(refusing: nil))
    } else if let error = document.errors.first {
      answers.append(RowAnswer(refusing: error.name.value))
    }
    return answers
  }
}

/// The language features that a policy uses.
///
/// If a policy does not use a feature, its author is unlikely to add the feature by mistake.
extension MutationSource {
  private var answers: [CompiledAnswer] {
    (storage.tables.flatMap { $0.rows } + storage.guards).map { $0.answer }
  }

  /// Returns whether a row, guard or error discloses the given value, such as `methods`.
  func usesTell(_ word: Disclosure) -> Bool {
    answers.contains { $0.tell.contains(word) }
      || storage.errors.contains { $0.tell.contains(word) }
  }

  /// Returns whether a row, guard or error asks for the given remedy.
  func usesAsk(_ remedy: Remedy) -> Bool {
    answers.contains { $0.ask == remedy } || storage.errors.contains { $0.ask == remedy }
  }

  /// Whether a row or guard has a `show`, which gives the caller another outcome than the actual one.
  var usesShow: Bool {
    (document.decisions.flatMap { $0.rows } + document.guards).contains { $0.show != nil }
  }
}

extension MutationSource {
  /// Returns the mutants that a function makes for each row of the decision tables.
  func eachDecision(
    _ make: (RowTable, Int, (declared: RowDeclaration, compiled: CompiledRow)) -> [Mutant]
  ) -> [Mutant] {
    var mutants: [Mutant] = []
    for table in document.decisions.indices.map({ RowTable.decision($0) }) {
      for (index, row) in rows(of: table).enumerated() {
        mutants += make(table, index, row)
      }
    }
    return mutants
  }

  /// Returns the mutants that a function makes for each row of the decision tables and for each guard.
  func eachAnswer(
    _ make: (RowTable, Int, (declared: RowDeclaration, compiled: CompiledRow)) -> [Mutant]
  ) -> [Mutant] {
    var mutants = eachDecision(make)
    for (index, row) in rows(of: .guards).enumerated() {
      mutants += make(.guards, index, row)
    }
    return mutants
  }

  /// Returns the mutants that a function makes for each condition of each row, but not of guards.
  func eachCondition(
    _ make: (RowTable, Int, ResolvedCondition) -> [Mutant]
  ) -> [Mutant] {
    var mutants: [Mutant] = []
    for table in tables {
      for (index, row) in rows(of: table).enumerated() {
        for condition in row.compiled.conditions {
          mutants += make(table, index, condition)
        }
      }
    }
    return mutants
  }
}
