import Testing

@testable import LinkPolicySystem

@Suite("Work on several threads comes in order")
struct OrderedWorkTests {
  /// Takes longer for even numbers, and tells how many it did.
  private struct Squares: Worker {
    let finished: Monitor<Int>
    var count = 0

    mutating func work(on piece: Int) -> Int {
      count += 1
      var sum = 0
      for number in 0..<(piece % 2 == 0 ? 20_000 : 10) {
        sum &+= number
      }
      return sum == -1 ? 0 : piece * piece
    }

    mutating func finish() {
      let count = count
      finished.update { $0 += count }
    }
  }

  @Test("every piece is done once, and the products come in the order of the pieces")
  func order() {
    for threads in [0, 1, 2, 7] {
      let finished = Monitor(0)
      var next = 0
      var products: [Int] = []
      OrderedWork.run(
        threads: threads, worker: { _ in Squares(finished: finished) },
        next: {
          next += 1
          return next <= 500 ? next : nil
        },
        take: {
          products.append($0)
          return true
        })
      #expect(products == (1...500).map { $0 * $0 }, "\(threads)")
      #expect(finished.update { $0 } == 500, "\(threads)")
    }
  }

  @Test("no more pieces are on their way than a few for each thread")
  func window() {
    for threads in [0, 1, 3] {
      var (asked, taken, most) = (0, 0, 0)
      OrderedWork.run(
        threads: threads, worker: { _ in Squares(finished: Monitor(0)) },
        next: {
          asked += 1
          most = max(most, asked - taken)
          return asked <= 300 ? asked : nil
        },
        take: { _ in
          taken += 1
          return true
        })
      #expect(most <= 4 * max(1, threads) + 1, "\(threads): \(most)")
    }
  }

  @Test("the work ends where nobody takes any more")
  func stop() {
    for threads in [0, 1, 4] {
      var products: [Int] = []
      var next = 0
      OrderedWork.run(
        threads: threads, worker: { _ in Squares(finished: Monitor(0)) },
        next: {
          next += 1
          return next
        },
        take: {
          products.append($0)
          return products.count < 10
        })
      #expect(products == (1...10).map { $0 * $0 }, "\(threads)")
    }
  }

  @Test("without any piece nothing happens")
  func nothing() {
    for threads in [0, 2] {
      OrderedWork.run(
        threads: threads, worker: { _ in Squares(finished: Monitor(0)) }, next: { nil },
        take: { product in
          Issue.record("\(product)")
          return true
        })
    }
  }
}
