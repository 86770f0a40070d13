/// A runner that processes pieces of work on several threads, and delivers the products in the order of their pieces.
///
/// The closures that provide pieces and take products run on the calling thread, so the closures need no lock. The
/// number of pieces in progress has a limit for each thread.
package enum OrderedWork {
  /// The maximum number of pieces in progress for each thread.
  private static var window: Int { 4 }

  private struct WorkState<Piece, Product> {
    var pieces: [(index: Int, piece: Piece)] = []
    var products: [Int: Product] = [:]
    var isOver = false
  }

  /// Processes pieces until no piece is left or `take` returns false.
  ///
  /// If the system provides no thread, the calling thread does the work. Each worker is created on its thread, and gets
  /// the thread's number.
  package static func run<W: Worker>(
    threads: Int,
    worker: @escaping @Sendable (_ number: Int) -> W,
    next: () -> W.Piece?,
    take: (W.Product) -> Bool
  ) {
    let monitor = Monitor(WorkState<W.Piece, W.Product>())
    var started: [WorkThread] = []
    for number in 0..<max(0, threads) {
      guard let thread = WorkThread({ serve(monitor, worker(number)) }) else { break }
      started.append(thread)
    }
    guard !started.isEmpty else {
      runHere(worker(0), next: next, take: take)
      return
    }
    feed(monitor, limit: window * started.count, next: next, take: take)
    monitor.update { state in
      state.pieces = []
      state.isOver = true
    }
    for thread in started {
      thread.join()
    }
  }

  private static func runHere<W: Worker>(
    _ worker: W, next: () -> W.Piece?, take: (W.Product) -> Bool
  ) {
    var worker = worker
    while let piece = next(), take(worker.work(on: piece)) {}
    worker.finish()
  }

  /// Hands out pieces and passes the products on in order, on the calling thread.
  private static func feed<Piece: Sendable, Product: Sendable>(
    _ monitor: Monitor<WorkState<Piece, Product>>, limit: Int,
    next: () -> Piece?, take: (Product) -> Bool
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

  /// Processes pieces on a worker thread until the run is over.
  private static func serve<W: Worker>(
    _ monitor: Monitor<WorkState<W.Piece, W.Product>>, _ worker: W
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

/// A worker that processes pieces on one thread and can keep state between pieces.
package protocol Worker: SendableMetatype {
  associatedtype Piece: Sendable
  associatedtype Product: Sendable

  /// Processes one piece of work, and returns the product.
  mutating func work(on piece: Piece) -> Product
  /// Releases the state; called once, after the last piece.
  mutating func finish()
}
