/// The attempts of a closure as boxes of facts, by table, and those that its exclusions leave out in
/// the accounts that come about.
struct PlayedAttempts: Sendable {
  private let closure: AccountClosure
  /// What would be attempted, were all exclusions taken away.
  private let withoutExclusions: [AttemptBoxes]

  init(_ closure: AccountClosure) {
    self.closure = closure
    withoutExclusions = closure.attempts(lifting: closure.model.exclusionNumbers)
  }

  /// The numbers of the exclusions that apply, in order.
  var exclusions: [Int] { closure.model.exclusionNumbers }

  /// What is attempted of a table.
  func made(_ table: Int) -> AttemptBoxes { closure.tables[table].asked }

  /// What would be attempted of a table besides, were all exclusions taken away.
  func leftOut(_ table: Int) -> AttemptBoxes { withoutExclusions[table] }

  /// What would be attempted of a table, were the exclusion of a number taken away.
  func leftOut(_ table: Int, by exclusion: Int) -> AttemptBoxes {
    closure.attempts(lifting: [exclusion], of: [table])[table]
  }
}
