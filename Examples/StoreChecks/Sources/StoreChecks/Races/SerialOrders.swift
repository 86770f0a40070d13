internal import LinkPolicy
internal import LinkPolicyStore
internal import MemoryStore

/// The permitted results of a race: the results of the two attempts in each serial order, on a store in memory.
struct SerialOrders {
  private let outcomes: [String: String]

  /// Plays both orders, each attempt alone, and no attempt, because races can give attempts up.
  init(_ pair: (Int, Int), under letter: String) throws(StoreError) {
    var outcomes: [String: String] = [:]
    for order in [[0, 1], [1, 0], [0], [1], []] {
      outcomes[try Self.play(pair, in: order, under: letter)] = order.map { String($0) }.joined(
        separator: " ")
    }
    self.outcomes = outcomes
  }

  /// Returns the serial order whose result equals a summary; nil if no order does.
  ///
  /// The answer `before` comes from an attempt whose process died after the commit, so the original answer is lost.
  func order(of summary: String) -> String? {
    if let order = outcomes[summary] {
      return order
    }
    let lines = summary.split(separator: "\n", omittingEmptySubsequences: false)
    return outcomes.first { outcome in
      let expected = outcome.key.split(separator: "\n", omittingEmptySubsequences: false)
      return expected.count == lines.count
        && zip(expected, lines).allSatisfy {
          // A refusal that changes the store is remembered too, so `before` can replace any answer except `busy`.
          $0 == $1
            || $1.hasSuffix(" before") && $0.prefix(2) == $1.prefix(2)
              && !$0.hasSuffix(" busy")
        }
    }?.value
  }

  private static func play(
    _ pair: (Int, Int), in order: [Int], under letter: String
  ) throws(StoreError) -> String {
    var store = MemoryStore(SharedMemory())
    let round = RaceRound(letter, pair: 0, count: 0)
    try round.begin(on: &store)
    var answers = ["0 busy", "1 busy"]
    var made: [String] = []
    for side in order {
      let attempt = RaceAttempt.all[side == 0 ? pair.0 : pair.1]
      guard let request = attempt.request(in: round.tag) else {
        throw .failed("the attempt `\(attempt.name)` cannot be read")
      }
      let answer = try RaceSettling(policy: round.policy).settle(
        request, once: "\(side)", on: &store)
      answers[side] = "\(side) \(answer.word)"
      made += answer.newAccount.map { [$0] } ?? []
    }
    return try round.summary(on: &store, made: made, answers: answers)
  }
}
