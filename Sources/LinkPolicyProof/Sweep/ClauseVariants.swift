internal import LinkPolicy
internal import LinkPolicyAnalysis

/// A policy without any of its protecting clauses.
///
/// A combination of clauses is put together from tables that were compiled once for each
/// combination of their own clauses.
struct ClauseVariants: Sendable {
  private let clauses: [ProtectiveClause]
  /// The editors with and without the guards, by the clauses that take guards away.
  private var editors: [Int: PolicyEditor] = [:]
  /// The compiled policies by the guards' clauses, a table, and that table's clauses.
  private var tables: [[Int]: CompiledPolicy] = [:]
  /// For each table that has clauses, its index and the bits of its clauses.
  private var bits: [(table: Int, mask: Int)] = []
  private var guardMask = 0

  /// Compiles the variants.
  ///
  /// Throws an ``InvalidInput`` for a clause whose row is not there or has nothing to switch off,
  /// and for a variant that does not load.
  init(_ policy: CompiledPolicy, _ list: ClauseList) throws(InvalidInput) {
    clauses = list.clauses
    var masks = [Int](repeating: 0, count: policy.document.decisions.count)
    for (number, clause) in clauses.enumerated() {
      if clause.row.table == "guards" {
        guardMask |= 1 << number
      } else if let table = Self.table(of: clause, policy) {
        masks[table] |= 1 << number
      }
      try Self.check(clause, policy.document, list)
    }
    bits = masks.enumerated().filter { $0.element != 0 }.map { ($0.offset, $0.element) }
    for guards in Self.subsets(of: guardMask) {
      let document = document(policy.document, without: guards)
      guard let base = PolicyEditor(policy).policy(document, editing: .rules) else {
        throw Self.failure(list, "without its guards the policy does not load")
      }
      let editor = PolicyEditor(base)
      editors[guards] = editor
      for (table, mask) in bits {
        for chosen in Self.subsets(of: mask) {
          let edited = self.document(document, without: chosen)
          guard let variant = editor.policy(edited, editing: .table(table)) else {
            throw Self.failure(
              list, "without \(names(chosen).joined(separator: ", ")) the policy does not load")
          }
          tables[[guards, table, chosen]] = variant
        }
      }
    }
  }

  /// The policy without the clauses whose bits are set.
  func policy(without clauses: Int) -> CompiledPolicy? {
    guard let editor = editors[clauses & guardMask] else { return nil }
    var chosen: [(table: Int, policy: CompiledPolicy)] = []
    for (table, mask) in bits {
      guard let variant = tables[[clauses & guardMask, table, clauses & mask]] else { return nil }
      chosen.append((table, variant))
    }
    return editor.policy(taking: chosen)
  }

  /// The names of the clauses whose bits are set.
  func names(_ bits: Int) -> [String] {
    clauses.indices.filter { bits & (1 << $0) != 0 }.map { clauses[$0].id }
  }

  /// Every set of bits of a mask, the empty one first.
  private static func subsets(of mask: Int) -> [Int] {
    (0...mask).filter { $0 & ~mask == 0 }
  }

  private static func table(of clause: ProtectiveClause, _ policy: CompiledPolicy) -> Int? {
    policy.document.decisions.firstIndex { $0.key.value == clause.row.table }
  }

  private func document(_ document: PolicyDocument, without bits: Int) -> PolicyDocument {
    var document = document
    for (number, clause) in clauses.enumerated() where bits & (1 << number) != 0 {
      if clause.row.table == "guards" {
        document.guards.removeAll { $0.id.value == clause.row.id }
      } else if let table = document.decisions.firstIndex(where: {
        $0.key.value == clause.row.table
      }),
        let row = document.decisions[table].rows.firstIndex(where: {
          $0.id.value == clause.row.id
        })
      {
        _ = clause.remove(from: &document.decisions[table].rows[row])
      }
    }
    return document
  }

  /// Refuses a clause that switches nothing off.
  private static func check(
    _ clause: ProtectiveClause, _ document: PolicyDocument, _ list: ClauseList
  ) throws(InvalidInput) {
    if clause.row.table == "guards" {
      if document.guards.contains(where: { $0.id.value == clause.row.id }) {
        return
      }
    } else if let table = document.decisions.first(where: { $0.key.value == clause.row.table }),
      var row = table.rows.first(where: { $0.id.value == clause.row.id }),
      clause.remove(from: &row)
    {
      return
    }
    throw InvalidInput(
      [
        Diagnostic(
          .unknownName, .error,
          "clause `\(clause.id)` switches nothing off in `\(clause.row.text)`",
          at: clause.position, help: "name a row that has these effects, or that refuses")
      ], in: list.sources)
  }

  private static func failure(_ list: ClauseList, _ message: String) -> InvalidInput {
    InvalidInput(
      [
        Diagnostic(.unknownName, .error, message, at: nil, help: "change what the clause takes out")
      ],
      in: list.sources)
  }
}
