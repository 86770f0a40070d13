internal import LinkPolicy
internal import LinkPolicyAnalysis
internal import LinkPolicyAuthoring

/// Whether accounts beside the one that an attempt points to can do more than have it refused.
///
/// If they cannot, every account goes through nothing that it could not go through alone, and one
/// account stands for any number. Asked of the tables, with every setting at its first value.
struct OtherAccounts: Sendable {
  /// The first row that another account's address or credential does not keep from acting, or
  /// perhaps does not, where the table's cells are too many to say; nil where there is none.
  let exception: RowName?

  init(_ policy: CompiledPolicy) {
    let tables = policy.storage.tables.indices
    exception = tables.lazy.compactMap { Self.exception(inTable: $0, of: policy) }.first
  }

  /// What an attempt can find of an account beside the one it points to.
  private static var elsewhere: [ResolvedCondition] {
    [
      ResolvedCondition(.credential, in: [FactValue.Credential.known.rawValue]),
      ResolvedCondition(
        .address, in: [FactValue.Address.taken.rawValue, FactValue.Address.several.rawValue]),
    ]
  }

  private static func exception(inTable index: Int, of policy: CompiledPolicy) -> RowName? {
    let table = policy.storage.tables[index]
    let action = policy.vocabulary.actions[table.action]
    let isFoundByCredential = action.pointsTo == .credential
    let defaults = policy.vocabulary.schema.settings.map { ResolvedCondition($0, in: [0]) }
    var cells = policy.cells(ofTable: index, distinguishing: elsewhere + defaults)
    let usual = cells.cells(matching: defaults)
    for (number, row) in table.rows.enumerated() where !row.answer.effects.isEmpty {
      let name = RowName(table: table.key, id: row.id)
      if cells.isSpent
        || row.answer.effects.contains(where: {
          $0.templates.contains(.removeMethods(.heldElsewhere))
        })
      {
        return name
      }
      let decided = cells.algebra.intersection(cells.decided[number], usual)
      if isFoundByCredential {
        // The account is the credential's holder; another may hold the address.
        let tested = policy.withDerived(row.conditions)
        guard tested.contains(where: { $0.fact == EngineFact.address.rawValue }) else { continue }
        let both = cells.cells(matching: elsewhere)
        if table.kinds.contains(where: { !$0.isSubjectTheAddress }),
          !cells.algebra.intersection(decided, both).isEmpty
        {
          return name
        }
      } else if action.pointsTo != .target {
        // A row that never asks about the address acts as it would without the other account.
        let asks = policy.withDerived(row.conditions).contains {
          $0.fact == EngineFact.address.rawValue
        }
        for one in elsewhere where asks || one.fact != EngineFact.address.rawValue {
          let there = cells.cells(matching: [one])
          if !cells.algebra.intersection(decided, there).isEmpty {
            return name
          }
        }
      }
    }
    guard cells.isSpent else { return nil }
    let acting = table.rows.first { !$0.answer.effects.isEmpty }
    return acting.map { RowName(table: table.key, id: $0.id) }
  }
}
