package import LinkPolicy
package import LinkPolicyAuthoring
internal import LinkPolicyTesting

/// A breadth-first search for the stores that sequences of attempts can reach under a policy, from the empty store.
///
/// The search executes the policy's decisions on real accounts, so every sequence that it finds can
/// be replayed.
///
/// Stores that differ only in names are merged (``StoreKey``). The search expands all of the first
/// stores. To bound the work, it later expands only stores with a new feature or pair of features
/// (``Novelty``). Sequences up to ``exactDepth`` steps are the shortest ones. If the search does
/// not find a situation, it is proved impossible only if the exploration ``isComplete``.
package struct Explorer: Sendable {
  /// The policy.
  package let policy: CompiledPolicy
  /// The parts from which attempts are made.
  package let representatives: Representatives
  /// The bounds of the work.
  package let limits: Limits
  /// The other policies whose distinctions the search also makes, so that the policies can be
  /// compared.
  let others: [CompiledPolicy]
  let tellsReadings: Bool
  /// The tables in which attempts are made; nil for all.
  let tables: Set<Name>?
  package let patterns: [AttemptPattern]
  let maker: AttemptMaker
  let sketch: StoreSketch
  private var novelty: Novelty

  /// The stores in the order of discovery: shorter sequences come first.
  package internal(set) var stores: [Store] = []
  /// The distinct situations in the order of discovery: shorter sequences come first.
  package internal(set) var situations: [Basis] = []
  /// The steps that change the store: one for each pair of a deciding row and a resulting store.
  private(set) var edges: [Edge] = []
  private var knownEdges: Set<EdgeKey> = []
  /// For each store the situations in it; empty for a store that was not expanded.
  var met: [[Int]] = []
  private var numbers: [StoreKey: Int] = [:]
  var bases: [[UInt8]: Int] = [:]
  /// The stores that wait for expansion, by novelty and depth.
  var waiting: [[[Int]]]
  /// The goals of the search; nil for a search without goals.
  private var guide: ExplorationGuide?
  /// The number of expanded stores.
  package private(set) var expanded = 0
  /// The number of stores that were left out for lack of novelty or for their size.
  package private(set) var leftOut = 0
  /// The least depth of a store that was left out.
  private var leastLeftOut = Int.max

  /// Bounds of an exploration.
  package struct Limits: Sendable {
    /// The maximum number of expanded stores.
    package var stores = 1_500
    /// The number of stores that are expanded regardless of novelty.
    package var exactStores = 60
    /// The maximum numbers of accounts, sessions and codes in a store.
    package var accounts = 2
    package var sessions = 3
    package var codes = 2
    /// The maximum length of a sequence to a store.
    package var depth = 12

    package init() {}
  }

  /// A store that a sequence reaches.
  package struct Store: Sendable {
    package var accounts: Accounts
    /// The store before the last step; -1 for the empty one.
    var parent: Int
    /// The last step.
    var step: ExploredStep?
    /// The number of steps.
    package var depth: Int
  }

  /// Starts at the empty store.
  ///
  /// The search also makes the distinctions of the policies in `others`. A `seed` selects other representatives, in
  /// another order. Every attempt states the given settings, and varies only the others.
  package init(
    _ policy: CompiledPolicy, distinguishedBy others: [CompiledPolicy] = [],
    limits: Limits = Limits(),
    seed: UInt64 = 0, under settings: Settings = Settings()
  ) {
    self.init(
      policy, distinguishedBy: others, limits: limits,
      Representatives(of: [policy] + others, seed: seed), under: settings)
  }

  /// Starts at the empty store, with attempts made from the given representatives only.
  ///
  /// `tables` restricts the attempts to some tables. With `tellsReadings`, two attempts also differ if another policy
  /// reads a store differently for them.
  package init(
    _ policy: CompiledPolicy, distinguishedBy others: [CompiledPolicy], limits: Limits,
    _ representatives: Representatives, tellsReadings: Bool = false, tables: Set<Name>? = nil,
    under settings: Settings = Settings()
  ) {
    self.tables = tables
    self.tellsReadings = tellsReadings
    self.policy = policy
    var limits = limits
    let addresses = policy.vocabulary.addresses
    if !addresses.isUnique || addresses.match == .anyProven {
      // Two accounts that hold addresses, and a third that the attempt identifies.
      limits.accounts = max(limits.accounts, 3)
    }
    self.limits = limits
    self.others = others
    self.representatives = representatives
    patterns = AttemptPattern.all(of: policy, distinguishedBy: others, under: settings)
    maker = AttemptMaker(policy, representatives, others: others, under: settings)
    sketch = StoreSketch(policy, distinguishedBy: others)
    novelty = Novelty(sketch)
    waiting = [[[Int]]](
      repeating: [[Int]](repeating: [], count: limits.depth + 1), count: Self.ranks)
    _ = keep(Accounts(), after: -1, step: nil, depth: 0)
  }

  /// The number of ranks: the exact first stores, and the ranks of novelty except the last.
  private static var ranks: Int { Novelty.Rank.allCases.count }

  /// Whether no work is left within the limits.
  package var isDone: Bool {
    expanded >= limits.stores || (nextPlace == nil && guide?.nearest == nil)
  }

  /// Whether the search kept every reachable store.
  ///
  /// Then a situation that it did not find is impossible. The search makes no attempts with identifiers, so it is
  /// incomplete for a policy that declares any.
  package var isComplete: Bool {
    nextPlace == nil && leftOut == 0 && !policy.declaresIdentifiers
  }

  /// The length up to which the found sequences are known to be the shortest ones.
  package var exactDepth: Int {
    var least = leastLeftOut
    for depths in waiting {
      least = min(least, depths.firstIndex { !$0.isEmpty } ?? Int.max)
    }
    return least == Int.max ? Int.max : least + 1
  }

  private var nextPlace: (rank: Int, depth: Int)? {
    for (rank, depths) in waiting.enumerated() {
      if let depth = depths.firstIndex(where: { !$0.isEmpty }) {
        return (rank, depth)
      }
    }
    return nil
  }

  /// Expands one store after the other until none is left or the closure returns false.
  ///
  /// The closure is called before each store.
  package mutating func explore(while goesOn: (borrowing Explorer) -> Bool = { _ in true }) {
    while !isDone, goesOn(self), let number = takeNext() {
      expand(number)
      expanded += 1
    }
  }

  /// Removes and returns the store to expand next.
  ///
  /// Leads alternate with the other stores, because the store closest to a goal can be a dead end.
  private mutating func takeNext() -> Int? {
    let place = nextPlace
    if let lead = guide?.nearest, place == nil || expanded.isMultiple(of: 2) {
      guide?.remove(lead.store)
      for rank in waiting.indices {
        waiting[rank][lead.depth].removeAll { $0 == lead.store }
      }
      return lead.store
    }
    guard let (rank, depth) = place else { return nil }
    let number = waiting[rank][depth].removeFirst()
    guide?.remove(number)
    return number
  }

  /// Sets the goals of the search, before it starts.
  ///
  /// `representatives` are the parts of the attempts by which the distances from the goals are measured.
  mutating func aim(at goals: [ExplorationGoal], _ representatives: Representatives) {
    guide = ExplorationGuide(
      goals: goals, patterns: patterns, of: policy, others: others, representatives: representatives
    )
  }

  /// Removes all other goals.
  mutating func keep(goals kept: Set<Int>) {
    guide?.keep(goals: kept)
  }

  /// Records that a step connects two stores.
  mutating func note(_ edge: Edge) {
    let key = EdgeKey(table: edge.table, source: edge.source, target: edge.target)
    if knownEdges.insert(key).inserted {
      edges.append(edge)
    }
  }

  /// Adds a store unless it is known or lacks novelty, and returns its number.
  mutating func keep(
    _ accounts: Accounts, after parent: Int, step: ExploredStep?, depth: Int
  ) -> Int? {
    let key = StoreKey(accounts, sketch)
    if let known = numbers[key] {
      return known < 0 ? nil : known
    }
    let isSmall =
      accounts.accounts.count <= limits.accounts && accounts.sessions.count <= limits.sessions
      && accounts.codes.count <= limits.codes && depth <= limits.depth
    let rank = isSmall ? novelty.note(accounts) : .nothing
    let leads =
      isSmall
      ? guide?.note(accounts, after: parent, isNovel: rank != .nothing, depth: depth) ?? [] : []
    guard isSmall, rank != .nothing || !leads.isEmpty || stores.count < limits.exactStores else {
      numbers[key] = -1
      leftOut += 1
      leastLeftOut = min(leastLeftOut, depth)
      return nil
    }
    let number = stores.count
    numbers[key] = number
    if number < limits.exactStores {
      waiting[0][depth].append(number)
    } else if rank != .nothing {
      waiting[rank.rawValue + 1][depth].append(number)
    }
    guide?.add(leads, to: number)
    stores.append(Store(accounts: accounts, parent: parent, step: step, depth: depth))
    met.append([])
    return number
  }
}

