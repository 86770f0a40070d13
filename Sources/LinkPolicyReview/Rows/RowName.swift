package import LinkPolicy

/// The name of a row or guard of a policy: its table and id.
///
/// Guards stand under the table `guards`. Two policies that share a row by `extends` give it one
/// name, so that reports about both can be laid side by side.
package struct RowName: Sendable, Hashable, Comparable {
  /// The table's key, such as `sign-in.federated`; `guards` for a guard.
  package var table: Name
  /// The row's id.
  package var id: Name

  package init(table: Name, id: Name) {
    self.table = table
    self.id = id
  }

  /// What decided; nil where the policy decided by no row, as for an impossible attempt.
  package init?(_ decision: Decision) {
    guard let row = decision.row else { return nil }
    table = Name(row.table)
    id = Name(row.id)
  }

  /// The name as reports write it: `table/id`.
  package var text: String { table.text + "/" + id.text }

  /// By table, then by id, each bytewise.
  package static func < (left: Self, right: Self) -> Bool {
    left.table == right.table ? left.id < right.id : left.table < right.table
  }
}
