package import LinkPolicy
package import LinkPolicyAuthoring
internal import LinkPolicyTesting

/// Explores what sequences of attempts can come to under a policy, breadth first from the empty
/// store, with the policy's own decisions carried out on real accounts.
///
/// Stores are merged up to renaming (``StoreKey``). The first ones are all looked at; after them
/// those with something new about them (``Novelty``), the newest first, so that the work is bounded.
/// What is found is therefore always real, and shortest as far as ``exactDepth`` says; what is not
/// found is not proved impossible unless the exploration ``isComplete``.
package struct Explorer: Sendable {
  /// The policy.
  package let policy: CompiledPolicy
  /// What attempts are made of.
  package let representatives: Representatives
  /// How much work is done at most.
  package let limits: Limits
  /// The policies whose distinctions are made as well.
  let others: [CompiledPolicy]
  let tellsReadings: Bool
  /// The tables in which attempts are made; nil for all.
  let tables: Set<Name>?
  package let patterns: [AttemptPattern]
  let maker: AttemptMaker
  let sketch: StoreSketch
  private var novelty: Novelty

  /// The stores kept, in the order in which they were found: shorter sequences come first.
  package internal(set) var stores: [Store] = []
  /// The situations found, each once, shorter sequences first.
  package internal(set) var situations: [Basis] = []
  /// The steps that change something, from store to store: one for each row and each store that
  /// it leads to.
  private(set) var edges: [Edge] = []
  private var knownEdges: Set<EdgeKey> = []
  /// For each store the situations met in it; empty for one that was not expanded.
  var met: [[Int]] = []
  private var numbers: [StoreKey: Int] = [:]
  var bases: [[UInt8]: Int] = [:]
  /// The stores that wait to be expanded, by how new they are and by depth.
  var waiting: [[[Int]]]
  /// How many stores were expanded.
  package private(set) var expanded = 0
  /// How many stores were left out because nothing was new about them, or for their size.
  package private(set) var leftOut = 0
  /// The least depth of a store that was left out.
  private var leastLeftOut = Int.max

  /// Bounds of an exploration.
  package struct Limits: Sendable {
    /// The most stores expanded.
    package var stores = 1_500
    /// The stores expanded whatever they are.
    package var exactStores = 60
    /// The most accounts, sessions and codes of a store.
    package var accounts = 2
    package var sessions = 3
    package var codes = 2
    /// The longest sequence that leads to a store.
    package var depth = 12

    package init() {}
  }

  /// A store that a sequence leads to.
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
  /// `others` are policies whose distinctions are to be made as well; `seed` picks other
  /// representatives in another order.
  package init(
    _ policy: CompiledPolicy, distinguishedBy others: [CompiledPolicy] = [],
    limits: Limits = Limits(),
    seed: UInt64 = 0
  ) {
    self.init(
      policy, distinguishedBy: others, limits: limits,
      Representatives(of: [policy] + others, seed: seed))
  }

  /// Starts at the empty store, with attempts made of some representatives alone.
  ///
  /// With `tables`, attempts are made in those alone. With `tellsReadings`, attempts that one of the other policies reads otherwise in a store are told apart too, not only
  /// those in which it reads the names otherwise.
  package init(
    _ policy: CompiledPolicy, distinguishedBy others: [CompiledPolicy], limits: Limits,
    _ representatives: Representatives, tellsReadings: Bool = false, tables: Set<Name>? = nil
  ) {
    self.tables = tables
    self.tellsReadings = tellsReadings
    self.policy = policy
    var limits = limits
    let addresses = policy.vocabulary.addresses
    if !addresses.isUnique || addresses.match == .anyProven {
      // Two accounts that hold addresses, and a third that is pointed to.
      limits.accounts = max(limits.accounts, 3)
    }
    self.limits = limits
    self.others = others
    self.representatives = representatives
    patterns = AttemptPattern.all(of: policy, distinguishedBy: others)
    maker = AttemptMaker(policy, representatives, others: others)
    sketch = StoreSketch(policy, distinguishedBy: others)
    novelty = Novelty(sketch)
    waiting = [[[Int]]](
      repeating: [[Int]](repeating: [], count: limits.depth + 1), count: Self.ranks)
    _ = keep(Accounts(), after: -1, step: nil, depth: 0)
  }

  /// The exact first stores, and the ranks of novelty but the last.
  private static var ranks: Int { Novelty.Rank.allCases.count }

  /// Whether there is nothing left to do within the limits.
  package var isDone: Bool { expanded >= limits.stores || nextPlace == nil }

  /// Whether every store that sequences can lead to was kept: what was not found cannot be.
  package var isComplete: Bool { nextPlace == nil && leftOut == 0 }

  /// The length up to which the sequences found are known to be the shortest.
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

  /// Expands one store after the other until there is none left, or until told to stop.
  ///
  /// The closure is asked before each store.
  package mutating func explore(while goesOn: (borrowing Explorer) -> Bool = { _ in true }) {
    while expanded < limits.stores, let (rank, depth) = nextPlace, goesOn(self) {
      let number = waiting[rank][depth].removeFirst()
      expand(number)
      expanded += 1
    }
  }

  /// Notes that a step leads from one store to another.
  mutating func note(_ edge: Edge) {
    let key = EdgeKey(table: edge.table, source: edge.source, target: edge.target)
    if knownEdges.insert(key).inserted {
      edges.append(edge)
    }
  }

  /// Keeps a store unless it is known or nothing is new about it; returns its number.
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
    guard isSmall, rank != .nothing || stores.count < limits.exactStores else {
      numbers[key] = -1
      leftOut += 1
      leastLeftOut = min(leastLeftOut, depth)
      return nil
    }
    let number = stores.count
    numbers[key] = number
    waiting[number < limits.exactStores ? 0 : rank.rawValue + 1][depth].append(number)
    stores.append(Store(accounts: accounts, parent: parent, step: step, depth: depth))
    met.append([])
    return number
  }
}
