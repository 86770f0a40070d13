internal import LinkPolicy
internal import LinkPolicyAuthoring

/// The cells that an explorer found, each with the end of a shortest sequence to it.
struct ReachableCells {
  /// Where a sequence ends: a situation and the place of its modification.
  struct End {
    var basis: Int
    var combination: Int
  }

  /// By the place of the row in the map.
  private(set) var found: [[CellMap.Cell: End]]
  /// The first end of each row and guard, by number.
  private(set) var rows: [End?]

  init(_ explorer: Explorer, _ map: CellMap, _ numbers: RowNumbers) {
    found = [[CellMap.Cell: End]](repeating: [:], count: map.rows.count)
    rows = [End?](repeating: nil, count: numbers.count)
    for number in explorer.situationsByLength {
      let basis = explorer.situations[number]
      let pattern = explorer.patterns[basis.pattern]
      let modifiers = pattern.modifiers(isChecked: basis.isChecked)
      for (place, modification) in pattern.combinations(isChecked: basis.isChecked).enumerated() {
        var facts = basis.facts
        modification.set(modifiers, in: &facts)
        guard let source = explorer.policy.source(of: &facts),
          let row = numbers.number(source, table: pattern.table)
        else { continue }
        let end = End(basis: number, combination: place)
        if rows[row] == nil {
          rows[row] = end
        }
        guard case .row(let index) = source else { continue }
        let cell = map.cell(of: facts, inTable: pattern.table)
        let position = map.index(table: pattern.table, row: index)
        if found[position][cell] == nil {
          found[position][cell] = end
        }
      }
    }
  }
}
