/// The attempts of a closure as boxes of facts, by table, and those that its exclusions leave out in
/// the accounts that come about.
struct PlayedAttempts: Sendable {
  private let closure: AccountClosure
  /// What would be attempted, were all exclusions taken away.
  private let withoutExclusions: [Set<FactLimits>]

  init(_ closure: AccountClosure) {
    self.closure = closure
    withoutExclusions = closure.attempts(lifting: closure.model.exclusions)
  }

  /// What is attempted of a table.
  func made(_ table: Int) -> Set<FactLimits> { closure.tables[table].asked }

  /// What would be attempted of a table besides, were all exclusions taken away.
  func leftOut(_ table: Int) -> Set<FactLimits> { withoutExclusions[table] }

  /// What would be attempted of a table, were one exclusion taken away.
  func leftOut(_ table: Int, by exclusion: Exclusion) -> Set<FactLimits> {
    guard closure.model.excludes(exclusion) else { return [] }
    return closure.attempts(lifting: [exclusion], of: [table])[table]
  }
}
