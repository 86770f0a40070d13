package import LinkPolicy
package import LinkPolicyAnalysis

/// What the attempts of a proof come to of one table: an account of each of its cells.
///
/// A cell is one combination of values of the facts that the table's answer depends on; values that
/// no condition tells apart are one.
package struct TableCoverage: Sendable {
  /// Cells by what became of them.
  ///
  /// Every cell is counted once.
  package struct Cells: Sendable, Equatable {
    /// Those that some attempt comes to.
    package var reached = 0
    /// Those that no attempt comes to, but one would in an account that comes about, were this
    /// exclusion taken away; those of a lower number do not count again.
    package var excluded: [Exclusion: Int] = [:]
    /// Those that an attempt would come to only where several exclusions were taken away.
    package var excludedTogether = 0
    /// Those in which no account that comes about stands, whatever is attempted.
    package var unmet = 0

    /// How many cells there are.
    package var count: Int {
      reached + excluded.values.reduce(0, +) + excludedTogether + unmet
    }

    /// Counts those of another table too.
    mutating func add(_ others: Cells) {
      reached += others.reached
      excluded.merge(others.excluded) { $0 + $1 }
      excludedTogether += others.excludedTogether
      unmet += others.unmet
    }
  }

  /// What became of the cells that one row or guard decides.
  package struct Row: Sendable {
    /// The row or guard.
    package var name: RowName
    package var cells: Cells
  }

  /// A value of a fact that no attempt has in this table, though it can occur.
  package struct Value: Sendable {
    package var fact: Name
    /// The value; several that no condition tells apart are one, named by the first.
    package var value: Name
    /// The exclusion with which it goes; nil where no single one brings it back.
    package var exclusion: Exclusion?
  }

  /// The table's key, such as `sign-in.federated`.
  package var table: Name
  package var cells: Cells
  /// How many cells the policy declares impossible.
  package var impossible: Int
  /// The rows and guards that decide some cell, in the order of the policy.
  package var rows: [Row]
  /// What no attempt has.
  package var values: [Value]
}
