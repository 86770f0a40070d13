internal import Synchronization

/// The results of the rounds of all threads.
final class RaceTally: Sendable {
  struct Counts: Sendable {
    var rounds = 0
    var retried = 0
    var mostTries = 0
    var busy = 0
    var deaths = 0
    var orders: [String: Int] = [:]
    var wrong: [String] = []
  }

  private let counts = Mutex(Counts())

  /// The counts so far.
  var value: Counts { counts.withLock { $0 } }

  /// Counts a round and its answers; without an equal serial order, also adds an error.
  func count(_ order: String?, _ answers: [RaceSettling.Answer], _ told: @autoclosure () -> String)
  {
    let text = order == nil ? told() : ""
    counts.withLock { counts in
      counts.rounds += 1
      for answer in answers {
        counts.retried += answer.tries > 1 ? 1 : 0
        counts.busy += answer.word == "busy" ? 1 : 0
        counts.mostTries = max(counts.mostTries, answer.tries)
      }
      if let order {
        counts.orders[order, default: 0] += 1
      } else {
        counts.wrong.append(text)
      }
    }
  }

  /// Counts the death of a process.
  func countDeath() {
    counts.withLock { $0.deaths += 1 }
  }

  /// Adds an error that does not belong to a round.
  func note(_ text: String) {
    counts.withLock { $0.wrong.append(text) }
  }
}
