import LinkPolicy
import LinkPolicyStore
import LinkPolicyYAML
import SQLiteStore

/// The times of one service, in seconds: the fastest of five rounds.
struct Measured {
  let accounts: Int
  let connections: Int
  /// The decision alone, on a situation that was looked up before.
  var decidingReturning = Double.infinity
  var decidingFirst = Double.infinity
  /// Everything that the library does: look-up, answers, decision and change set, on rows that were fetched before.
  var workingReturning = Double.infinity
  var workingFirst = Double.infinity
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
      let found = try zip(returning, held).map { attempt, account in
        try Self.answered(attempt, by: policy, .account(account), [[account]])
      }
      let decided = try clock.measure {
        for found in found {
          try Self.decide(found, by: policy)
        }
      }
      let foundFirst = try first.map { try Self.answered($0, by: policy, .nobody, [[]]) }
      let decidedFirst = try clock.measure {
        for found in foundFirst {
          try Self.decide(found, by: policy)
        }
      }
      let worked = try clock.measure {
        for (attempt, account) in zip(returning, held) {
          try Self.work(attempt, by: policy, .account(account), [[account]])
        }
      }
      let workedFirst = try clock.measure {
        for attempt in first {
          try Self.work(attempt, by: policy, .nobody, [[]])
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
      workingReturning = min(workingReturning, worked.each(Self.count))
      workingFirst = min(workingFirst, workedFirst.each(Self.count))
      settlingReturning = min(settlingReturning, settled.each(Self.count))
      settlingFirst = min(settlingFirst, settledFirst.each(Self.count))
    }
  }

  private static func answered(
    _ attempt: Attempt, by policy: Policy, _ credential: Lookup.CredentialAnswer,
    _ addresses: [[Account]]
  ) throws -> AnsweredLookup {
    try policy.lookup(for: attempt, by: .nobody, under: [:]).answered(
      credential: credential, addresses: addresses, session: .notAsked, target: .notAsked,
      code: .notAsked, method: .enabled)
  }

  private static func decide(_ found: AnsweredLookup, by policy: Policy) throws {
    let decision = try policy.decide(found)
    guard decision.isAllowed else { fatalError("\(decision.explanation)") }
  }

  private static func work(
    _ attempt: Attempt, by policy: Policy, _ credential: Lookup.CredentialAnswer,
    _ addresses: [[Account]]
  ) throws {
    let decision = try policy.decide(answered(attempt, by: policy, credential, addresses))
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
    for (what, deciding, working, settling) in [
      ("a returning sign-in", decidingReturning, workingReturning, settlingReturning),
      ("a first sign-in", decidingFirst, workingFirst, settlingFirst),
    ] {
      Swift.print("  \(what): \(rounded(settling * 1e6)) us")
      for (part, time) in [("deciding", deciding), ("look-up to change set", working)] {
        Swift.print(
          "    \(part): \(rounded(time * 1e6)) us, \(rounded(100 * time / settling)) %")
      }
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
