// What decides, as one number: the graphs' own numbers, and behind them a number for each guard with `would`
// and each row that it can be asked of.
extension PolicyImage {
  /// The number of what decides in a table.
  func number(of source: Decision.Source, inTable table: Int) -> Int {
    let verdict: Verdict
    switch source {
    // Facts alone bring no ticket.
    case .cannotOccur, .staleTicket: verdict = .cannotOccur
    case .impossible: verdict = .impossible
    case .guarding(let index): verdict = .guarding(index)
    case .row(let index): verdict = .row(index)
    case .would(let guarding, let row):
      return Verdict.row(rowCount(ofTable: table)).number(guardCount: guards.count)
        + row * guards.count + guarding
    }
    return verdict.number(guardCount: guards.count)
  }

  /// What decides, by its number; nil for a number of nothing.
  func source(numbered number: Int, inTable table: Int) -> Decision.Source? {
    let rows = rowCount(ofTable: table)
    let first = Verdict.row(rows).number(guardCount: guards.count)
    guard number < first else {
      guard !guards.isEmpty else { return nil }
      let (row, guarding) = (number - first).quotientAndRemainder(dividingBy: guards.count)
      guard row < rows else { return nil }
      let list = guardsMet(byRow: row, ofTable: table)
      let isMet = (0..<Int(words[list])).contains { Int(words[list + 1 + $0]) == guarding }
      return isMet ? .would(guarding, row: row) : nil
    }
    guard number >= 0 else { return nil }
    switch Verdict(number: number, guardCount: guards.count) {
    case .cannotOccur: return .cannotOccur
    case .impossible: return .impossible
    case .guarding(let index): return .guarding(index)
    case .row(let index): return .row(index)
    }
  }
}
