internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyExploration

/// The pairs of values that one attempt can have under two policies, for facts that the policies define differently.
///
/// The facts are `methods` and `other-methods`, which count methods, and `relay`. For example, if the policies count
/// different kinds, one account can have one method for the old policy and two methods for the new policy. The separate
/// cells of each policy do not show which pairs of values are possible.
struct JointPossibility {
  private let policies: Sides<CompiledPolicy>
  private let vocabulary: JointVocabulary
  /// The kinds of method that attempts can carry in both tables; nil represents an attempt without a kind.
  private let kinds: [MethodKind?]

  init(_ tables: Sides<Int>, of policies: Sides<CompiledPolicy>, _ vocabulary: JointVocabulary) {
    self.policies = policies
    self.vocabulary = vocabulary
    let own = Sides { policies[$0].storage.tables[tables[$0]].kinds }
    let common = own.old.filter { own.new.contains($0) }
    kinds = common.isEmpty ? [nil] : common.map { .some($0) }
  }

  /// Returns the conditions that one policy's cells must distinguish so that relays can be compared; empty if both
  /// policies treat the same addresses as relays.
  func distinguishing(_ side: Side) -> [ResolvedCondition] {
    guard isApart(.relay) else { return [] }
    let read = policies[side].vocabulary
    let position = SourcePosition(line: 1, column: 1)
    var conditions: [ResolvedCondition] = []
    for (fact, values) in [
      (EngineFact.provider, ValueSet(0..<read.providers.providers.count)),
      (EngineFact.domain, ValueSet(0..<read.schema.count(EngineFact.domain.rawValue))),
    ] {
      let joint = vocabulary.joint[side][fact.rawValue]
      var groups: [Vector: ValueSet] = [:]
      for (place, value) in vocabulary.facts[joint].values.enumerated() {
        // A value that only the other policy declares has no number in the policy of `side`.
        guard value.own[side] >= 0, values.contains(value.own[side]) else { continue }
        groups[vector(fact, place), default: ValueSet()].insert(value.own[side])
      }
      conditions += groups.values.map {
        ResolvedCondition(fact: fact.rawValue, values: $0, position: position)
      }
    }
    let sameProvider = AnswerGraph.everyValue(
      of: [EngineFact.sameProvider.rawValue, EngineFact.address.rawValue], read.schema)
    return conditions + sameProvider
  }

  /// Returns the joint cells that are possible under the constraints on methods and relays.
  func cells(_ algebra: inout CellAlgebra) -> CellGraph {
    let counted = isApart(.methods) ? countedCells(&algebra) : .full
    let relayed = isApart(.relay) ? relayedCells(&algebra) : .full
    let other = isApart(.otherMethods) ? otherCells(&algebra) : .full
    return algebra.intersection(algebra.intersection(counted, relayed), other)
  }

  private func isApart(_ fact: EngineFact) -> Bool {
    vocabulary.joint.old[fact.rawValue] != vocabulary.joint.new[fact.rawValue]
  }

  // MARK: Boxes

  private func axis(of fact: EngineFact, on side: Side, in algebra: CellAlgebra) -> Int? {
    let joint = vocabulary.joint[side][fact.rawValue]
    return algebra.axes.firstIndex { $0.fact == joint }
  }

  /// Returns the cells in which every limited fact has one of its allowed values.
  ///
  /// A fact without a limit or axis can have any value.
  private func box(
    _ limits: [(fact: EngineFact, side: Side, values: ValueSet)], _ algebra: inout CellAlgebra
  ) -> CellGraph {
    var box = CellBox(algebra.axes.map { .all($0.classCount) })
    for limit in limits {
      guard let axis = axis(of: limit.fact, on: limit.side, in: algebra) else { continue }
      let values = vocabulary.values(
        of: algebra.axes[axis].fact, holding: limit.values, limit.side)
      box.classes[axis] = box.classes[axis].intersection(
        algebra.axes[axis].classes(touching: values))
    }
    return algebra.set(of: box)
  }

  private static let owned = ValueSet(of: FactValue.SameProvider.sameSubject, .otherSubject)
  private static let unowned = ValueSet(of: FactValue.SameProvider.none)

