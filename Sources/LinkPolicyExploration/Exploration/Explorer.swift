package import LinkPolicy
package import LinkPolicyAuthoring
internal import LinkPolicyTesting

/// A breadth-first search for the stores that sequences of attempts can reach under a policy, from the empty store.
///
/// The search executes the policy's decisions on real accounts, so every sequence that it finds can
/// be replayed.
///
/// The search merges stores that differ only in names (``StoreKey``). At first, the search expands every store. To
/// bound the work, the search later expands only stores with a new feature or pair of features (``Novelty``). A
/// situation that the search does not find is proved impossible only if the exploration is complete (``isComplete``).
package struct Explorer: Sendable {
  /// The policy whose stores the search explores.
  package let policy: CompiledPolicy
  /// The providers, domains and claims from which the search makes attempts.
  package let representatives: Representatives
  /// The limits on the work of the search, such as the number of stores.
  package let limits: Limits
  /// The other policies of a comparison.
  ///
  /// The search also distinguishes values that only the conditions of these policies distinguish.
  let others: [CompiledPolicy]
  let tellsReadings: Bool
  /// The tables in which the search makes attempts; nil for all tables.
  let tables: Set<Name>?
  package let patterns: [AttemptPattern]
  let maker: AttemptMaker
  package let sketch: StoreSketch
  private var novelty: Novelty

  /// The stores in the order of discovery: shorter sequences come first.
  package internal(set) var stores: [Store] = []
  /// The distinct situations in the order of discovery: shorter sequences come first.
  package internal(set) var situations: [Basis] = []
  /// The steps that change the store: one for each pair of a deciding row and a resulting store.
  package private(set) var edges: [Edge] = []
  private var knownEdges: Set<EdgeKey> = []
  /// The situations in each store; empty for a store that the search has not expanded.
  package var met: [[Int]] = []
  private var numbers: [StoreKey: Int] = [:]
  var bases: [[UInt8]: Int] = [:]
  /// The stores that wait for expansion, grouped by novelty and depth.
  var waiting: [[[Int]]]
  /// The goals of the search; nil for a search without goals.
  private var guide: ExplorationGuide?
  /// The number of expanded stores.
  package private(set) var expanded = 0
  /// The number of stores that the search left out, because they are too large or not novel.
  package private(set) var leftOut = 0

  /// The kinds of attempts that an exploration skips or tries only in part, such as attempts that redeem a ticket.
  package enum UntriedAttempts: String, CaseIterable, Sendable {
    case identifiers, tickets
    /// Most combinations of the facts, settings and inputs that an attempt states, because the combinations exceed a
    /// limit.
    case combinations
    /// Combinations of claims beyond the limit of the representatives.
    case claims

    /// A description of the omitted attempts, such as `attempts that redeem a ticket`.
    package var words: String {
      switch self {
      case .identifiers: "attempts that state an identifier"
      case .tickets: "attempts that redeem a ticket"
      case .combinations: "attempts with over two unusual facts, settings or inputs"
      case .claims: "attempts with some of the claims"
      }
    }
  }

  /// Limits on the work of an exploration, such as the number of stores.
  package struct Limits: Sendable {
    /// The maximum number of expanded stores.
    package var stores = 1_500
    /// How many of the first stores the search expands even if they are not novel.
    package var exactStores = 60
    /// The maximum number of accounts in a store; the search leaves out stores with more accounts.
    package var accounts = 2
    /// The maximum number of sessions in a store.
    package var sessions = 3
    /// The maximum number of codes in a store.
    package var codes = 2
    /// The maximum number of steps in a sequence to a store.
    package var depth = 12

    package init() {}
  }

  /// A store that a sequence reaches, with the last step of the sequence.
  package struct Store: Sendable {
    package var accounts: Accounts
    /// The number of the store before the last step; -1 for the empty store.
    package var parent: Int
    /// The last step of the sequence; nil for the empty store.
    package var step: ExploredStep?
    /// The number of steps from the empty store.
    package var depth: Int
  }

  /// Creates a search that starts at the empty store.
  ///
  /// The search also distinguishes the values that the policies in `others` distinguish. A `seed` other than 0 selects
  /// other representatives and another order. Every attempt states the given settings, and the search varies all other
  /// settings.
  package init(
    _ policy: CompiledPolicy, distinguishedBy others: [CompiledPolicy] = [],
    limits: Limits = Limits(),
    seed: UInt64 = 0, under settings: Settings = Settings()
  ) {
    self.init(
      policy, distinguishedBy: others, limits: limits,
      Representatives(of: [policy] + others, seed: seed), under: settings)
  }

  /// Creates a search that starts at the empty store and makes attempts only from the given representatives.
  ///
  /// `tables` restricts the attempts to the given tables. With `tellsReadings`, the search also distinguishes attempts
  /// for which another policy computes different facts about the accounts.
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
      // Two accounts can hold the attempt's addresses, and the attempt can identify a third account.
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

  /// The number of ranks: one for the first stores, which are all expanded, and one for each degree of novelty that
  /// leads to an expansion.
  private static var ranks: Int { Novelty.Rank.allCases.count }

  /// Whether the search has no work left within its limits.
  package var isDone: Bool {
    expanded >= limits.stores || (nextPlace == nil && guide?.nearest == nil)
  }

  /// Whether the search kept every reachable store, and made every kind of attempt in each store.
  ///
  /// If the search is complete, a situation that the search did not find is impossible.
  package var isComplete: Bool {
    nextPlace == nil && leftOut == 0 && untried.isEmpty
  }

  /// The attempts that the policy distinguishes, but that the search does not make.
  package var untried: [UntriedAttempts] {
    UntriedAttempts.allCases.filter { attempts in
      switch attempts {
      case .identifiers: policy.declaresIdentifiers
      case .tickets: policy.vocabulary.isUsed(.ticket)
      case .combinations: patterns.contains { $0.leavesOutCombinations }
      case .claims: representatives.leavesOutClaims
      }
    }
  }

  private var nextPlace: (rank: Int, depth: Int)? {
    for (rank, depths) in waiting.enumerated() {
      if let depth = depths.firstIndex(where: { !$0.isEmpty }) {
        return (rank, depth)
      }
    }
    return nil
  }

  /// Expands stores one by one until no store is left or the closure returns false.
  ///
  /// The search calls the closure before each store.
  package mutating func explore(while goesOn: (borrowing Explorer) -> Bool = { _ in true }) {
    while !isDone, goesOn(self), let number = takeNext() {
      expand(number)
      expanded += 1
    }
  }

  /// Removes and returns the store to expand next; nil if no store waits.
  ///
  /// The search alternates between leads and other stores, because the store closest to a goal can be a dead end.
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

  /// Sets the goals of a search that has not started.
  ///
  /// `representatives` are the providers, domains and claims of the attempts that measure a store's distance from the
  /// goals.
  package mutating func aim(at goals: [ExplorationGoal], _ representatives: Representatives) {
    guide = ExplorationGuide(
      goals: goals, patterns: patterns, of: policy, others: others, representatives: representatives
    )
  }

  /// Removes all goals except the given goals.
  package mutating func keep(goals kept: Set<Int>) {
    guide?.keep(goals: kept)
  }

  /// Records a step that leads from one store to another store.
  mutating func note(_ edge: Edge) {
    let key = EdgeKey(table: edge.table, source: edge.source, target: edge.target)
    if knownEdges.insert(key).inserted {
      edges.append(edge)
    }
  }

  /// Returns the number of a store; a new store is added first.
  ///
  /// Returns nil if the search leaves the store out, because the store is too large or not novel.
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
  /// Returns the steps that lead from the empty store to a store.
  package func contents(to number: Int) -> [ExploredStep] {
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

  /// Returns the sequence of steps that leads from the empty store to a store.
  package func sequence(to store: Int) -> StepSequence {
    StepSequence(contents(to: store), under: policy)
  }

  /// Returns the sequence that ends with the attempt of a situation, modified by a combination of modifiers.
  ///
  /// The sequence performs the steps of `interlude` directly before the last step.
  package func sequence(
    to basis: Int, _ combination: Int, after interlude: [ExploredStep] = []
  ) -> StepSequence {
    var step = situations[basis].step
    modify(&step, of: basis, combination)
    return StepSequence(
      contents(to: situations[basis].store) + interlude + [.attempt(step)], under: policy)
  }

  /// Returns the attempt of a situation, modified by a combination of modifiers, and the situation's store.
  package func attempt(of basis: Int, _ combination: Int) -> (ExploredAttempt, in: Accounts) {
    var step = situations[basis].step
    modify(&step, of: basis, combination)
    return (step, stores[situations[basis].store].accounts)
  }

  /// Returns the number of steps in a sequence that ends with a situation.
  package func length(of basis: Int) -> Int { stores[situations[basis].store].depth + 1 }

  /// The situations, ordered by the length of the sequences to them.
  package var situationsByLength: [Int] {
    situations.indices.sorted { (length(of: $0), $0) < (length(of: $1), $1) }
  }

  /// Returns the shortest sequence to a situation and modification that a predicate accepts.
  ///
  /// The predicate receives all facts, including derived facts.
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

  /// Returns the first combination of a situation's modifiers that a predicate accepts.
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
