package import LinkPolicy
internal import LinkPolicyAuthoring

/// A situation that an exploration tries to reach: facts of an attempt that one table decides.
package struct ExplorationGoal: Sendable {
  /// A requirement of the goal: a fact with its accepted values.
  package struct GoalRequirement: Sendable {
    var fact: Int
    /// The values of the fact that the goal accepts.
    var values: ValueSet
    /// Values that a further step of the caller can turn into an accepted value.
    var near: ValueSet

    package init(fact: Int, values: ValueSet, near: ValueSet) {
      self.fact = fact
      self.values = values
      self.near = near
    }
  }

  /// The number by which the caller identifies the goal.
  var number: Int
  /// The index of the table that decides the attempt.
  var table: Int
  package var requirements: [GoalRequirement]

  package init(number: Int, table: Int) {
    self.number = number
    self.table = table
    requirements = []
  }
}

/// The goals of an exploration, and the stores that are close to a goal.
///
/// The distance of a store from a goal is the least number of requirements that an attempt in the store leaves unmet.
/// An unmet requirement with a near value counts half, because a further step can satisfy the requirement. A
/// breadth-first search expands hundreds of stores before the first store that takes three steps. An exploration with
/// goals therefore expands the first few stores of each set of unmet requirements early. Distance 0 shows only that the
/// situation is likely, so the caller must play the sequence.
struct ExplorationGuide: Sendable {
  /// A lead: a store that is close to a goal and waits for expansion.
  struct Lead: Sendable {
    var store: Int
    var depth: Int
    var goal: Int
    var distance: Int

    /// The sort key, which puts the closest stores first.
    var order: (Int, Int, Int) { (distance, depth, store) }
  }

  /// The requirements of a goal that attempts of one pattern leave unmet.
  ///
  /// The key includes the pattern, because attempts of another kind of method can be close to a goal that they never
  /// reach.
  private struct Remainder: Hashable {
    var goal: Int
    var pattern: Int
    var unmet: UnmetRequirements
  }

  /// The requirements that an attempt leaves unmet, by their indices.
  fileprivate struct UnmetRequirements: Hashable {
    var far = ValueSet()
    /// The unmet requirements whose fact has a near value.
    var near = ValueSet()

    var distance: Int { 2 * far.count + near.count }
  }

  /// The goals that attempts of one pattern can reach.
  fileprivate struct AimedPattern: Sendable {
    var pattern: AttemptPattern
    var goals: [ExplorationGoal]
    var maker: AttemptMaker
  }

  // The number of stores to expand for each set of unmet requirements. The first store can be a dead end, for example
  // because of the limits on a store's size.
  private static var storesOfEach: Int { 4 }

  private let policy: CompiledPolicy
  private var aimed: [AimedPattern] = []
  private var counts: [Remainder: Int] = [:]
  /// The stores that are or were leads.
  private var led: Set<Int> = []
  /// The leads that still wait for expansion.
  private(set) var leads: [Lead] = []

  /// Creates the guide of an exploration.
  ///
  /// - Parameters:
  ///   - goals: the goals of the exploration.
  ///   - patterns: the patterns of the exploration.
  ///   - policy: the explored policy.
  ///   - others: the policies that are compared with the explored policy.
  ///   - representatives: the providers, domains and claims of the attempts that measure distances.
  init(
    goals: [ExplorationGoal], patterns: [AttemptPattern], of policy: CompiledPolicy,
    others: [CompiledPolicy], representatives: Representatives
  ) {
    self.policy = policy
    for pattern in patterns {
      let free = pattern.free
      let own = goals.filter { $0.table == pattern.table }.map { goal in
        var goal = goal
        goal.requirements.removeAll { free.contains($0.fact) }
        return goal
      }
      guard !own.isEmpty else { continue }
      var accepted = representatives
      accepted.keep(
        providers: Set(
          accepted.providers.indices.filter { index in
            let value = policy.vocabulary.providers.value(of: accepted.providers[index].id)
            return own.contains { $0.accepts(value, as: .provider) }
          }), domains: Set(accepted.domains.indices))
      aimed.append(
        AimedPattern(
          pattern: pattern, goals: own, maker: AttemptMaker(policy, accepted, others: others)))
    }
  }

  /// Removes all goals except the given goals.
  mutating func keep(goals kept: Set<Int>) {
    for index in aimed.indices {
      aimed[index].goals.removeAll { !kept.contains($0.number) }
    }
    aimed.removeAll { $0.goals.isEmpty }
    leads.removeAll { !kept.contains($0.goal) }
  }