  // MARK: Methods that count

  private func countedCells(_ algebra: inout CellAlgebra) -> CellGraph {
    var cells = CellGraph.empty
    for kind in kinds {
      for isOwned in [false, true] {
        for pair in counts(kind, isOwned) {
          var limits: [(fact: EngineFact, side: Side, values: ValueSet)] = [
            (.sameProvider, .old, isOwned ? Self.owned : Self.unowned),
            (.methods, .old, ValueSet([pair.old])), (.methods, .new, ValueSet([pair.new])),
          ]
          if let kind {
            limits.append((.kind, .old, ValueSet([Int(kind.rawValue)])))
          }
          cells = algebra.union(cells, box(limits, &algebra))
        }
      }
    }
    return cells
  }

  /// Returns the cells in which an account can have both policies' values of `other-methods`.
  ///
  /// If an account has another enabled method, a policy that also counts disabled methods counts that method too.
  private func otherCells(_ algebra: inout CellAlgebra) -> CellGraph {
    let all: Side = policies.old.vocabulary.countsDisabled ? .old : .new
    let enabled: Side = all == .old ? .new : .old
    let none = ValueSet(of: FactValue.OtherMethods.none)
    let some = ValueSet(of: FactValue.OtherMethods.some)
    let without = box([(.otherMethods, enabled, none)], &algebra)
    let with = box([(.otherMethods, all, some)], &algebra)
    return algebra.union(without, with)
  }

  /// Returns the pairs of method counts that an account can have under the two policies.
  ///
  /// A count is 0, 1, or 2 for two or more methods.
  ///
  /// `isOwned` means that the account has a method of the attempt's provider and kind.
  private func counts(_ kind: MethodKind?, _ isOwned: Bool) -> Set<Sides<Int>> {
    let counted = Sides { policies[$0].vocabulary.countedKinds }
    func members(_ old: Bool, _ new: Bool) -> [MethodKind] {
      MethodKind.allCases.filter {
        counted.old.contains($0) == old && counted.new.contains($0) == new
      }
    }
    let counts = Sides { policies[$0].vocabulary.countsDisabled }
    let countsEnabled = !counts.old && !counts.new
    let groups = [members(true, false), members(true, true), members(false, true)]
    let ranges = groups.map { members in
      let count = members.reduce(0) { $0 + most(of: $1, beside: kind, isOwned) }
      // A policy that does not count disabled methods may count no method at all, because every method may be disabled.
      let least = isOwned && !countsEnabled && members.contains { $0 == kind } ? 1 : 0
      return least...Swift.max(least, Swift.min(count, 2))
    }
    var pairs: Set<Sides<Int>> = []
    for first in ranges[0] {
      for both in ranges[1] {
        for last in ranges[2] {
          let pair = Sides(old: min(first + both, 2), new: min(both + last, 2))
          // Each method can be disabled, so a policy that counts only enabled methods may count fewer methods.
          for old in (counts.old || countsEnabled ? pair.old : 0)...pair.old {
            for new in (counts.new || countsEnabled ? pair.new : 0)...pair.new {
              pairs.insert(Sides(old: old, new: new))
            }
          }
        }
      }
    }
    return pairs
  }

  /// Returns the maximum number of methods of a kind in an account; 2 means two or more.
  private func most(of kind: MethodKind, beside own: MethodKind?, _ isOwned: Bool) -> Int {
    let offering =
      Side.allCases.map { side in
        policies[side].vocabulary.providers.providers.count { $0.kinds.contains(kind) }
      }.max() ?? 0
    guard kind.isSubjectTheAddress || kind == .anonymous else { return min(offering, 1) * 2 }
    // An account has at most one method of this kind from each provider.
    return min(kind == own && !isOwned ? offering - 1 : offering, 2)
  }

  // MARK: Relays

  /// Whether a domain belongs to a relay, or a provider requires consent, under each policy.
  private struct Vector: Hashable {
    var old: Bool
    var new: Bool

    static let none = Vector(old: false, new: false)

