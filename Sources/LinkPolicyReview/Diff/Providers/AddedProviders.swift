internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyExploration

/// The providers that only the new policy declares and whose assertions the new policy does not trust.
///
/// The old policy decides no attempts of an added provider, so a comparison cell by cell would list all these attempts.
/// This type therefore compares each added provider as a whole with its twin. The twin is a provider of both policies
/// that the new policy treats in the same way. A provider without a twin is compared with an untrusted provider under
/// the old policy. If the new policy trusts a provider, or if the provider shares its issuer with another provider, the
/// comparison proceeds cell by cell.
struct AddedProviders {
  /// A provider that only the new policy declares and whose assertions the new policy does not trust.
  struct AddedProvider {
    var id: Name
    /// The provider's name in conditions, such as `google.com`.
    var word: Name
    /// The twin: a provider of both policies that the new policy treats like this provider; nil if no provider is a
    /// twin.
    var twin: Name?
    /// Whether an assertion of the provider opens an account under an unproved address.
    var opensAccounts: Bool
  }

  /// The added providers, in the order of the new policy.
  private(set) var providers: [AddedProvider] = []
  /// Whether at least one provider of the old policy already opens accounts under unproved addresses.
  private(set) var hadOpener = false

  init(_ policies: Sides<CompiledPolicy>) {
    let tables = Sides { policies[$0].vocabulary.providers }
    // A provider that shares an issuer with other providers has the same subjects as these providers.
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

  /// The providers that the cells omit, because their twins show every difference; by the names that conditions use.
  var leftOut: Set<Name> { Set(providers.filter { $0.twin != nil }.map { $0.word }) }

  /// The providers that this type compares as a whole, by the names that conditions use.
  var words: Set<Name> { Set(providers.map { $0.word }) }

  /// Returns the added provider with an id; nil if no added provider has the id.
  func provider(_ id: Name) -> AddedProvider? { providers.first { $0.id == id } }

  /// Returns whether the old policy declares neither the provider nor a family with this provider.
  private static func isAdded(
    _ provider: ProviderTable.Provider, to old: ProviderTable, joined: ProviderTable
  ) -> Bool {
    guard !old.providers.contains(where: { $0.id == provider.id }),
      let place = joined.providers.firstIndex(where: { $0.id == provider.id })
    else { return false }
    return old.value(of: joined.example(of: place)) == nil
  }
}

/// The classes of providers that a policy's declarations and conditions treat alike.
private struct ProviderClasses {
  private let policy: CompiledPolicy
  private let axes: ConditionAxes

  init(_ policy: CompiledPolicy) {
    self.policy = policy
    axes = ConditionAxes(policy, policy.conditions)
  }

  /// Returns whether the policy decides every attempt with provider `a` like the same attempt with provider `b`.
  func decidesAlike(_ a: Int, as b: Int) -> Bool {
    // Provider `b` may offer kinds and supply values that provider `a` lacks.
    let (pools, fact) = (policy.vocabulary.pools, EngineFact.provider.rawValue)
    let (first, second) = (
      policy.vocabulary.providers.providers[a], policy.vocabulary.providers.providers[b]
    )
    // Consent affects only the fact `relay`.
    let haveSameConsent =
      first.requiresConsent == second.requiresConsent || !policy.vocabulary.isUsed(.relay)
    return axes.group(of: fact, a) == axes.group(of: fact, b)
      && pools.index(ofProvider: a) == pools.index(ofProvider: b)
      && haveSameConsent && first.offersNoMore(than: second)
  }
}

extension ProviderTable.Provider {
  /// Returns whether an id is the provider's id, or the id of a member if the provider is a family.
  fileprivate func covers(_ id: Name) -> Bool {
    isFamily ? id.bytes.starts(with: self.id.bytes.dropLast()) : id == self.id
  }

  /// Returns whether this provider offers only kinds of the other provider, and supplies an address only if the other
  /// does.
  ///
  /// The result is false if the policy treats letter case differently for the two providers, or if the other provider
  /// is not its own issuer.
  fileprivate func offersNoMore(than other: Self) -> Bool {
    kinds.allSatisfy { other.kinds.contains($0) } && (!givesEmail || other.givesEmail)
      && keepsCase == other.keepsCase && foldsSubjects == other.foldsSubjects
      && (other.issuer ?? other.id) == other.id
  }
}