extension Explorer {
  /// Returns the steps to a store.
  func contents(to number: Int) -> [ExploredStep] {
    var steps: [ExploredStep] = []
    var number = number
    while number >= 0 {
      if let step = stores[number].step {
        steps.append(step)
      }
      number = stores[number].parent
    }
    return steps.reversed()
  }

  /// Returns the sequence to a store.
  package func sequence(to store: Int) -> StepSequence {
    StepSequence(contents(to: store), under: policy)
  }

  /// Returns the sequence that ends with a situation, modified by one of its combinations.
  ///
  /// The interlude is inserted before its last step.
  package func sequence(
    to basis: Int, _ combination: Int, after interlude: [ExploredStep] = []
  ) -> StepSequence {
    var step = situations[basis].step
    modify(&step, of: basis, combination)
    return StepSequence(
      contents(to: situations[basis].store) + interlude + [.attempt(step)], under: policy)
  }

  /// Returns the attempt of a situation, modified by one of its combinations, and its store.
  package func attempt(of basis: Int, _ combination: Int) -> (ExploredAttempt, in: Accounts) {
    var step = situations[basis].step
    modify(&step, of: basis, combination)
    return (step, stores[situations[basis].store].accounts)
  }

  /// Returns the number of steps of sequences that end with a situation.
  func length(of basis: Int) -> Int { stores[situations[basis].store].depth + 1 }

