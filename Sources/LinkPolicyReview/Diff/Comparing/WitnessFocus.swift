internal import LinkPolicy
internal import LinkPolicyAuthoring

/// What attempts are made of in the search for witnesses: all representatives of both policies, or
/// where those are very many, the providers and domains that the differences are about.
///
/// Every store is tried with every pair of a provider and a domain. A policy with hundreds of each
/// would leave no time for sequences of more than one step.
struct WitnessFocus {
  let difference: PolicyDifference

  init(_ difference: PolicyDifference) {
    self.difference = difference
  }

  // All shipped policies have fewer pairs.
  private static var pairLimit: Int { 400 }
  private static var domainLimit: Int { 10 }
  private static var providerLimit: Int { 6 }
  // What one box is about can be shown by either of two.
  static var each: Int { 2 }

  /// The representatives for exploring the policy of one side.
  func representatives(_ side: Side, seed: UInt64) -> Representatives {
    let policies = difference.policies
    var chosen = Representatives(of: [policies[side], policies[side.other]], seed: seed)
    guard chosen.providers.count * chosen.domains.count > Self.pairLimit else {
      chosen.add(policies.spellings)
      return chosen
    }
    let values = domainValues(chosen.domains)
    // One that no box is about belongs to both: somebody from elsewhere.
    var domains: Set<Int> = [0, chosen.domains.count - 1]
    choose(.domain, values, Self.domainLimit, &domains)
    var providers = Set(chosen.providers.indices.filter { chosen.providers[$0].isTwin })
    choose(.provider, providerValues(chosen.providers), Self.providerLimit, &providers)
    for kind in MethodKind.allCases {
      let own = chosen.providers.indices.filter { chosen.providers[$0].kinds.contains(kind) }
      providers.formUnion(own.prefix(Self.each))
    }
    chosen.keep(providers: providers, domains: domains)
    chosen.add(policies.spellings)
    return chosen
  }

  func domainValues(_ domains: [String]) -> [Int] {
    domains.map { domain in
      value(.domain) { (try? $0.vocabulary.domain(of: "a@" + domain)) ?? 0 }
    }
  }

  func providerValues(_ providers: [Representatives.Provider]) -> [Int] {
    providers.map { provider in
      value(.provider) { $0.vocabulary.providers.value(of: provider.id) ?? -1 }
    }
  }

  /// The joint value of a fact, by what each policy reads; -1 for nothing.
  private func value(_ fact: EngineFact, _ own: (CompiledPolicy) -> Int) -> Int {
    difference.vocabulary.value(
      of: fact.rawValue, own: Sides { own(difference.policies[$0]) })
  }

  /// Adds those of which a box speaks, change by change, up to a limit.
  private func choose(
    _ fact: EngineFact, _ values: [Int], _ limit: Int, _ chosen: inout Set<Int>
  ) {
    for change in difference.changes where !change.kinds.contains(.unreachable) {
      let algebra = difference.comparisons[change.comparison].algebra
      guard let axis = algebra.axes.firstIndex(where: { $0.fact == fact.rawValue }) else {
        continue
      }
      for box in change.boxes where chosen.count < limit {
        let classes = box.box.classes[axis]
        guard classes.count < algebra.axes[axis].classCount else { continue }
        let own = values.indices.filter { index in
          values[index] >= 0 && classes.contains(algebra.axes[axis].classOfValue[values[index]])
        }
        chosen.formUnion(own.prefix(Self.each))
      }
    }
  }
}
