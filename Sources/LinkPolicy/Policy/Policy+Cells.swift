extension Policy {
  /// What its facts are made of.
  package var vocabulary: Vocabulary { storage.vocabulary }

  /// The index of the table that decides an action and kind, by the values of those facts.
  package func tableIndex(of facts: FactVector) -> Int? {
    storage.table(action: facts[.action], kind: facts[.kind])
  }

  /// What decides a vector of basic facts; nil where no table does.
  ///
  /// The derived facts are added to the vector.
  package func source(of facts: inout FactVector) -> Decision.Source? {
    guard let table = tableIndex(of: facts) else { return nil }
    return derive(&facts) ? source(facts, table) : .cannotOccur
  }

  /// The cells of a table, in a new algebra; `told` are further conditions to be told apart.
  package func cells(
    ofTable index: Int, toldApart told: [ResolvedCondition] = []
  ) -> TableCells {
    var context = TableContext(
      storage.vocabulary, guards: storage.guards, impossible: storage.impossible)
    context.facts = storage.facts
    var checker = TableChecker(
      context, hasFormerSubjects: storage.hasFormerSubjects, names: [])
    let table = storage.tables[index]
    return TableCells(
      rows: table.rows, boxes: checker.boxes(of: table), guards: checker.guards(for: table),
      toldApart: told, in: context)
  }

  /// The guards that can apply to a table, by index.
  package func guards(ofTable index: Int) -> [Int] {
    let checker = TableChecker(
      TableContext(storage.vocabulary, guards: storage.guards),
      hasFormerSubjects: storage.hasFormerSubjects, names: [])
    return checker.guards(for: storage.tables[index])
  }
}
