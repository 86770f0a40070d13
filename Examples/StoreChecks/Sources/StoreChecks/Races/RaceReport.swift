/// The report of races: the numbers in one line, and the errors.
public struct RaceReport: Sendable {
  /// The numbers, as one line for people.
  public let line: String
  /// The errors; empty if every round had the result of some serial order of its attempts.
  public let wrong: [String]

  init(_ who: String, _ counts: RaceTally.Counts) {
    let orders = counts.orders.sorted { $0.key < $1.key }.map { "[\($0.key)] \($0.value)" }
    line =
      "\(who): \(counts.rounds) rounds of two attempts,"
      + " \(counts.retried) retried, \(counts.mostTries) tries at most, \(counts.busy) given up,"
      + " \(counts.deaths) processes killed; orders \(orders.joined(separator: ", "));"
      + " \(counts.wrong.count) wrong"
    wrong =
      counts.wrong
      + (counts.mostTries > 8 ? ["an attempt was tried \(counts.mostTries) times"] : [])
      + (counts.rounds == 0 ? ["nothing was raced"] : [])
  }

  /// Creates the report of a check of all rows.
  init(accounts: Int, wrong: [String]) {
    line = "\(accounts) accounts: \(wrong.count) wrong"
    self.wrong = wrong
  }
}
