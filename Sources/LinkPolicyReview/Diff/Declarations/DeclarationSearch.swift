internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyDiagnostics
package import LinkPolicyExploration

/// The search for sequences that show differences between declarations.
///
/// The search explores both policies, and also uses the spellings of addresses that the two policies interpret
/// differently. In every store, the search makes each attempt under both policies. If the results differ and no changed
/// cell explains the difference, the search replays the sequence from the empty store. Each declaration that causes the
/// difference gets the kinds of change that the replay shows.
struct DeclarationSearch {
  private let difference: PolicyDifference
  private let policies: Sides<CompiledPolicy>
  private(set) var declarations: [DeclarationDifference]
  /// The indices of the declarations for which the search needs a sequence.
  private let open: [Int]
  /// The open declarations of added providers, by the id of the provider.
  ///
  /// The kinds of change of an added provider are known, so a sequence is only an example.
  private let added: [Name: Int]
  /// For each open declaration, the new policy with this declaration taken from the old policy.
  ///
  /// A declaration has no entry if this mixed policy does not load, or if only one declaration is open.
  private var without: [Int: CompiledPolicy] = [:]
  private var known: [Int: Set<ChangeKind>] = [:]
  /// The declarations whose kinds follow from changed cells, so that the witnesses of the cells suffice.
  private var shownByCells: Set<Int> = []
  /// The rank of each added provider's sequence.
  ///
  /// A sequence with a smaller rank is more informative.
  private var ranks: [Int: Int] = [:]
  private(set) var expanded = 0

  // The maximum number of replays for each set of kinds, because further sequences usually show the
  // same difference.
  private static var tryLimit: Int { 12 }
  private var tries: [Set<ChangeKind>: Int] = [:]

  init(_ difference: PolicyDifference) {
    self.difference = difference
    policies = difference.policies
    declarations = difference.declarations
    var (open, added) = ([Int](), [Name: Int]())
    for (index, declaration) in difference.declarations.enumerated() {
      if case .provider(let id) = declaration.part, difference.added.provider(id) != nil {
        // Only one provider of each class makes attempts.
        if added.isEmpty || declaration.kinds != [.offers] {
          added[id] = index
          open.append(index)
        }
      } else if declaration.kinds == [.declares] {
        open.append(index)
      }
    }
    (self.open, self.added) = (open, added)
  }

  /// Whether the search needs a sequence for at least one declaration.
  var isNeeded: Bool { !open.isEmpty }

  /// Whether each declaration that needs a sequence is a provider with an issuer.
  var seeksIssuersAlone: Bool {
    open.allSatisfy { index in
      guard case .provider(let name) = declarations[index].part else { return false }
      return namesIssuer(name)
    }
  }

  /// Returns whether a policy declares the provider with an issuer, or as the issuer of another provider.
  private func namesIssuer(_ name: Name) -> Bool {
    Side.allCases.contains { side in
      policies[side].document.providers.contains { provider in
        provider.issuer != nil
          && (provider.id.value == name || name.covers(issuer: provider.issuer?.value))
      }
    }
  }

  /// Explores both policies within limits.
  ///
  /// - Parameters:
  ///   - limits: the bounds of the exploration, such as the maximum number of stores.
  ///   - seed: the seed of the exploration; a seed other than 0 selects other representatives, in another order.
  ///   - progress: a function that receives a status message after each round, such as `10 stores under the new policy,
  ///     for declarations`.
  mutating func search(limits: Explorer.Limits, seed: UInt64, progress: (String) -> Void) {
    takeFromCells()
    let undecided = open.filter { !added.values.contains($0) }
    if undecided.count > 1 {
      for index in undecided {
        let documents = Sides { policies[$0].document }
        let part = declarations[index].part
        guard let document = part.taken(from: documents.old, into: documents.new) else { continue }
        do throws(InvalidInput) {
          without[index] = try CompiledPolicy(document)
        } catch {
          // The new policy does not load without this edit. The search therefore cannot attribute a difference to the
          // edit, and gives the edit no witness.
          continue
        }
      }
    }
    for side in [Side.new, .old] {
      var representatives = Representatives(of: [policies[side], policies[side.other]], seed: seed)
      representatives.add(policies.spellings)
      var explorer = Explorer(
        policies[side], distinguishedBy: [policies[side.other]], limits: limits, representatives,
        tellsReadings: true)
      var looked = 0
      while !explorer.isDone, !isSettled {
        let next = min(explorer.expanded + 10, limits.stores)
        explorer.explore { $0.expanded < next }
        progress("\(explorer.expanded) stores under the \(side.rawValue) policy, for declarations")
        look(explorer, side, from: looked)
        looked = explorer.situations.count
      }
      expanded += explorer.expanded
    }
  }

  /// Adds the kind `declares` to each open declaration except added providers, because a short search may have missed
  /// dangers.
  mutating func keepOpen() {
    for index in open where !added.values.contains(index) {
      declarations[index].kinds = ChangeKind.ordered(
        Set(declarations[index].kinds).union([.declares]))
    }
  }

