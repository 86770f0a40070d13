/// Goes through what a few steps come to in every order, breadth first, up to a limit.
struct OrderSearch<State> {
  private static var stateLimit: Int { 400 }

  /// The most steps of a sequence.
  let depth: Int

  init(depth: Int) {
    self.depth = depth
  }

  /// Follows every order of steps from a state.
  ///
  /// - Parameters:
  ///   - start: the state before the first step.
  ///   - key: what two states have in common that need not both be followed.
  ///   - next: the states that one step leads to.
  mutating func explore(from start: State, key: (State) -> [UInt8], next: (State) -> [State]) {
    var known: Set<[UInt8]> = [key(start)]
    var reached = [start]
    for _ in 0..<depth {
      var further: [State] = []
      for state in reached where known.count < Self.stateLimit {
        for after in next(state) where known.insert(key(after)).inserted {
          further.append(after)
        }
      }
      reached = further
    }
  }
}
