extension CellLimits {
  /// The limits of a policy with such parts.
  init(
    _ guards: [CompiledRow], _ impossible: [[ResolvedCondition]], _ facts: [CompiledFact],
    _ tables: [CompiledTable]
  ) {
    let rows = facts.map { $0.rows.count } + tables.map { $0.rows.count }
    self.init(rows: rows.reduce(guards.count + impossible.count, +))
  }
}
