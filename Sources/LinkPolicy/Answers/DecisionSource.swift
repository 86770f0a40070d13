/// The source of a decision: a row, a guard, a declared impossibility, contradictory facts or a stale ticket.
package enum DecisionSource: Sendable, Hashable {
  /// A row of the attempt's table, by its index.
  case row(Int)
  /// A guard that the engine evaluates before the tables, by its index.
  case guarding(Int)
  /// A guard with `would`, which the engine evaluates for the row with this index.
  case would(Int, row: Int)
  /// An impossibility that the policy declares.
  case impossible
  /// Facts that contradict each other, for which no row exists.
  ///
  /// Contradictory facts are unreachable through the package's API.
  case cannotOccur
  /// A stale ticket: since the refusal, the policy, a setting or the subject has changed.
  case staleTicket
}

/// The result to which a table's graph leads for a fact vector.
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
  /// The name of the row's table, or `guards` for a guard.
  public var table: String
  /// The position of the row in the policy file.
  public var position: SourcePosition
  /// The sources that the row cites as its reason.
  public var because: [String]

  /// The table and the id of the row, as in `sign-in/known`.
  package var path: String { table + "/" + id }
}
