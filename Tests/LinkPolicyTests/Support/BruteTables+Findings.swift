@testable import LinkPolicy
@testable import LinkPolicyAuthoring
@testable import LinkPolicyDiagnostics

extension BruteTables {
  /// What is wrong with a table, as `code names...`, over the vectors that its rows are left with.
  func findings(of table: Table, _ open: [FactVector], isSame: (Row, Row) -> Bool) -> Set<String> {
    var found: Set<String> = []
    var common: Set<[Int]> = []
    var decides = [Bool](repeating: false, count: table.rows.count)
    for vector in open {
      let matching = table.rows.indices.filter { Self.holds(table.rows[$0].tests, vector) }
      guard let first = matching.first else {
        found.insert("gap \(table.name)")
        continue
      }
      decides[first] = true
      for (place, earlier) in matching.enumerated() {
        for later in matching[(place + 1)...] {
          common.insert([earlier, later])
        }
      }
    }
    for (index, row) in table.rows.enumerated() {
      let isRest = index == table.rows.count - 1 && row.tests.isEmpty
      // A row that only earlier rows of a unique table hide is reported as overlapping them.
      let overlaps = (0..<index).contains { common.contains([$0, index]) }
      if !decides[index], table.isFirst || isRest || !overlaps {
        found.insert("hidden-row \(row.id)")
      }
      guard table.isFirst else {
        for name in row.overrides {
          found.insert("stale-override not-first \(row.id) \(name)")
        }
        for earlier in 0..<index where common.contains([earlier, index]) && !isRest {
          found.insert("overlap \(table.rows[earlier].id) \(row.id)")
        }
        continue
      }
      let overlapping = (0..<index).filter {
        common.contains([$0, index]) && !isSame(table.rows[$0], row)
      }.map { table.rows[$0].id }
      for name in overlapping
      where !isRest && !row.overrides.contains("earlier") && !row.overrides.contains(name) {
        found.insert("overlap \(name) \(row.id)")
      }
      for name in row.overrides where name != "earlier" && !overlapping.contains(name) {
        found.insert("stale-override \(row.id) \(name)")
      }
      if row.overrides.contains("earlier"), overlapping.isEmpty {
        found.insert("stale-override \(row.id) earlier")
      }
    }
    return found
  }

  /// The guards that refuse nothing in any of the tables.
  func hiddenGuards(_ vectors: [[FactVector]]) -> Set<String> {
    var met: Set<Int> = []
    for (table, vectors) in vectors.enumerated() {
      for vector in vectors {
        switch verdict(table, vector) {
        case .guarding(let index), .would(let index, row: _): met.insert(index)
        default: break
        }
      }
    }
    return Set(guards.indices.filter { !met.contains($0) }.map { "hidden-guard \(guards[$0].id)" })
  }

  /// A finding of the compiler in the same form; nil for those that are not about cells.
  static func key(of diagnostic: Diagnostic, in document: PolicyDocument) -> String? {
    let words = diagnostic.message.split(separator: "`", omittingEmptySubsequences: false)
    let names = words.enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) }
    let code = diagnostic.code.name.text
    switch diagnostic.code {
    case .gap, .hiddenRow, .hiddenGuard: return "\(code) \(names[0])"
    case .overlap where diagnostic.message.hasPrefix("rows"):
      return "\(code) \(names[0]) \(names[1])"
    case .overlap: return "\(code) \(names[1]) \(names[0])"
    case .staleOverride where diagnostic.message.contains("overrides no earlier"):
      return "\(code) \(names[0]) earlier"
    case .staleOverride where diagnostic.message.hasPrefix("only"):
      for row in document.decisions.flatMap({ $0.rows }) + document.facts.flatMap({ $0.rows }) {
        for name in row.overrides where name.position == diagnostic.position {
          return "\(code) not-first \(row.id.value) \(name.value)"
        }
      }
      return "\(code) ?"
    case .staleOverride: return "\(code) \(names[0]) \(names[1])"
    default: return nil
    }
  }
}
