internal import LinkPolicy
internal import LinkPolicyAuthoring

/// All that a policy and the assumptions can see of a actors, its providers taken in some order.
///
/// Two casts of one shape are the same but for names: each explores to the same states, so one is
/// explored for both. Rows that no attempt of the actors can meet are left out; what stays must agree
/// row by row, so that unequal shapes say nothing.
struct ActorShape: Equatable {
  private struct Provider: Equatable {
    var kinds: [MethodKind]
    var flags: [Bool]
    var pool: Int
  }

  private struct Assertable: Equatable {
    var provider: Int
    var address: ProofActors.Address?
    var claims: [String]
    var obtainer: Assumptions.Obtainer?
  }

  private struct Row: Equatable {
    /// Each condition's fact, and the values or places under which it holds.
    var conditions: [[Int]]
    var answer: CompiledAnswer?
    var value: Int?
    var wouldGuards: [Int]?
    var would: [Name]?

    init(_ row: CompiledRow?, _ conditions: [[Int]]) {
      self.conditions = conditions
      answer = row?.answer
      value = row?.value
      wouldGuards = row?.wouldGuards
      would = row?.would
    }
  }

  private var areRelays: [Bool]
  private var haveSameIssuer: [Bool]
  private var providers: [Provider]
  private var assertable: [Assertable]
  private var lists: [[Row]]

  /// The shape with the actors's providers in the order of `order`, which holds their indices.
  init(_ actors: ProofActors, _ policy: CompiledPolicy, order: [Int]) {
    let view = View(actors, policy, order: order)
    let storage = policy.storage
    let vocabulary = policy.vocabulary
    let asksForRelays = vocabulary.usedFacts.contains(EngineFact.relay.rawValue)
    areRelays = asksForRelays ? view.domains.map { vocabulary.domains.relays.contains($0) } : []
    haveSameIssuer = order.flatMap { first in
      order.map { second in
        vocabulary.providers.haveSameIssuer(actors.providers[first], actors.providers[second])
      }
    }
    providers = order.map { index in
      let id = actors.providers[index]
      let value = policy.value(ofProvider: id)
      let declared = vocabulary.providers.providers[value]
      return Provider(
        kinds: declared.kinds,
        flags: [declared.givesEmail, declared.requiresConsent, declared.keepsCase]
          + actors.excluded.map { $0.isAbout(id) },
        pool: vocabulary.pools.index(ofProvider: value))
    }
    assertable = order.enumerated().flatMap { place, index in
      actors.assertable.filter { $0.provider == index }.map { one in
        Assertable(
          provider: place, address: one.address,
          claims: one.claims.map { $0.name + " " + ProofMove.text(of: $0, policy) },
          // The attacker can obtain whatever is said of his own address.
          obtainer: one.address == .attackers ? nil : one.obtainer)
      }
    }
    // Rows name guards by their places, so every guard stays.
    lists = [storage.guards.map { Row($0, view.conditions($0.conditions)) }]
    lists += (storage.facts.map { $0.rows } + storage.tables.map { $0.rows }).map { rows in
      rows.filter { view.canMeet($0.conditions) }.map { Row($0, view.conditions($0.conditions)) }
    }
    lists.append(storage.impossible.map { Row(nil, view.conditions($0)) })
    lists.append([Row(nil, view.conditions(storage.proof))])
  }

  /// Whether two casts of one policy are the same but for the names of domains and providers.
  static func areAlike(_ first: ProofActors, _ second: ProofActors, under policy: CompiledPolicy)
    -> Bool
  {
    guard first.providers.count == second.providers.count,
      first.assertable.count == second.assertable.count, first.providers.count <= 6
    else { return false }
    let usual = Array(first.providers.indices)
    let shape = ActorShape(first, policy, order: usual)
    return permutations(of: usual).contains { ActorShape(second, policy, order: $0) == shape }
  }

  private static func permutations(of items: [Int]) -> [[Int]] {
    guard items.count > 1 else { return [items] }
    return items.indices.flatMap { index in
      var rest = items
      let item = rest.remove(at: index)
      return permutations(of: rest).map { [item] + $0 }
    }
  }

  /// Conditions as the attempts and accounts of one actors meet them.
  private struct View {
    /// The values of the owner's and of the attacker's domain.
    let domains: [Int]
    private let absentDomain: Int
    /// The values of the fact `provider`: those of the actors in order, then those that are not
    /// federated, and none.
    private let providers: [Int]

    init(_ actors: ProofActors, _ policy: CompiledPolicy, order: [Int]) {
      let vocabulary = policy.vocabulary
      domains = [actors.owners, actors.attackers].map { address in
        (try? vocabulary.domain(of: address)) ?? vocabulary.domains.absent
      }
      absentDomain = vocabulary.domains.absent
      let others = vocabulary.providers.providers.filter { !$0.kinds.contains(.federated) }
      let known = order.map { actors.providers[$0] } + others.map { $0.id.text }
      providers = known.map { policy.value(ofProvider: $0) } + [vocabulary.providers.none]
    }

    /// Whether something of the actors can meet conditions.
    func canMeet(_ conditions: [ResolvedCondition]) -> Bool {
      conditions.allSatisfy { !places($0).isEmpty }
    }

    func conditions(_ conditions: [ResolvedCondition]) -> [[Int]] {
      conditions.map { [$0.fact] + places($0) }.sorted { $0[0] < $1[0] }
    }

    private func places(_ condition: ResolvedCondition) -> [Int] {
      switch condition.fact {
      case EngineFact.domain.rawValue: places(of: domains + [absentDomain], in: condition)
      case EngineFact.provider.rawValue: places(of: providers, in: condition)
      default: condition.values.values
      }
    }

    private func places(of values: [Int], in condition: ResolvedCondition) -> [Int] {
      values.indices.filter { condition.values.contains(values[$0]) }
    }
  }
}