  /// Returns the kinds of a declaration from the kinds that sequences have shown.
  ///
  /// If sequences showed only harmless kinds, the result includes `declares`: the declaration may have other effects.
  private static func kinds(_ shown: Set<ChangeKind>) -> [ChangeKind] {
    let kinds = shown.subtracting([.unreachable])
    return ChangeKind.ordered(
      kinds.contains { $0.isDanger } ? kinds : kinds.union([.declares]))
  }

  /// Whether the search can stop.
  ///
  /// The search can stop if a witness or a changed cell shows a danger of each open declaration, and each added
  /// provider has a good example.
  private var isSettled: Bool {
    open.allSatisfy { index in
      if added.values.contains(index) { return ranks[index].map { $0 < 8 } ?? false }
      return (declarations[index].witness != nil || shownByCells.contains(index))
        && (known[index] ?? []).contains { $0.isDanger }
    }
  }

  /// Takes the kinds of change from the cells that only one policy has, for tenants and for providers that only one
  /// policy declares.
  private mutating func takeFromCells() {
    for index in open where declarations[index].part == .tenants {
      takeTenants(at: index)
    }
    for index in open {
      guard case .provider(let name) = declarations[index].part, added[name] == nil else {
        continue
      }
      let isInBoth = Side.allCases.allSatisfy { side in
        policies[side].document.providers.contains { $0.id.value == name }
      }
      guard !isInBoth else { continue }
      for change in difference.changes {
        let sources = difference.comparisons[change.comparison].groups[change.group].sources
        if sources.old == .cannotOccur || sources.new == .cannotOccur {
          known[index, default: []].formUnion(change.kinds)
        }
      }
      if let kinds = known[index], !kinds.isEmpty {
        shownByCells.insert(index)
        let shown = kinds.subtracting([.unreachable])
        declarations[index].kinds = ChangeKind.ordered(
          // Providers with one issuer share subjects, which the cells do not show, so the kind `declares` stays.
          namesIssuer(name) ? shown.union([.declares]) : shown)
      }
    }
  }

  /// Gives the declaration about tenants the kinds of change in the cells that only one policy has.
  private mutating func takeTenants(at index: Int) {
    for change in difference.changes {
      let sources = difference.comparisons[change.comparison].groups[change.group].sources
      guard sources.old == .cannotOccur || sources.new == .cannotOccur else { continue }
      known[index, default: []].formUnion(change.kinds)
    }
    if let kinds = known[index] {
      declarations[index].kinds = Self.kinds(kinds)
    }
  }

  private mutating func look(_ explorer: Explorer, _ side: Side, from first: Int) {
    for number in explorer.situationsByLength where number >= first {
      for outcome in explorer.situations[number].outcomes {
        let (attempt, accounts) = explorer.attempt(of: number, outcome.combination)
        let played = Sides {
          attempt.adapted(to: policies[$0]).played(in: accounts, under: policies[$0])
        }
        let kinds = StepChange(played, policies).kinds
        guard !kinds.isEmpty, tries[kinds, default: 0] < Self.tryLimit, !isTold(played) else {
          continue
        }
        tries[kinds, default: 0] += 1
        take(explorer.sequence(to: number, outcome.combination))
      }
    }
  }

  /// Returns whether a changed cell already explains the difference between the results of a step under both policies.
  private func isTold(_ played: Sides<StepSequence.Played>) -> Bool {
    guard let old = played.old.decision, let new = played.new.decision,
      let comparison = difference.comparisons.first(where: {
        $0.tables == Sides(old: old.table, new: new.table)
      })
    else { return false }
    return comparison.group(old.facts, new.facts) != nil
  }

  /// Replays a sequence from the empty store, and records the sequence for the declarations that cause its difference.
  private mutating func take(_ sequence: StepSequence) {
    guard let found = shown(by: sequence, policies), !found.isEmpty else { return }
    let policies = policies
    guard added.isEmpty || newcomers(in: sequence).isEmpty else {
      illustrate(sequence, found)
      return
    }
    for index in causes(of: sequence)
    where declarations[index].witness == nil || !found.isSubset(of: known[index] ?? []) {
      let grave = ChangeKind.rank(ChangeKind.ordered(found))
      let before = known[index].map { ChangeKind.rank(ChangeKind.ordered($0)) } ?? Int.max
      known[index, default: []].formUnion(found)
      declarations[index].kinds = Self.kinds(known[index] ?? [])
      guard grave < before || declarations[index].witness == nil else { continue }
      let least = sequence.minimized { shorter in
        Self.shown(by: shorter, policies).map { found.isSubset(of: $0) } ?? false
      }
      guard let trial = WitnessTrial(least, policies) else { continue }
      declarations[index].witness = Witness(sequence: least, trial: trial, under: policies)
    }
  }

