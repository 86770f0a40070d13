internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyExploration

/// The operator that removes a guard, so that the attempts that the guard refused reach later guards and rows.
struct RemoveGuard: MutationOperator {
  let name = "guard-removed"
  let summary = "removes a guard"

  func mutants(of source: MutationSource) -> [Mutant] {
    source.rows(of: .guards).enumerated().map { index, row in
      let document = source.edited(.guards) { $0.remove(at: index) }
      return source.mutant(
        by: name, table: .guards, row: row.declared, detail: "",
        variants: [.init(document: document, summary: "removed")], part: .rules)
    }
  }
}

/// The operator that widens a guard, by dropping a condition or adding a value to a condition.
struct WidenGuard: MutationOperator {
  let name = "guard-widened"
  let summary = "drops a condition of a guard, or adds a value to a condition"

  func mutants(of source: MutationSource) -> [Mutant] {
    var mutants: [Mutant] = []
    for (index, row) in source.rows(of: .guards).enumerated() {
      for condition in row.compiled.conditions {
        let fact = source.schema.facts[condition.fact].name.text
        let rest = source.all(condition.fact).subtracting(condition.values)
        mutants.append(
          mutant(
            of: source, index: index, row: row.declared, detail: fact, fact: condition.fact,
            values: nil, summary: "without the condition on `" + fact + "`"))
        for value in rest.values {
          mutants.append(
            mutant(
              of: source, index: index, row: row.declared,
              detail: WidenCondition.detail(in: source, fact: condition.fact, value: value),
              fact: condition.fact, values: condition.values.union(ValueSet([value])),
              summary: "also with `" + source.text(condition.fact, ValueSet([value])) + "`"))
        }
      }
    }
    return mutants
  }

  private func mutant(
    of source: MutationSource, index: Int, row: RowDeclaration, detail: String, fact: Int,
    values: ValueSet?, summary: String
  ) -> Mutant {
    let document = source.edited(.guards) { rows in
      rows[index].conditions = source.conditions(of: row, replacing: fact, by: values)
    }
    return source.mutant(
      by: name, table: .guards, row: row, detail: detail,
      variants: [.init(document: document, summary: summary)])
  }
}

/// The operator that narrows or changes a guard, by removing a value from a condition or negating a condition.
struct NarrowGuard: MutationOperator {
  let name = "guard-narrowed"
  let summary = "removes a value from a condition of a guard, or negates a condition"

  func mutants(of source: MutationSource) -> [Mutant] {
    var mutants: [Mutant] = []
    for (index, row) in source.rows(of: .guards).enumerated() {
      for condition in row.compiled.conditions {
        let fact = condition.fact
        func add(_ detail: String, values: ValueSet, summary: String) {
          guard !values.isEmpty else { return }
          let document = source.edited(.guards) { rows in
            rows[index].conditions = source.conditions(
              of: row.declared, replacing: fact, by: values)
          }
          mutants.append(
            source.mutant(
              by: name, table: .guards, row: row.declared, detail: detail,
              variants: [.init(document: document, summary: summary)]))
        }
        let rest = source.all(fact).subtracting(condition.values)
        add(
          source.schema.facts[fact].name.text, values: rest,
          summary: "with `" + source.text(fact, rest) + "`")
        for value in condition.values.values {
          add(
            WidenCondition.detail(in: source, fact: fact, value: value),
            values: condition.values.subtracting(ValueSet([value])),
            summary: "without `" + source.text(fact, ValueSet([value])) + "`")
        }
      }
    }
    return mutants
  }
}

/// The operator that adds an exception to a guard, for one value of a fact that other guards test.
///
/// The exceptions test the action, the kind, the account, the tenant, settings, inputs and labels.
struct ExceptGuard: MutationOperator {
  let name = "guard-excepted"
  let summary = "excepts an action, a kind, some accounts or a setting from a guard"

