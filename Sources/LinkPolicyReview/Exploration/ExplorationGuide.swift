internal import LinkPolicy
internal import LinkPolicyAuthoring

/// A situation that an exploration tries to reach: facts of an attempt that one table decides.
struct ExplorationGoal: Sendable {
  /// A required fact and its accepted values.
  struct GoalRequirement: Sendable {
    var fact: Int
    var values: ValueSet
  }

  /// The number by which the caller identifies the goal.
  var number: Int
  /// The index of the table.
  var table: Int
  var requirements: [GoalRequirement]
}

/// The goals of an exploration, and the stores that come close to them.
///
/// The distance of a store from a goal is the least number of requirements that an attempt in the store
/// leaves unmet. A breadth-first search expands hundreds of stores before the first one of three steps. An
/// exploration with goals also expands the first few stores that leave the same requirements unmet.
/// The guide does not decide whether a situation is reached.
struct ExplorationGuide: Sendable {
  /// A store that comes close to a goal.
  struct Lead: Sendable {
    var store: Int
    var depth: Int
    var goal: Int
    var distance: Int

    /// The order of expansion: the closest stores first.
    var order: (Int, Int, Int) { (distance, depth, store) }
  }

  /// The unmet requirements of a goal, as bits.
  private struct Remainder: Hashable {
    var goal: Int
    var unmet: UInt64
  }

  /// The goals for one pattern of attempts.
  private struct Aimed: Sendable {
    var pattern: AttemptPattern
    var goals: [ExplorationGoal]
  }

  // The first store with a remainder can be a dead end, for example because of the limits on its size.
  private static var storesOfEach: Int { 4 }

  private var aimed: [Aimed] = []
  private let maker: AttemptMaker
  private var counts: [Remainder: Int] = [:]
  /// The stores that wait for expansion.
  private(set) var leads: [Lead] = []

  /// Creates the guide.
  ///
  /// - Parameters:
  ///   - goals: the goals.
  ///   - patterns: the patterns of the exploration.
  ///   - maker: the maker of the attempts by which distances are measured.
  init(_ goals: [ExplorationGoal], _ patterns: [AttemptPattern], _ maker: AttemptMaker) {
    self.maker = maker
    for pattern in patterns {
      let free = pattern.free
      let own = goals.filter { $0.table == pattern.table }.map { goal in
        var goal = goal
        goal.requirements.removeAll { free.contains($0.fact) }
        // The bits of a remainder are limited.
        goal.requirements = Array(goal.requirements.prefix(UInt64.bitWidth))
        return goal
      }
      if !own.isEmpty {
        aimed.append(Aimed(pattern: pattern, goals: own))
      }
    }
  }

  /// Removes all other goals.
  mutating func keep(goals kept: Set<Int>) {
    for index in aimed.indices {
      aimed[index].goals.removeAll { !kept.contains($0.number) }
    }
    aimed.removeAll { $0.goals.isEmpty }
    leads.removeAll { !kept.contains($0.goal) }
  }

  /// Returns the leads of a store, without its number.
  ///
  /// Each remainder counts for the first few stores only.
  mutating func note(_ accounts: Accounts, depth: Int) -> [Lead] {
    var nearest: [Int: (distance: Int, remainders: Set<UInt64>)] = [:]
    let names = StoreNames(accounts)
    for aimed in aimed {
      maker.attempts(aimed.pattern, in: names) { attempt in
        do throws(InputError) {
          let situation = try accounts.situation(
            for: attempt.attempt, by: attempt.caller, under: maker.policy.policy)
          let facts = try maker.policy.reading(of: attempt.attempt, in: situation).facts
          for goal in aimed.goals {
            let unmet = goal.unmet(facts)
            let distance = unmet.nonzeroBitCount
            let known = nearest[goal.number]
            if known.map({ distance < $0.distance }) ?? true {
              nearest[goal.number] = (distance, [unmet])
            } else if known?.distance == distance {
              nearest[goal.number]?.remainders.insert(unmet)
            }
          }
        } catch {
          // A malformed attempt is in no situation.
        }
      }
    }
    var leads: [Lead] = []
    for (goal, near) in nearest.sorted(by: { $0.key < $1.key }) {
      let remainders = near.remainders.map { Remainder(goal: goal, unmet: $0) }
      if remainders.contains(where: { counts[$0, default: 0] < Self.storesOfEach }) {
        leads.append(Lead(store: -1, depth: depth, goal: goal, distance: near.distance))
      }
      for remainder in remainders {
        counts[remainder, default: 0] += 1
      }
    }
    return leads
  }

  /// Adds leads to a store.
  mutating func add(_ leads: [Lead], to store: Int) {
    self.leads += leads.map { lead in
      var lead = lead
      lead.store = store
      return lead
    }
  }

  /// The waiting store that is closest to a goal.
  var nearest: Lead? { leads.min { $0.order < $1.order } }

  /// Removes the leads to a store.
  mutating func remove(_ store: Int) {
    leads.removeAll { $0.store == store }
  }
}

extension ExplorationGoal {
  /// Returns the requirements that facts leave unmet, as bits.
  fileprivate func unmet(_ facts: FactVector) -> UInt64 {
    var unmet: UInt64 = 0
    for (place, requirement) in requirements.enumerated() {
      if !requirement.values.contains(facts[requirement.fact]) {
        unmet |= 1 << UInt64(place)
      }
    }
    return unmet
  }
}