  /// Returns the declarations that cause the difference of a sequence.
  ///
  /// A declaration is a cause if the difference disappears without the declaration's edit. If no single declaration is
  /// a cause, the result contains all open declarations.
  private func causes(of sequence: StepSequence) -> [Int] {
    let open = open.filter { !added.values.contains($0) }
    guard open.count > 1 else { return open }
    let alone = open.filter { index in
      guard let policy = without[index] else { return false }
      return shown(by: sequence, Sides(old: policies.old, new: policy))?.isEmpty ?? false
    }
    return alone.isEmpty ? open : alone
  }

  /// Records a sequence for the added providers that the sequence uses, unless a recorded sequence is more informative.
  ///
  /// The most informative sequence shows another person who attempts to enter the account that the provider opened.
  private mutating func illustrate(_ sequence: StepSequence, _ found: Set<ChangeKind>) {
    let policies = policies
    let least = sequence.minimized { shorter in
      Self.shown(by: shorter, policies).map { found.isSubset(of: $0) } ?? false
    }
    guard let trial = WitnessTrial(least, policies), let last = least.steps.last else { return }
    let isMet = newcomers(in: StepSequence([last])).isEmpty
    for index in newcomers(in: least) {
      let wanted = declarations[index].kinds.contains { $0.isDanger } == isMet
      let rank = (wanted ? 0 : 8) + least.steps.count * 2 + (last.givesAddress ? 0 : 1)
      guard rank < ranks[index] ?? Int.max else { continue }
      ranks[index] = rank
      known[index, default: []].formUnion(found)
      declarations[index].witness = Witness(sequence: least, trial: trial, under: policies)
    }
  }

  /// Returns the open declarations of the added providers that a sequence uses.
  private func newcomers(in sequence: StepSequence) -> [Int] {
    let table = policies.new.vocabulary.providers
    return sequence.steps.compactMap { step in
      guard case .attempt(let attempt) = step.content, let asserted = attempt.attempt.assertion,
        let value = table.value(of: asserted.provider)
      else { return nil }
      return added[table.providers[value].id]
    }
  }

  private func shown(by sequence: StepSequence, _ policies: Sides<CompiledPolicy>) -> Set<
    ChangeKind
  >? {
    Self.shown(by: sequence, policies)
  }

  /// Returns the kinds that the last step of a sequence shows; nil if one policy does not reach this step.
  private static func shown(
    by sequence: StepSequence, _ policies: Sides<CompiledPolicy>
  ) -> Set<ChangeKind>? {
    guard let trial = WitnessTrial(sequence, policies), let old = trial.played.old.last,
      let new = trial.played.new.last
    else { return nil }
    return StepChange(Sides(old: old, new: new), policies).kinds
  }
}

extension Name {
  /// Returns whether this id, of a provider or a family of providers, covers an issuer.
  fileprivate func covers(issuer: Name?) -> Bool {
    guard let issuer else { return false }
    return bytes.last == UInt8(ascii: "*")
      ? issuer.bytes.starts(with: bytes.dropLast()) : issuer == self
  }
}

extension StepSequence.Step {
  /// Whether the step is an attempt that asserts an address.
  fileprivate var givesAddress: Bool {
    guard case .attempt(let attempt) = content else { return false }
    return !(attempt.attempt.assertion?.addresses.isEmpty ?? true)
  }
}

extension ExploredAttempt {
  /// Returns the attempt without the settings and claims that a policy lacks.
  fileprivate func adapted(to policy: CompiledPolicy) -> ExploredAttempt {
    let sequence = StepSequence([StepSequence.Step(content: .attempt(self))]).adapted(to: policy)
    guard case .attempt(let attempt)? = sequence.steps.first?.content else { return self }
    return attempt
  }
}

extension PolicyDifference {
  // The maximum number of stores. Most differences between declarations show in short sequences, if at all. If two
  // providers of one issuer share a subject, the difference shows as soon as an account has the subject.
  private static var storesForDeclarations: Int { 60 }
  private static var storesForIssuers: Int { 14 }

  /// Searches for sequences that show the differences between declarations.
  package mutating func addDeclarationWitnesses(
    limits: Explorer.Limits, seed: UInt64, progress: (String) -> Void
  ) {
    var search = DeclarationSearch(self)
    guard search.isNeeded else { return }
    var limits = limits
    let most = search.seeksIssuersAlone ? Self.storesForIssuers : Self.storesForDeclarations
    let isShort = limits.stores < most
    limits.stores = min(limits.stores, most)
    search.search(limits: limits, seed: seed, progress: progress)
    if isShort {
      search.keepOpen()
    }
    declarations = search.declarations
    searchedStores += search.expanded
  }

  /// Gives the declaration about tenants the shortest sequence with an attempt across tenants.
  mutating func takeTenantWitnesses() {
    for index in declarations.indices where declarations[index].part == .tenants {
      for change in changes {
        let sources = comparisons[change.comparison].groups[change.group].sources
        guard sources.old == .cannotOccur || sources.new == .cannotOccur else { continue }
        for witness in change.boxes.compactMap({ $0.witness }) {
          if declarations[index].witness.map({ witness.steps.count < $0.steps.count }) ?? true {
            declarations[index].witness = witness
          }
        }
      }
    }
  }
}