  /// The situations by the lengths of their sequences, the shortest first.
  package var situationsByLength: [Int] {
    situations.indices.sorted { (length(of: $0), $0) < (length(of: $1), $1) }
  }

  /// Returns the shortest sequence to a situation and modification that a predicate accepts.
  ///
  /// The closure receives complete facts.
  package func shortestSequence(
    where fits: (_ table: Int, _ facts: FactVector, _ source: Decision.Source) -> Bool
  ) -> StepSequence? {
    for number in situationsByLength {
      if let combination = combination(of: number, where: fits) {
        return sequence(to: number, combination)
      }
    }
    return nil
  }

  /// Returns the first modification of a situation that a predicate accepts.
  func combination(
    of number: Int,
    where fits: (_ table: Int, _ facts: FactVector, _ source: Decision.Source) -> Bool
  ) -> Int? {
    let basis = situations[number]
    let pattern = patterns[basis.pattern]
    let modifiers = pattern.modifiers(isChecked: basis.isChecked)
    for (place, modification) in pattern.combinations(isChecked: basis.isChecked).enumerated() {
      var facts = basis.facts
      modification.set(modifiers, in: &facts)
      guard let source = policy.source(of: &facts) else { continue }
      if fits(pattern.table, facts, source) {
        return place
      }
    }
    return nil
  }
}

/// A small random number generator: a seed yields the same numbers on every machine.
struct SplitMix: Sendable {
  private var state: UInt64
  private let isActive: Bool

  /// Creates a generator; seed 0 disables shuffling.
  init(_ seed: UInt64) {
    state = seed
    isActive = seed != 0
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// Shuffles the elements.
  mutating func shuffle<Element>(_ elements: inout [Element]) {
    guard isActive, elements.count > 1 else { return }
    for index in elements.indices.dropLast() {
      let other = index + Int(truncatingIfNeeded: next() >> 1) % (elements.count - index)
      elements.swapAt(index, other)
    }
  }
}
