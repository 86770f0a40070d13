import LinkPolicy
import LinkPolicyStore
import LinkPolicyYAML
import SQLiteStore

/// The times of one service, in seconds: the fastest of five rounds.
struct Measured {
  let accounts: Int
  let connections: Int
  /// Look-up and decision on rows that were fetched before.
  var decidingReturning = Double.infinity
  var decidingFirst = Double.infinity
  /// The whole transaction: look-up, questions, decision, writes, commit.
  var settlingReturning = Double.infinity
  var settlingFirst = Double.infinity

  private static let rounds = 5
  private static let count = 2_000

  /// Fills a store and measures.
  init(accounts: Int, connections: Int) throws {
    self.accounts = accounts
    self.connections = connections
    let policy = try Service.policy(connections: connections)
    var store = try SQLiteStore(":memory:", survivesPowerFailure: false)
    try Service.fill(&store, accounts: accounts, connections: connections)
    // Places all over the store, in no order that a cache would like; the same in each round.
    let places = (0..<Self.count).map { $0 &* 7_919 % accounts }
    let clock = ContinuousClock()
    for round in 0..<Self.rounds {
      let returning = places.map { Service.returning($0, connections: connections) }
      let first = (0..<Self.count).map {
        Service.first(round * Self.count + $0, connections: connections)
      }
      var held: [Account] = []
      for place in places {
        guard let account = try store.account("a\(place)") else {
          fatalError("a\(place) is not there")
        }
        held.append(account)
      }
      let decided = try clock.measure {
        for (attempt, account) in zip(returning, held) {
          try Self.decide(
            attempt, by: policy, credential: .account(account), addresses: [[account]])
        }
      }
      let decidedFirst = try clock.measure {
        for attempt in first {
          try Self.decide(attempt, by: policy, credential: .nobody, addresses: [[]])
        }
      }
      let settled = try clock.measure {
        for attempt in returning {
          try Self.settle(attempt, by: policy, in: &store)
        }
      }
      let settledFirst = try clock.measure {
        for attempt in first {
          try Self.settle(attempt, by: policy, in: &store)
        }
      }
      decidingReturning = min(decidingReturning, decided.each(Self.count))
      decidingFirst = min(decidingFirst, decidedFirst.each(Self.count))
      settlingReturning = min(settlingReturning, settled.each(Self.count))
      settlingFirst = min(settlingFirst, settledFirst.each(Self.count))
    }
  }

  private static func decide(
    _ attempt: Attempt, by policy: Policy, credential: Lookup.CredentialAnswer,
    addresses: [[Account]]
  ) throws {
    let lookup = try policy.lookup(for: attempt, by: .nobody, under: [:])
    let found = try lookup.answered(
      credential: credential, addresses: addresses, session: .notAsked, target: .notAsked,
      code: .notAsked, method: .enabled)
    let decision = try policy.decide(found)
    guard decision.isAllowed, !decision.changes.writes.isEmpty else {
      fatalError("\(decision.explanation)")
    }
  }

  private static func settle(_ attempt: Attempt, by policy: Policy, in store: inout SQLiteStore)
    throws
  {
    let settled = try store.settle(
      attempt, by: .nobody, under: [:], policy: policy, method: .enabled, passwordHash: nil,
      once: nil)
    guard settled.decision?.isAllowed == true else { fatalError("a sign-in was refused") }
  }

  /// Prints the times, and what deciding is of a whole sign-in.
  func print() {
    Swift.print("\(accounts) accounts, \(connections) connections")
    for (what, deciding, settling) in [
      ("a returning sign-in", decidingReturning, settlingReturning),
      ("a first sign-in", decidingFirst, settlingFirst),
    ] {
      Swift.print(
        "  \(what): \(rounded(settling * 1e6)) us, of which deciding \(rounded(deciding * 1e6)) us:",
        "\(rounded(100 * deciding / settling)) %")
    }
  }
}

/// A number with two digits behind the point.
func rounded(_ number: Double) -> Double { (number * 100).rounded() / 100 }

extension Duration {
  /// What one of several took, in seconds.
  fileprivate func each(_ count: Int) -> Double {
    (Double(components.seconds) + Double(components.attoseconds) / 1e18) / Double(count)
  }
}