    func union(_ other: Vector) -> Vector {
      Vector(old: old || other.old, new: new || other.new)
    }

    func contains(_ other: Vector) -> Bool {
      (old || !other.old) && (new || !other.new)
    }

    static let all = [false, true].flatMap { old in
      [false, true].map { Vector(old: old, new: $0) }
    }
  }

  /// Returns, for each policy, whether a joint provider requires consent or a joint domain belongs to a relay.
  private func vector(_ fact: EngineFact, _ place: Int) -> Vector {
    let joint = vocabulary.joint.old[fact.rawValue]
    let own = vocabulary.facts[joint].values[place].own
    func holds(_ side: Side) -> Bool {
      let read = policies[side].vocabulary
      guard own[side] >= 0 else { return false }
      return fact == .domain
        ? read.domains.relays.contains(own[side])
        : own[side] < read.providers.none && read.providers.providers[own[side]].requiresConsent
    }
    return Vector(old: holds(.old), new: holds(.new))
  }

  /// Returns the joint values of a fact, grouped by the policies for which the value is a relay domain or a provider
  /// that requires consent.
  private func groups(_ fact: EngineFact) -> [Vector: ValueSet] {
    let joint = vocabulary.joint.old[fact.rawValue]
    var groups: [Vector: ValueSet] = [:]
    for place in vocabulary.facts[joint].values.indices {
      groups[vector(fact, place), default: ValueSet()].insert(place)
    }
    return groups
  }

  private static let addresses = ValueSet(
    of: FactValue.Address.absent, .free, .own, .taken, .several)
  private static let otherAddresses = ValueSet(
    of: FactValue.Address.absent, .free, .taken, .several)

  /// Whether the value `own` of the address fact means the account's primary address under both policies.
  private var tellsOwnAddress: Bool {
    Side.allCases.allSatisfy { side in
      let rules = policies[side].document.addresses
      return rules.heldBy == .account && rules.match == .primary
    }
  }

  private func relayedCells(_ algebra: inout CellAlgebra) -> CellGraph {
    let providers = groups(.provider)
    let domains = groups(.domain)
    // An account can have methods of several providers and addresses at several domains, so every union of vectors is
    // possible.
    var accounts: Set<Vector> = [.none]
    for vector in Array(providers.keys) + Array(domains.keys) {
      accounts.formUnion(accounts.map { $0.union(vector) })
    }
    var cells = CellGraph.empty
    for (provider, providing) in providers {
      for (domain, asserted) in domains {
        for isOwned in [false, true] {
          let isAsserted = provider.union(domain)
          for account in accounts where !isOwned || account.contains(provider) {
            // If the asserted address is the account's address, the domain of the address decides whether the account
            // has a relay address.
            let isOwnAddress = account.contains(domain) || !tellsOwnAddress
            var box = self.box(
              [
                (.sameProvider, .old, isOwned ? Self.owned : Self.unowned),
                (.address, .old, isOwnAddress ? Self.addresses : Self.otherAddresses),
                (.relay, .old, Self.relay(isAsserted.old, account.old)),
                (.relay, .new, Self.relay(isAsserted.new, account.new)),
              ], &algebra)
            for (fact, values) in [(EngineFact.provider, providing), (.domain, asserted)] {
              guard let axis = axis(of: fact, on: .old, in: algebra) else { continue }
              var limit = CellBox(algebra.axes.map { .all($0.classCount) })
              limit.classes[axis] = algebra.axes[axis].classes(touching: values)
              let limited = algebra.set(of: limit)
              box = algebra.intersection(box, limited)
            }
            cells = algebra.union(cells, box)
          }
        }
      }
    }
    return cells
  }

  private static func relay(_ isAsserted: Bool, _ isAccounts: Bool) -> ValueSet {
    switch (isAsserted, isAccounts) {
    case (false, false): ValueSet(of: FactValue.Relay.neither)
    case (true, false): ValueSet(of: FactValue.Relay.asserted)
    case (false, true): ValueSet(of: FactValue.Relay.account)
    case (true, true): ValueSet(of: FactValue.Relay.both)
    }
  }
}
