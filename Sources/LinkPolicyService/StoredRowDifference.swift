public import LinkPolicy

/// A difference in how two policies interpret stored rows, such as a different rule for dots in addresses.
///
/// The second policy may miss an account that was stored under the first policy, find the account twice, or not declare
/// a name that the account contains.
public enum StoredRowDifference: Sendable, Hashable, CaseIterable {
  /// Only one policy distinguishes `Owner@example.com` and `owner@example.com`, in general or for at least one
  /// provider.
  case letterCase
  /// Only one policy removes dots from local parts, as in `o.wner@example.com`.
  case dots
  /// Only one policy removes a tag after a plus sign, as in `owner+shop@example.com`.
  case plusTags
  /// The policies declare different domain aliases, such as `googlemail.com` for `gmail.com`.
  case aliases
  /// Under one policy, an account itself holds an address; under the other policy, the account's methods do.
  case holder
  /// Only one policy requires that at most one account holds an address.
  case uniqueness
  /// The policies divide providers into different pools, so a lookup for an address can search other accounts.
  case pools
  /// The policies store a provider's subjects under different issuers.
  case issuers
  /// Only one policy treats `Ada` and `ada` as one subject of a provider.
  case subjectCase
  /// A stored method without a kind has another kind under the second policy, because the policies declare different
  /// first kinds for the method's provider.
  case usualKinds
  /// Only one policy treats `Ada` and `ada` as one value of an identifier, such as a user name, that both policies
  /// declare.
  case identifierCase
  /// Accounts or codes can contain names that the second policy does not declare.
  ///
  /// The names are those of providers, kinds of method, identifiers, label values and code purposes. The second policy
  /// decides no attempt on an account or code with such a name.
  case unknownNames
  /// Only the first policy creates superseded methods, which keep a former subject.
  ///
  /// The second policy cannot decide an attempt on an account with a superseded method.
  case supersededMethods

  /// The difference in a few words for messages, such as `dots in local parts`.
  public var words: String {
    switch self {
    case .letterCase: "the case of local parts"
    case .dots: "dots in local parts"
    case .plusTags: "plus tags"
    case .aliases: "domain aliases"
    case .holder: "what holds an address"
    case .uniqueness: "whether an address is unique"
    case .pools: "pools"
    case .issuers: "issuers of providers"
    case .subjectCase: "the case of subjects"
    case .usualKinds: "the default kind of methods"
    case .identifierCase: "the case of identifiers"
    case .unknownNames:
      "providers, kinds, identifiers, labels or purposes of codes that it does not know"
    case .supersededMethods: "methods of former subjects, of which it knows none"
    }
  }
}

extension StoredRowDifference {
  /// Returns the differences in how two policies interpret the rows of a store.
  ///
  /// - Parameters:
  ///   - old: the policy under which the store was written.
  ///   - new: the policy that will use the store.
  /// - Returns: all differences, in the order of the cases; empty if both policies interpret the rows alike.
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
      case .pools: SharedProvider.arePooledOtherwise(providers, old: old, new: new)
      case .issuers: providers.contains { $0.old.issuer != $0.new.issuer }
      case .subjectCase: providers.contains { $0.old.foldsSubjects != $0.new.foldsSubjects }
      case .usualKinds: providers.contains { $0.old.kinds.first != $0.new.kinds.first }
      case .identifierCase:
        old.identifiers.identifiers.contains { identifier in
          new.identifiers.identifiers.contains {
            $0.name == identifier.name && $0.foldsCase != identifier.foldsCase
          }
        }
      case .unknownNames: lacksNames(new, of: old, providers)
      case .supersededMethods: losesSuperseded
      }
    }
  }

  /// Returns whether accounts or codes can contain names of one policy that another policy does not declare.
  private static func lacksNames(
    _ new: Vocabulary, of old: Vocabulary, _ shared: [SharedProvider]
  ) -> Bool {
    func isLacking(_ provider: ProviderTable.Provider) -> Bool {
      let both = shared.first { $0.declared == provider.id }
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
    let identifiers = old.identifiers.identifiers.contains { identifier in
      !new.identifiers.identifiers.contains { $0.name == identifier.name }
    }
    return labels || purposes || identifiers || old.providers.providers.contains(where: isLacking)
  }

  /// Returns the target domain of each alias, such as `gmail.com` for `googlemail.com`.
  private static func aliases(_ rules: AddressRules) -> [Name: Name] {
    // If an alias is declared several times, the first declaration counts.
    rules.aliases.reversed().reduce(into: [:]) { $0[$1.alias.value] = $1.domain.value }
  }
}

/// The caller's confirmation that a store written under one policy was examined for use with another policy.
///
/// A policy that ignores dots searches for `owner@example.com`, and does not find an account that another policy stored
/// as `o.wner@example.com`. Before you create this value, check every address and method under the new rules, and
/// repair all accounts that collide or are no longer found. The value confirms nothing about any other pair of
/// policies.
public struct StoreExamination: Sendable, Hashable {
  /// The digest of the policy under which the store was written.
  public let old: PolicyDigest
  /// The digest of the policy that will use the store.
  public let new: PolicyDigest

  /// Creates the confirmation of an examination.
  ///
  /// - Parameters:
  ///   - old: the digest of the policy under which the store was written.
  ///   - new: the digest of the policy for whose rules the store was examined.
  public init(ofStoreUnder old: PolicyDigest, for new: PolicyDigest) {
    self.old = old
    self.new = new
  }
}

/// A provider that two policies accept, with the properties that determine the keys of its methods.
private struct SharedProvider {
  /// The properties of a provider that determine the keys of its methods.
  struct Keys {
    let keepsCase: Bool
    let foldsSubjects: Bool
    let issuer: String
    /// The index of the provider's pool.
    let pool: Int
    /// The kinds of method that the provider offers, with the default first.
    let kinds: [MethodKind]

    init?(_ id: String, _ vocabulary: Vocabulary) {
      guard let value = vocabulary.providers.value(of: id) else { return nil }
      keepsCase = vocabulary.providers.keepsCase(value)
      foldsSubjects = vocabulary.providers.foldsSubjects(value)
      issuer = vocabulary.providers.issuer(of: id)
      pool = vocabulary.pools.index(ofProvider: value)
      kinds = vocabulary.providers.providers[value].kinds
    }
  }

  /// The declared id of the provider, or of the family, such as `saml.*`.
  let declared: Name
  let old: Keys
  let new: Keys

  /// Returns all providers that both policies accept.
  ///
  /// A family, such as `saml.*`, is compared by an example id that no other declaration covers.
  static func all(of old: Vocabulary, _ new: Vocabulary) -> [SharedProvider] {
    let joined = ProviderTable(joining: [old.providers, new.providers])
    return joined.providers.enumerated().compactMap { place, provider in
      let id = joined.example(of: place)
      guard let a = Keys(id, old), let b = Keys(id, new) else { return nil }
      return SharedProvider(declared: provider.id, old: a, new: b)
    }
  }

  /// Returns whether two providers, or a provider and the accounts without methods, share a pool under only one policy.
  static func arePooledOtherwise(
    _ providers: [SharedProvider], old: Vocabulary, new: Vocabulary
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
