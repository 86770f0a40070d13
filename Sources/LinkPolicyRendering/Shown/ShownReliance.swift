package import LinkPolicyReview

/// What relies on a row or guard, as a page shows it: what its edits came to when each was proved.
package struct ShownReliance: Sendable, Equatable {
  /// The row or guard.
  package var row: RowName
  /// How many edits of it were proved safe.
  package var safe: Int
  /// How many were seen to break an invariant.
  package var unsafe: Int
  /// How many could not be decided.
  package var undecided: Int
  /// The invariants that some edit breaks, such as `I1`.
  package var invariants: [String]

  package init(_ row: RowName, safe: Int, unsafe: Int, undecided: Int, invariants: [String]) {
    self.row = row
    self.safe = safe
    self.unsafe = unsafe
    self.undecided = undecided
    self.invariants = invariants
  }
}
