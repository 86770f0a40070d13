package import LinkPolicy
package import LinkPolicyAuthoring

/// What became of a mutant.
package enum MutantVerdict: Sendable {
  /// The checker refuses the edit: it is no mutant.
  case refused
  /// Nothing outside of a trace can tell it from the policy.
  case equivalent
  /// Vectors notice it, those of these numbers; no more of them than were asked for.
  case killed(by: [Int])
  /// No vector notices it.
  case survived(Survivor)
}

/// A mutant that no vector notices.
package struct Survivor: Sendable {
  /// What the edit does, in words.
  package var summary: String
  /// The first cell that changes, as facts and their values; nil where that is not known.
  package var cell: [(fact: Name, value: Name)]?
  /// The table of the cell.
  package var table: Name?
  /// How many vectors come through what changes, and notice nothing.
  package var played: Int
  /// What the edit does to people and their accounts, the most dangerous first, as `diff` calls it;
  /// empty where it shows in no cell by itself.
  package var kinds: [ChangeKind]
  /// The edited policy.
  package var policy: CompiledPolicy
}
