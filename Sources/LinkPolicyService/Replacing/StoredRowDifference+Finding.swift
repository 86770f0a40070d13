public import LinkPolicy

extension StoredRowDifference {
  /// Finds in what two policies read otherwise what a store holds.
  ///
  /// - Parameters:
  ///   - old: the policy under which a store was written.
  ///   - new: the policy that is to decide by that store.
  /// - Returns: every difference, in the order of the cases; none where the second reads what the
  ///   first has stored as the first does.
  public static func between(_ old: Policy, _ new: Policy) -> [StoredRowDifference] {
    guard old.digest != new.digest else { return [] }
    let loses = old.supersedesSubjects && !new.supersedesSubjects
    return between(old.vocabulary, new.vocabulary, losesSuperseded: loses)
  }

  private static func between(
    _ old: Vocabulary, _ new: Vocabulary, losesSuperseded: Bool
  ) -> [StoredRowDifference] {
    let (a, b) = (old.addresses, new.addresses)
    let providers = SharedProvider.all(of: old, new)
    return allCases.filter { difference in
      switch difference {
      case .letterCase:
        a.foldsCase != b.foldsCase || old.providers.keepsAnyCase != new.providers.keepsAnyCase
          || providers.contains { $0.old.keepsCase != $0.new.keepsCase }
      case .dots: a.dropsDots != b.dropsDots
      case .plusTags: a.dropsPlusTag != b.dropsPlusTag
      case .aliases: aliases(a) != aliases(b)
      case .holder: a.heldBy != b.heldBy
      case .uniqueness: a.isUnique != b.isUnique
      case .pools: SharedProvider.arePooledOtherwise(providers, old, new)
      case .issuers: providers.contains { $0.old.issuer != $0.new.issuer }
      case .usualKinds: providers.contains { $0.old.kinds.first != $0.new.kinds.first }
      case .unknownNames: lacksNames(new, of: old, providers)
      case .supersededMethods: losesSuperseded
      }
    }
  }

  /// Whether accounts and codes may have something by a policy that another one does not know.
  private static func lacksNames(
    _ new: Vocabulary, of old: Vocabulary, _ shared: [SharedProvider]
  ) -> Bool {
    func isLacking(_ provider: ProviderTable.Provider) -> Bool {
      let both = shared.first { $0.id == SharedProvider.sample(provider.id.text) }
      guard let both else { return true }
      return both.old.kinds.contains { !both.new.kinds.contains($0) }
    }
    let labels = old.labels.contains { label in
      let known = new.labels.first {
        $0.name.value == label.name.value && $0.bearer == label.bearer
      }
      return label.values.contains { value in
        !(known?.values.contains { $0.value == value.value } ?? false)
      }
    }
    let purposes = old.purposes.purposes.contains { new.purposes[$0.purpose] == nil }
    return labels || purposes || old.providers.providers.contains(where: isLacking)
  }

  /// What each alias stands for.
  private static func aliases(_ rules: AddressRules) -> [Name: Name] {
    // The first of several counts.
    rules.aliases.reversed().reduce(into: [:]) { $0[$1.alias.value] = $1.domain.value }
  }
}

/// A provider that two policies let in, and what its methods are stored under in each of them.
private struct SharedProvider {
  /// What goes into the keys.
  struct Keys {
    let keepsCase: Bool
    let issuer: String
    /// The number of its pool.
    let pool: Int
    /// The kinds of sign-in that it offers, the usual one first.
    let kinds: [MethodKind]

    init?(_ id: String, _ vocabulary: Vocabulary) {
      guard let value = vocabulary.providers.value(of: id) else { return nil }
      keepsCase = vocabulary.providers.keepsCase(value)
      issuer = vocabulary.providers.issuer(of: id)
      pool = vocabulary.pools.index(ofProvider: value)
      kinds = vocabulary.providers.providers[value].kinds
    }
  }

  let id: String
  let old: Keys
  let new: Keys

  /// All of them; a family stands for a provider of its own that nothing else declares.
  static func all(of old: Vocabulary, _ new: Vocabulary) -> [SharedProvider] {
    let declared = Set((old.providers.providers + new.providers.providers).map { $0.id.text })
    return declared.sorted().compactMap { id in
      let sample = sample(id)
      guard let a = Keys(sample, old), let b = Keys(sample, new) else { return nil }
      return SharedProvider(id: sample, old: a, new: b)
    }
  }

  /// An id of a provider; one of a family that nothing declares by itself.
  static func sample(_ id: String) -> String {
    id.hasSuffix("*") ? id.dropLast() + "any-of-this-family-that-is-not-declared-by-itself" : id
  }

  /// Whether two of them, or one of them and accounts without methods, share a pool under one policy alone.
  static func arePooledOtherwise(
    _ providers: [SharedProvider], _ old: Vocabulary, _ new: Vocabulary
  ) -> Bool {
    let without = (
      old: old.pools.index(ofProvider: old.providers.none),
      new: new.pools.index(ofProvider: new.providers.none)
    )
    return providers.contains { one in
      (one.old.pool == without.old) != (one.new.pool == without.new)
        || providers.contains { other in
          (one.old.pool == other.old.pool) != (one.new.pool == other.new.pool)
        }
    }
  }
}
