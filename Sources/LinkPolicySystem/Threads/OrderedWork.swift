/// Who does pieces of work on one thread, keeping what makes the next piece cheaper.
package protocol Worker: SendableMetatype {
  associatedtype Piece: Sendable
  associatedtype Product: Sendable

  /// Does one piece of work.
  mutating func work(on piece: Piece) -> Product
  /// Lets go of what it kept; called once, after its last piece.
  mutating func finish()
}

/// Work done on several threads, whose products come in the order of the pieces.
///
/// Pieces are asked for and products taken on the calling thread, so that neither needs a lock.
/// Only a few pieces for each thread are on their way at any time, whatever their number.
package enum OrderedWork {
  /// How many pieces may be on their way for each thread.
  private static var window: Int { 4 }

  private struct State<Piece, Product> {
    var pieces: [(index: Int, piece: Piece)] = []
    var products: [Int: Product] = [:]
    var isOver = false
  }

  /// Does the work until no piece is left, or until `take` returns false.
  ///
  /// With no thread to do it, the calling thread does. Workers are made on the threads they work
  /// on; each knows its number.
  package static func run<W: Worker>(
    threads: Int,
    worker: @escaping @Sendable (_ number: Int) -> W,
    next: () -> W.Piece?,
    take: (W.Product) -> Bool
  ) {
    let monitor = Monitor(State<W.Piece, W.Product>())
    var started: [WorkThread] = []
    for number in 0..<max(0, threads) {
      guard let thread = WorkThread({ serve(monitor, worker(number)) }) else { break }
      started.append(thread)
    }
    guard !started.isEmpty else {
      runHere(worker(0), next, take)
      return
    }
    feed(monitor, limit: window * started.count, next, take)
    monitor.update { state in
      state.pieces = []
      state.isOver = true
    }
    for thread in started {
      thread.join()
    }
  }

  private static func runHere<W: Worker>(
    _ worker: W, _ next: () -> W.Piece?, _ take: (W.Product) -> Bool
  ) {
    var worker = worker
    while let piece = next(), take(worker.work(on: piece)) {}
    worker.finish()
  }

  /// What the calling thread does: hand out pieces, and take the products in order.
  private static func feed<Piece: Sendable, Product: Sendable>(
    _ monitor: Monitor<State<Piece, Product>>, limit: Int,
    _ next: () -> Piece?, _ take: (Product) -> Bool
  ) {
    var handedOut = 0
    var taken = 0
    var isAtEnd = false
    while true {
      while !isAtEnd, handedOut - taken < limit {
        guard let piece = next() else {
          isAtEnd = true
          break
        }
        let index = handedOut
        monitor.update { $0.pieces.append((index, piece)) }
        handedOut += 1
      }
      guard taken < handedOut else { return }
      let product = monitor.wait { $0.products.removeValue(forKey: taken) }
      taken += 1
      guard take(product) else { return }
    }
  }

  /// What each thread does.
  private static func serve<W: Worker>(
    _ monitor: Monitor<State<W.Piece, W.Product>>, _ worker: W
  ) {
    var worker = worker
    while true {
      let given: (index: Int, piece: W.Piece)? = monitor.wait { state in
        if state.isOver {
          return .some(nil)
        }
        return state.pieces.isEmpty ? nil : .some(state.pieces.removeFirst())
      }
      guard let given else { break }
      let product = worker.work(on: given.piece)
      monitor.update { $0.products[given.index] = product }
    }
    worker.finish()
  }
}