  /// Returns the leads that a new store gives; the caller must add the number of the store.
  ///
  /// Only the first few stores with the same unmet requirements give leads. To save time, the guide measures only novel
  /// stores and the stores one step after a lead.
  mutating func note(_ accounts: Accounts, after parent: Int, isNovel: Bool, depth: Int) -> [Lead] {
    guard isNovel || led.contains(parent) else { return [] }
    var leads: [Lead] = []
    let names = StoreNames(accounts)
    for (number, aimed) in aimed.enumerated() {
      var nearest = [(distance: Int, remainders: Set<UnmetRequirements>)](
        repeating: (Int.max, []), count: aimed.goals.count)
      let asksForSession = aimed.goals.allSatisfy {
        !$0.accepts(FactValue.SessionValue.none.rawValue, as: .session)
      }
      aimed.maker.attempts(of: aimed.pattern, in: names) { attempt in
        // In a store with sessions, an attempt without a session is no closer to the goals than the same attempt with
        // one, so the guide skips it.
        if asksForSession, attempt.caller.session == nil, !names.sessions.isEmpty { return }
        aimed.measure(attempt, in: accounts, under: policy) { goal, unmet in
          let distance = unmet.distance
          if distance < nearest[goal].distance {
            nearest[goal] = (distance, [unmet])
          } else if distance == nearest[goal].distance {
            nearest[goal].remainders.insert(unmet)
          }
        }
      }
      for (goal, near) in zip(aimed.goals, nearest) {
        let remainders = near.remainders.map {
          Remainder(goal: goal.number, pattern: number, unmet: $0)
        }
        if remainders.contains(where: { counts[$0, default: 0] < Self.storesOfEach }) {
          leads.append(Lead(store: -1, depth: depth, goal: goal.number, distance: near.distance))
        }
        for remainder in remainders {
          counts[remainder, default: 0] += 1
        }
      }
    }
    return leads
  }

  /// Keeps the leads that a new store gives, and sets their store number, which `note` leaves open.
  ///
  /// - Parameters:
  ///   - leads: the leads that `note` returned for the store.
  ///   - store: the number of the store, which waits for expansion.
  mutating func add(_ leads: [Lead], to store: Int) {
    guard !leads.isEmpty else { return }
    led.insert(store)
    self.leads += leads.map { lead in
      var lead = lead
      lead.store = store
      return lead
    }
  }

  /// The waiting store that is closest to a goal.
  var nearest: Lead? { leads.min { $0.order < $1.order } }

  /// Removes all leads to a store.
  mutating func remove(_ store: Int) {
    leads.removeAll { $0.store == store }
  }
}

extension ExplorationGuide.AimedPattern {
  /// Calls a closure for each goal that accepts the attempt's provider and domain, with the requirements that the
  /// attempt leaves unmet.
  fileprivate func measure(
    _ attempt: ExploredAttempt, in accounts: Accounts, under policy: CompiledPolicy,
    _ each: (_ goal: Int, _ unmet: ExplorationGuide.UnmetRequirements) -> Void
  ) {
    let vocabulary = policy.vocabulary
    let assertion = attempt.attempt.assertion
    do throws(InputError) {
      let provider = assertion.flatMap { vocabulary.providers.value(of: $0.provider) }
      let domain = try assertion?.addresses.first.map { record throws(InputError) in
        try vocabulary.domain(of: record.email)
      }
      let accepting = goals.indices.filter { goal in
        goals[goal].accepts(provider, as: .provider) && goals[goal].accepts(domain, as: .domain)
      }
      guard !accepting.isEmpty else { return }
      let situation = try accounts.situation(
        for: attempt.attempt, by: attempt.caller, under: policy.policy)
      let facts = try policy.reading(of: attempt.attempt, in: situation).facts
      for goal in accepting {
        each(goal, goals[goal].unmet(facts))
      }
    } catch {
      // A malformed attempt reaches no situation, so the guide ignores it.
    }
  }
}

extension ExplorationGoal {
  /// Returns whether the goal accepts a value of a fact; true for nil, and for a fact without a requirement.
  fileprivate func accepts(_ value: Int?, as fact: EngineFact) -> Bool {
    guard let value else { return true }
    return requirements.allSatisfy { $0.fact != fact.rawValue || $0.values.contains(value) }
  }

  /// Returns the requirements that the given facts leave unmet.
  fileprivate func unmet(_ facts: FactVector) -> ExplorationGuide.UnmetRequirements {
    var unmet = ExplorationGuide.UnmetRequirements()
    for (place, requirement) in requirements.enumerated() {
      let value = facts[requirement.fact]
      if requirement.near.contains(value) {
        unmet.near.insert(place)
      } else if !requirement.values.contains(value) {
        unmet.far.insert(place)
      }
    }
    return unmet
  }
}
