/// The source of a decision: a row, a guard, a declared impossibility, contradictory facts or a stale ticket.
package enum DecisionSource: Sendable, Hashable {
  /// A row of the attempt's table, given by the row's index.
  case row(Int)
  /// A guard that the engine evaluates before the tables, given by the guard's index.
  case guarding(Int)
  /// A guard with `would`, given by the guard's index; the guard refuses an effect of the row with the index `row`.
  case would(Int, row: Int)
  /// A combination of facts that the policy declares impossible.
  case impossible
  /// Facts that contradict each other, so no row exists for them.
  ///
  /// Contradictory facts are unreachable through the package's API.
  case cannotOccur
  /// A stale ticket: for example, the policy, a setting or the subject has changed since the refusal.
  case staleTicket
}

/// The result of a table's decision graph: a row, a guard, a declared impossibility, or contradictory facts.
package enum TableVerdict: Equatable {
  case cannotOccur
  case impossible
  case guarding(Int)
  case row(Int)

  package func number(guardCount: Int) -> Int {
    switch self {
    case .cannotOccur: 0
    case .impossible: 1
    case .guarding(let index): 2 + index
    case .row(let index): 2 + guardCount + index
    }
  }

  init(number: Int, guardCount: Int) {
    switch number {
    case 0: self = .cannotOccur
    case 1: self = .impossible
    case ..<(2 + guardCount): self = .guarding(number - 2)
    default: self = .row(number - 2 - guardCount)
    }
  }
}

/// A reference to a row or guard of a policy, with the table and the source position.
public struct RowReference: Sendable {
  /// The id of the row in the policy file, such as `known`; unique within the table.
  public var id: String
  /// The name of the row's table, such as `sign-in.federated`; `guards` for a guard.
  public var table: String
  /// The position of the row in the policy file.
  public var position: SourcePosition
  /// The ids, such as `R13`, of the statements that the policy cites as the reason for the row.
  public var because: [String]

  /// The table and the id of the row, as in `sign-in/known`.
  package var path: String { table + "/" + id }
}
