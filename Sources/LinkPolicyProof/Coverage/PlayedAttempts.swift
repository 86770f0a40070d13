/// The attempts of a closure as boxes of facts, by table, and those that its exclusions leave out in
/// the accounts that come about.
struct PlayedAttempts: Sendable {
  let closure: AccountClosure

  /// The numbers of the exclusions that apply, in order.
  var exclusions: [Int] { closure.model.exclusionNumbers }

  /// What is attempted of a table.
  func made(_ table: Int) -> AttemptBoxes { closure.tables[table].asked }

  /// What would be attempted of a table besides, were all exclusions taken away.
  func leftOut(_ table: Int) -> AttemptBoxes {
    closure.attempts(lifting: exclusions, at: table)
  }

  /// What would be attempted of a table, were the exclusion of a number taken away.
  func leftOut(_ table: Int, by exclusion: Int) -> AttemptBoxes {
    closure.attempts(lifting: [exclusion], at: table)
  }
}
