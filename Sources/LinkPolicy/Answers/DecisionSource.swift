/// The part of a policy that decided: a row, a guard or a declared impossibility; or a stale
/// ticket.
package enum DecisionSource: Sendable, Hashable {
  /// A row of the attempt's table.
  case row(Int)
  /// A guard that is evaluated before the tables.
  case guarding(Int)
  /// A guard with `would`, evaluated for this row.
  case would(Int, row: Int)
  /// An impossibility that the policy declares.
  case impossible
  /// Facts that contradict each other, so the compiler made no row for them.
  ///
  /// No caller can reach this case through the package's API.
  case cannotOccur
  /// A stale ticket: the policy, a setting or the subject has changed since it was issued.
  case staleTicket
}

/// The result of a table's graph for a fact vector.
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

/// A reference to a row or guard, with its table and position.
public struct RowReference: Sendable {
  /// The id that the policy file gives the row, unique in its table.
  public var id: String
  /// The table that contains the row, or `guards`.
  public var table: String
  /// The position of the row in the policy file.
  public var position: SourcePosition
  /// The sources that the row cites.
  public var because: [String]

  /// The table and the id, as in `sign-in/known`.
  package var path: String { table + "/" + id }
}
