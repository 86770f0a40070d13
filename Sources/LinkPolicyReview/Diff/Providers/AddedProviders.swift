internal import LinkPolicy
internal import LinkPolicyAuthoring

/// The providers that only the new policy declares and whose assertions it does not trust.
///
/// Their attempts have no counterpart under the old policy, so a comparison cell by cell would list every attempt that
/// they can make. This type therefore compares each provider as a whole: with one of both policies that the new policy
/// decides alike, or else with an untrusted one under the old policy. A provider with trust is compared cell by cell.
struct AddedProviders {
  /// An added provider without trust.
  struct AddedProvider {
    var id: Name
    /// The name of the provider in conditions.
    var word: Name
    /// A provider of both policies that the new policy decides alike; nil if there is none.
    var twin: Name?
    /// True if an assertion of the provider opens an account under its unproved address.
    var opensAccounts: Bool
  }

  /// The added providers, in the order of the new policy.
  private(set) var providers: [AddedProvider] = []
  /// True if some provider of the old policy already opens accounts under unproved addresses.
  private(set) var hadOpener = false

  init(_ policies: Sides<CompiledPolicy>) {
    let tables = Sides { policies[$0].vocabulary.providers }
    // A provider that shares an issuer has the subjects of another provider.
    let issuers = Side.allCases.flatMap { side in
      tables[side].providers.compactMap { $0.issuer == $0.id ? nil : $0.issuer }
    }
    let joined = ProviderTable(joining: [tables.old, tables.new])
    let added = tables.new.providers.indices.filter { value in
      let provider = tables.new.providers[value]
      let isShared = issuers.contains { provider.covers($0) }
      return (provider.issuer ?? provider.id) == provider.id && !isShared
        && Self.isAdded(provider, to: tables.old, joined: joined)
    }
    guard !added.isEmpty else { return }
    let (trust, classes) = (
      ProviderTrust(of: added, in: policies.new), ProviderClasses(policies.new)
    )
    for value in added {
      let deeds = trust.deeds(of: value)
      guard !deeds.areTrusted else { continue }
      let provider = tables.new.providers[value]
      let twin = tables.new.providers.indices.first { other in
        !added.contains(other) && classes.decidesAlike(value, as: other)
          && tables.old.providers.contains { $0.id == tables.new.providers[other].id }
      }
      providers.append(
        AddedProvider(
          id: provider.id, word: provider.word,
          twin: twin.map { tables.new.providers[$0].id }, opensAccounts: deeds.openAccounts))
    }
    if providers.contains(where: { $0.twin == nil && $0.opensAccounts }) {
      let trust = ProviderTrust(of: Array(tables.old.providers.indices), in: policies.old)
      hadOpener = tables.old.providers.indices.contains { value in
        let deeds = trust.deeds(of: value)
        return deeds.openAccounts && !deeds.areTrusted
      }
    }
  }

  /// The names, in conditions, of providers that are left out of the cells, because their twin
  /// shows every difference.
  var leftOut: Set<Name> { Set(providers.filter { $0.twin != nil }.map { $0.word }) }

  /// The names, in conditions, of the providers that are compared as a whole.
  var words: Set<Name> { Set(providers.map { $0.word }) }

  /// Returns the added provider with an id; nil if there is none.
  func provider(_ id: Name) -> AddedProvider? { providers.first { $0.id == id } }

  /// Returns whether the old policy declares neither the provider nor a family that contains it.
  private static func isAdded(
    _ provider: ProviderTable.Provider, to old: ProviderTable, joined: ProviderTable
  ) -> Bool {
    guard !old.providers.contains(where: { $0.id == provider.id }),
      let place = joined.providers.firstIndex(where: { $0.id == provider.id })
    else { return false }
    return old.value(of: joined.example(of: place)) == nil
  }
}

/// The providers of a policy that its declarations and conditions treat alike.
private struct ProviderClasses {
  private let policy: CompiledPolicy
  private let axes: ConditionAxes

  init(_ policy: CompiledPolicy) {
    self.policy = policy
    axes = ConditionAxes(policy, policy.conditions)
  }

  /// Returns whether the policy decides every attempt of a provider as it decides one of another.
  func decidesAlike(_ a: Int, as b: Int) -> Bool {
    // The second provider may offer more kinds, and give more.
    let (pools, fact) = (policy.vocabulary.pools, EngineFact.provider.rawValue)
    let (first, second) = (
      policy.vocabulary.providers.providers[a], policy.vocabulary.providers.providers[b]
    )
    // Consent only affects the fact `relay`.
    let haveSameConsent =
      first.requiresConsent == second.requiresConsent || !policy.vocabulary.isUsed(.relay)
    return axes.group(of: fact, a) == axes.group(of: fact, b)
      && pools.index(ofProvider: a) == pools.index(ofProvider: b)
      && haveSameConsent && first.offersNoMore(than: second)
  }
}

extension ProviderTable.Provider {
  /// Returns whether an id names the provider, or a member of the family.
  fileprivate func covers(_ id: Name) -> Bool {
    isFamily ? id.bytes.starts(with: self.id.bytes.dropLast()) : id == self.id
  }

  /// Returns whether a provider is treated like another one, offers no further kinds, and supplies an address only if
  /// the other provider supplies one.
  fileprivate func offersNoMore(than other: Self) -> Bool {
    kinds.allSatisfy { other.kinds.contains($0) } && (!givesEmail || other.givesEmail)
      && keepsCase == other.keepsCase && foldsSubjects == other.foldsSubjects
      && (other.issuer ?? other.id) == other.id
  }
}
