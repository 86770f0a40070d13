/// The attempts of a closure as boxes of facts, by table, and those that its exclusions leave out in
/// the accounts that come about.
struct PlayedAttempts: Sendable {
  /// What is attempted.
  var made: [Set<FactLimits>]
  /// What would be too, were one exclusion taken away.
  var leftOut: [Exclusion: [Set<FactLimits>]] = [:]
  /// What would be, were all taken away.
  var leftOutTogether: [Set<FactLimits>]

  init(_ closure: AccountClosure) {
    made = closure.tables.map { $0.asked }
    leftOutTogether = closure.attempts(lifting: closure.model.exclusions)
    // Where nothing is added by taking all away, no single one adds anything.
    let isLeftOut = zip(made, leftOutTogether).contains { !$1.isSubset(of: $0) }
    for exclusion in isLeftOut ? closure.model.exclusions : [] {
      leftOut[exclusion] = closure.attempts(lifting: [exclusion])
    }
  }
}
