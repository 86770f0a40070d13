internal import Foundation
internal import LinkPolicyStore
internal import LinkPolicyTesting

/// Races of four processes on one store, some of which are killed in the middle and then repeat the same attempts.
struct ProcessRaces: Sendable {
  private let program: String
  private let rounds: Int
  private let share: Int
  private let seed: UInt64

  init(_ program: String, rounds: Int, share: Int, seed: UInt64) {
    self.share = share
    self.program = program
    self.rounds = rounds
    self.seed = seed
  }

  func run<Store: CheckedStore & ~Copyable>(
    _ open: @escaping @Sendable () throws(StoreError) -> Store
  ) -> RaceReport {
    signal(SIGPIPE, SIG_IGN)
    let tally = RaceTally()
    let group = DispatchGroup()
    for pair in 0..<2 {
      group.enter()
      Thread.detachNewThread {
        do throws(StoreError) {
          var store = try open()
          try race(pair, on: &store, tally)
        } catch {
          tally.note("a pair of processes ended: " + error.description)
        }
        group.leave()
      }
    }
    group.wait()
    return RaceReport("4 processes", tally.value)
  }

  private func race(
    _ pair: Int, on store: inout some CheckedStore & ~Copyable, _ tally: RaceTally
  ) throws(StoreError) {
    var random = SeededNumbers(seed &+ UInt64(pair))
    let children = [RaceProcess(program), RaceProcess(program)]
    for number in stride(from: pair * share, to: RaceAttempt.pairs.count, by: 2 * share) {
      let attempts = RaceAttempt.pairs[number]
      for count in 0..<rounds * 2 {
        let letter = RaceRound.letters[count % 2]
        let round = RaceRound(letter, pair: number, count: count)
        let orders = try SerialOrders(attempts, under: letter)
        try round.begin(on: &store)
        let isOutside = random.next(below: 2)
        func line(_ side: Int, death: Int) -> String {
          let place = side == 0 ? attempts.0 : attempts.1
          return "\(place) \(round.tag) \(round.tag)\(side) \(isOutside) \(death)"
        }
        for side in 0...1 {
          // About one process of three is killed at a call of the store, or after the commit.
          let dies = random.next(below: 3) == 0
          children[side].send(line(side, death: dies ? random.next(below: 26) - 1 : 0))
        }
        if random.next(below: 8) == 0 {
          usleep(UInt32(random.next(below: 4000)))
          children[random.next(below: 2)].kill()
        }
        var answers: [RaceSettling.Answer] = []
        for side in 0...1 {
          answers.append(
            try answer(of: children[side], tally) { line(side, death: 0) })
        }
        let summary = try round.summary(
          on: &store, made: answers.compactMap(\.newAccount),
          answers: answers.enumerated().map { "\($0) \($1.word)" })
        tally.count(orders.order(of: summary), answers, "\(attempts) comes to\n\(summary)")
      }
    }
    for child in children {
      child.end()
    }
  }

  /// Returns the answer of a process; if the process has died, starts a process that repeats the attempt with the same
  /// id.
  private func answer(
    of child: RaceProcess, _ tally: RaceTally, _ again: () -> String
  ) throws(StoreError) -> RaceSettling.Answer {
    for _ in 0..<4 {
      if let line = child.receive() {
        let words = line.split(separator: " ").map { String($0) }
        guard words.count == 3, let tries = Int(words[2]) else {
          throw .failed("a process answers `\(line)`")
        }
        return RaceSettling.Answer(
          word: words[0], newAccount: words[1] == "-" ? nil : words[1], tries: tries)
      }
      tally.countDeath()
      child.start()
      child.send(again())
    }
    throw .failed("a process dies again and again")
  }
}

/// A random number generator that produces the same numbers for the same seed.
struct SeededNumbers {
  private var state: UInt64

  init(_ seed: UInt64) {
    state = seed
  }

  mutating func next(below limit: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ (mixed >> 31)) % UInt64(limit))
  }
}
