internal import LinkPolicy

/// What the cells of every table of a policy depend on.
package struct TableContext: Sendable {
  let vocabulary: Vocabulary
  /// The derived facts resolved so far, in order.
  var facts: [CompiledFact] = []
  var guards: [CompiledRow] = []
  var impossible: [[ResolvedCondition]] = []
  /// How much work the cells of the policy may take.
  let limits: CellLimits
  /// The most steps that the cells of one table may take.
  var allowance: Int
  /// The order in which graphs are to branch; nil where one is to be found.
  var order: AxisOrder?

  init(
    _ vocabulary: Vocabulary, limits: CellLimits, guards: [CompiledRow] = [],
    impossible: [[ResolvedCondition]] = []
  ) {
    self.vocabulary = vocabulary
    self.limits = limits
    allowance = limits.table
    self.guards = guards
    self.impossible = impossible
  }

  /// The derived facts that some conditions depend on, each after those it depends on itself.
  func derived(by facts: ValueSet) -> [CompiledFact] {
    let first = vocabulary.schema.derived.lowerBound
    var needed = facts
    // A derived fact tests earlier ones only, so one pass from the last on finds all.
    for derived in self.facts.reversed() where needed.contains(derived.fact) {
      for row in derived.rows {
        for condition in row.conditions {
          needed.insert(condition.fact)
        }
      }
    }
    return self.facts.filter { $0.fact >= first && needed.contains($0.fact) }
  }

  /// Conditions, and those of the derived facts that they depend on, with the values of these.
  func withDerived(_ conditions: [ResolvedCondition]) -> [ResolvedCondition] {
    var tests = conditions
    for fact in derived(by: ValueSet(conditions.map { $0.fact })) {
      for row in fact.rows {
        tests += row.conditions
        tests.append(
          ResolvedCondition(
            fact: fact.fact, values: ValueSet([row.value]), position: row.position))
      }
    }
    return tests
  }

  /// The conditions that stand together: those of each row and guard, of each entry of what is
  /// impossible, and of each row of the derived facts behind them, with the fact itself.
  func conditionsTogether(
    _ rows: [CompiledRow], _ guards: [Int], _ derived: [CompiledFact]
  ) -> [[ResolvedCondition]] {
    var together = rows.map { $0.conditions }
    together += guards.map { self.guards[$0].conditions }
    together += impossible
    for fact in derived {
      together += fact.rows.map { row in
        row.conditions + [
          ResolvedCondition(
            fact: fact.fact, values: ValueSet([row.value]), position: row.position)
        ]
      }
    }
    return together
  }

  /// The guards that can apply to a table: those whose conditions on action and kind it meets.
  func guards(for action: Int, _ kinds: ValueSet) -> [Int] {
    var result: [Int] = []
    for (index, row) in guards.enumerated() {
      var applies = true
      for condition in row.conditions {
        if condition.fact == EngineFact.action.rawValue {
          applies = applies && condition.values.contains(action)
        } else if condition.fact == EngineFact.kind.rawValue {
          applies = applies && condition.values.intersects(kinds)
        }
      }
      if applies {
        result.append(index)
      }
    }
    return result
  }
}