  func mutants(of source: MutationSource) -> [Mutant] {
    let rows = source.rows(of: .guards)
    let tested = ValueSet(rows.flatMap { $0.compiled.conditions.map { $0.fact } })
      .intersection(Self.excepting(source.schema))
    var mutants: [Mutant] = []
    for (index, row) in rows.enumerated() {
      let own = ValueSet(row.compiled.conditions.map { $0.fact })
      for fact in tested.subtracting(own).values {
        for value in source.all(fact).values {
          let excepted = ValueSet([value])
          let rest = source.all(fact).subtracting(excepted)
          guard !rest.isEmpty else { continue }
          let document = source.edited(.guards) { rows in
            rows[index].conditions = source.conditions(
              of: row.declared, replacing: fact, by: rest)
          }
          mutants.append(
            source.mutant(
              by: name, table: .guards, row: row.declared,
              detail: WidenCondition.detail(in: source, fact: fact, value: value),
              variants: [
                .init(
                  document: document,
                  summary: "lets `" + source.text(fact, excepted) + "` through")
              ]))
        }
      }
    }
    return mutants
  }

  /// Returns the facts that exceptions can test.
  ///
  /// Exceptions do not test facts about tokens and links.
  private static func excepting(_ schema: FactSchema) -> ValueSet {
    let facts: [EngineFact] = [.action, .kind, .account, .accountState, .tenant]
    return ValueSet(
      facts.map { $0.rawValue } + Array(schema.settings) + Array(schema.inputs)
        + Array(schema.labels))
  }
}

/// The operator that swaps two adjacent guards, so that the other guard can refuse first.
struct SwapGuards: MutationOperator {
  let name = "guards-swapped"
  let summary = "swaps two adjacent guards"

  func mutants(of source: MutationSource) -> [Mutant] {
    let guards = source.rows(of: .guards)
    return guards.indices.dropLast().map { index in
      let other = guards[index + 1].declared.id.value.text
      let document = source.edited(.guards) { $0.swapAt(index, index + 1) }
      return source.mutant(
        by: name, table: .guards, row: guards[index].declared, detail: other,
        variants: [.init(document: document, summary: "asked after `" + other + "`")],
        part: .guards([index, index + 1]))
    }
  }
}

/// The operator that moves a guard to the first or last place.
struct MoveGuard: MutationOperator {
  let name = "guard-moved"
  let summary = "moves a guard to the first or last place"

  func mutants(of source: MutationSource) -> [Mutant] {
    let guards = source.rows(of: .guards)
    return Moves.toEnds(among: guards.count).map { from, to in
      let document = source.edited(.guards) { $0.insert($0.remove(at: from), at: to) }
      let place = to == 0 ? "first" : "last"
      return source.mutant(
        by: name, table: .guards, row: guards[from].declared, detail: place,
        variants: [.init(document: document, summary: "asked " + place)],
        part: .guards(Array(min(from, to)...max(from, to))))
    }
  }
}

/// The operator that adds an effect to the `would` of a guard, removes an effect, or removes `would`, so that the guard
/// applies before the tables.
struct ChangeWould: MutationOperator {
  let name = "guard-would"
  let summary = "changes the effects that a guard objects to"

  func mutants(of source: MutationSource) -> [Mutant] {
    var done: [Name] = []
    for row in source.storage.tables.flatMap({ $0.rows }) {
      for word in row.answer.effects.map({ $0.word }) where !done.contains(word) {
        done.append(word)
      }
    }
    var mutants: [Mutant] = []
    for (index, row) in source.rows(of: .guards).enumerated() {
      guard let would = row.declared.would else { continue }
      func add(_ detail: String, _ words: [Located<Name>]?) {
        let document = source.edited(.guards) { $0[index].would = words }
        mutants.append(
          source.mutant(
            by: name, table: .guards, row: row.declared, detail: detail,
            variants: [.init(document: document, summary: "objects to " + detail)]))
      }
      for (place, word) in would.enumerated() {
        var rest = would
        rest.remove(at: place)
        add("not " + word.value.text, rest)
      }
      for word in done where !would.contains(where: { $0.value == word }) {
        add("also " + word.text, would + [Located(word)])
      }
      add("everything", nil)
    }
    return mutants
  }
}
