package import LinkPolicy
package import LinkPolicyReview

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
    /// exclusion taken away, by its number; those of a lower number do not count again.
    package var excluded: [Int: Int] = [:]
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

  /// What became of a value of a fact among the attempts that point to one of the followed account,
  /// another account, or none.
  package enum Fate: Sendable, Hashable {
    /// Some attempt has it.
    case played
    /// No attempt has it, but one would, were the exclusion of this number taken away.
    case excluded(Int)
    /// An attempt would have it only where several exclusions were taken away.
    case excludedTogether
    /// No attempt has it in an account that comes about, whatever is taken away.
    case unmet
    /// No cell has it.
    case impossible
  }

  /// Values of a fact that no condition of this table tells apart, and what became of them.
  package struct Value: Sendable {
    package var fact: Name
    package var values: [Name]
    /// What became of them in attempts about the account that is followed, about another, and about
    /// none, in this order.
    package var fates: [Fate]

    /// Whether they can occur, and no attempt has them.
    var isUnplayed: Bool {
      !fates.contains(.played) && fates.contains { $0 != .impossible }
    }

    /// The first exclusion with which they go; nil where no single one brings them back.
    var exclusion: Int? {
      fates.compactMap { if case .excluded(let number) = $0 { number } else { nil } }.min()
    }
  }

  /// The table's key, such as `sign-in.federated`.
  package var table: Name
  package var cells: Cells
  /// How many cells the policy declares impossible.
  package var impossible: Int
  /// The rows and guards that decide some cell, in the order of the policy.
  package var rows: [Row]
  /// What became of each value of each fact that the table's answer depends on.
  package var values: [Value]
}
