internal import Foundation
public import LinkPolicyStore
public import LinkPolicyTesting

/// Races of threads, in which each pair of threads races pairs of attempts, and each thread has a separate connection.
public struct ThreadRaces: Sendable {
  /// The number of threads, which must be even.
  public var threads = 8
  /// The number of races for each pair of attempts under each policy.
  public var rounds = 1

  /// The step between raced pairs: only each n-th pair is raced.
  public var share = 1

  /// Creates races of eight threads, one round for each pair of attempts and policy.
  public init() {}

  /// Runs the races and returns the report.
  ///
  /// - Parameter open: a function that opens a connection; each thread calls the function once.
  /// - Returns: the report.
  public func run<Store: CheckedStore & ~Copyable>(
    _ open: @escaping @Sendable () throws(StoreError) -> Store
  ) -> RaceReport {
    let tally = RaceTally()
    let group = DispatchGroup()
    for pair in 0..<threads / 2 {
      let shared = SharedRound()
      for side in 0...1 {
        group.enter()
        Thread.detachNewThread {
          do throws(StoreError) {
            var store = try open()
            try race(side, of: pair, on: &store, shared, tally)
          } catch {
            tally.note("a thread ended: " + error.description)
            shared.end()
          }
          group.leave()
        }
      }
    }
    group.wait()
    return RaceReport("\(threads) threads", tally.value)
  }

  private func race(
    _ side: Int, of pair: Int, on store: inout some CheckedStore & ~Copyable,
    _ shared: SharedRound, _ tally: RaceTally
  ) throws(StoreError) {
    for number in stride(
      from: pair * share, to: RaceAttempt.pairs.count, by: threads / 2 * share)
    {
      let attempts = RaceAttempt.pairs[number]
      for count in 0..<rounds * 2 {
        let letter = RaceRound.letters[count % 2]
        let round = RaceRound(letter, pair: number, count: count)
        let orders = try side == 0 ? SerialOrders(attempts, under: letter) : nil
        if side == 0 {
          try round.begin(on: &store)
        }
        shared.barrier.wait()
        let attempt = RaceAttempt.all[side == 0 ? attempts.0 : attempts.1]
        guard !shared.hasEnded, let request = attempt.request(in: round.tag) else { return }
        var settling = RaceSettling()
        settling.policy = round.policy
        settling.isOutside = (number + count / 2) % 2 == 1
        settling.retries = Retries { RacePause.wait($0) }
        // The thread that waited at the barrier wakes up last. Without the pause, this thread would always be second.
        RacePause.wait(0)
        shared.set(
          try settling.settle(request, once: "\(round.tag)\(side)", on: &store), of: side)
        shared.barrier.wait()
        guard let orders else { continue }
        let answers = shared.answers
        let summary = try round.summary(
          on: &store, made: answers.compactMap(\.newAccount),
          answers: answers.enumerated().map { "\($0) \($1.word)" })
        tally.count(orders.order(of: summary), answers, "\(attempts) comes to\n\(summary)")
      }
    }
  }
}

/// The state that the two threads of a pair share.
private final class SharedRound: @unchecked Sendable {
  let barrier = RaceBarrier()
  private let lock = NSLock()
  private var both: [RaceSettling.Answer?] = [nil, nil]
  private var ended = false

  var answers: [RaceSettling.Answer] { lock.withLock { both.compactMap { $0 } } }
  var hasEnded: Bool { lock.withLock { ended } }

  func set(_ answer: RaceSettling.Answer, of side: Int) {
    lock.withLock { both[side] = answer }
  }

  /// Ends the other thread too, which would otherwise wait forever.
  func end() {
    lock.withLock { ended = true }
    barrier.wait()
  }
}
