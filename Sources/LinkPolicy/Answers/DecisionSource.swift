/// What decided an attempt: a row, a guard, or that its facts cannot occur together.
package enum DecisionSource: Sendable, Hashable {
  /// A row of the attempt's table.
  case row(Int)
  /// A guard that is asked before the tables.
  case guarding(Int)
  /// A guard with `would`, asked of this row.
  case would(Int, row: Int)
  /// What the policy declares impossible.
  case impossible
  /// Facts that the engine says cannot occur together; nothing in this package makes them.
  case cannotOccur
  /// A ticket that no longer means what it meant when it was handed out.
  case staleTicket
}
