internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyTesting

/// A maker of the attempts that an exploration tries in a store.
///
/// The maker combines each representative provider and domain with every name in the store, and
/// with one unknown name.
final class AttemptMaker: Sendable {
  let policy: CompiledPolicy
  let representatives: Representatives
  /// Whether attempts carry a name and a photo, which shows how the policy handles profiles.
  private let givesProfiles: Bool
  private let usesTenants: Bool
  /// Whether a policy that is compared with this policy tests claims, so that attempts must vary their claims.
  private let variesClaims: Bool
  /// Whether this policy or a compared policy tests the credential for which a code was requested.
  private let comparesCodeCredentials: Bool
  /// The methods that the service may have disabled; empty if neither this policy nor a compared policy depends on
  /// disabled methods.
  private let disableable: [DisabledMethod]
  /// The settings that every attempt states, and that the exploration therefore does not vary.
  private let settings: Settings

  init(
    _ policy: CompiledPolicy, _ representatives: Representatives, others: [CompiledPolicy],
    under settings: Settings = Settings()
  ) {
    self.policy = policy
    self.settings = settings
    self.representatives = representatives
    givesProfiles = policy.storage.tables.contains { table in
      table.templates.contains { $0.kind == .setProfile }
    }
    usesTenants = policy.vocabulary.isUsed(.tenant)
    disableable =
      ([policy] + others).contains { $0.vocabulary.asksDisabledMethods }
      ? representatives.providers.flatMap { provider in
        provider.kinds.map { DisabledMethod(provider.id, $0) }
      } : []
    comparesCodeCredentials = ([policy] + others).contains {
      $0.vocabulary.isUsed(.codeCredential)
    }
    variesClaims = others.contains { other in
      !other.vocabulary.usedFacts.intersection(ValueSet(other.vocabulary.schema.claims)).isEmpty
    }
  }

  /// The tenant of the attempts that name a tenant.
  static var tenant: String { "tenant-1" }
  /// The id of a code that no step mailed.
  static var unknownCode: String { "c9" }
  /// The id of an account that no step created.
  static var unknownAccount: String { "u9" }

  /// Passes every unmodified attempt of a pattern to a closure.
  func attempts(
    of pattern: AttemptPattern, in store: StoreNames, _ each: (ExploredAttempt) -> Void
  ) {
    for caller in callers(of: pattern, in: store) {
      for tenant in tenants(pattern) {
        if let kind = pattern.kind {
          for provider in representatives.providers where provider.kinds.contains(kind) {
            guard tenant == nil || pattern.triesTenants || provider.id == firstProvider(kind) else {
              continue
            }
            assertions(of: pattern, kind: kind, by: provider, in: store, tenant: tenant) {
              pass(ExploredAttempt($0, by: caller), of: pattern, to: each)
            }
          }
        } else {
          plain(of: pattern, in: store, by: caller, tenant: tenant) {
            pass(ExploredAttempt($0, by: caller), of: pattern, to: each)
          }
        }
      }
    }
  }

  /// Passes an attempt to a closure.
  ///
  /// If a condition tests `methods` or `other-methods`, the closure also receives copies of the attempt in which the
  /// service has disabled all methods except one.
  private func pass(
    _ bare: ExploredAttempt, of pattern: AttemptPattern, to each: (ExploredAttempt) -> Void
  ) {
    var attempt = bare
    attempt.attempt.stateRequiredInputs(of: policy)
    each(attempt)
    guard !disableable.isEmpty,
      pattern.axes.tests(.methods) || pattern.axes.tests(.otherMethods)
    else { return }
    let own = attempt.attempt.assertion.flatMap { assertion in
      pattern.kind.map { DisabledMethod(assertion.provider, $0) }
    }
    // The service disables all methods except one. The enabled method is the attempt's own, or each method in turn.
    for enabled in own.map({ [$0] }) ?? disableable {
      var step = attempt
      step.caller.disabledMethods = disableable.filter {
        !enabled.covers($0.provider, $0.kind)
      }
      each(step)
    }
  }

  private func firstProvider(_ kind: MethodKind) -> String? {
    representatives.providers.first { $0.kinds.contains(kind) }?.id
  }

  /// Returns the tenants of a pattern's attempts: no tenant, and also a tenant if a condition distinguishes tenants.
  private func tenants(_ pattern: AttemptPattern) -> [String?] {
    guard usesTenants else { return [nil] }
    return pattern.triesTenants || pattern.action.pointsTo == .credential
      ? [nil, Self.tenant] : [nil]
  }

  private func callers(
    of pattern: AttemptPattern, in store: StoreNames
  ) -> [Accounts.AttemptContext] {
    var sessions: [String?] = [nil]
    if pattern.triesSessions {
      sessions += store.sessions.map { .some($0) }
    }
    var targets: [String?] = [nil]
    if pattern.action.pointsTo == .target {
      targets = store.accounts.map { .some($0) } + [Self.unknownAccount]
    }
    var codes: [String?] = [nil]
    if pattern.action.carriesCode(pattern.kind) {
      codes = store.codes.map { .some($0) } + [nil]
      if pattern.triesUnknownCodes {
        codes.append(Self.unknownCode)
      }
    }
    var callers: [Accounts.AttemptContext] = []
    for session in sessions {
      for target in targets {
        for code in codes {
          callers.append(
            Accounts.AttemptContext(
              session: session, target: target, code: code, settings: settings))
        }
      }
    }
    return callers
  }

  // MARK: Attempts that carry a method

  private func assertions(
    of pattern: AttemptPattern, kind: MethodKind,
    by provider: Representatives.RepresentativeProvider, in store: StoreNames, tenant: String?,
    _ each: (Attempt) -> Void
  ) {
    let action = Action(pattern.action.name.text)
    var subjects: [String?] = [nil]
    if !kind.isSubjectTheAddress, kind != .anonymous, !pattern.action.namesMethod {
      subjects = store.subjects(
        of: provider, kind, policy, comparesCodeCredentials: comparesCodeCredentials)
    }
    var usual = Assertion(verified: provider.id, kind: kind)
    if kind == .password, pattern.action.checksSecret {
      // For an account without a password, the engine counts every password as wrong.
      usual.secret = .wrong
    }
    for subject in subjects {
      usual.subject = subject
      if givesProfiles, kind == .federated, !pattern.action.namesMethod {
        usual.profile = Profile(
          name: "Name " + (subject ?? ""), photo: "https://example.com/" + (subject ?? ""))
      }
      for records in addressLists(of: pattern, kind: kind, by: provider, in: store) {
        usual.addresses = records
        each(Attempt(action, with: usual, tenant: tenant))
      }
    }
  }

  private func addressLists(
    of pattern: AttemptPattern, kind: MethodKind,
    by provider: Representatives.RepresentativeProvider, in store: StoreNames
  ) -> [[AddressRecord]] {
    var lists: [[AddressRecord]] = []
    let presence = pattern.action.addressPresence(kind)
    if presence == .none || presence == .optional {
      lists.append([])
    }
    guard presence != .none, kind != .federated || provider.givesEmail else { return lists }
    let addresses = store.addresses(representatives)
    let claims =
      variesClaims
      || pattern.axes.axes.contains { policy.vocabulary.schema.claims.contains($0.fact) }
    let combinations = claims ? representatives.claims : [[]]
    for address in addresses {
      for claims in combinations {
        lists.append([AddressRecord(address, claims: claims)])
      }
    }
    guard policy.vocabulary.addresses.match == .anyProven, kind == .federated else { return lists }
    // Assertions with two address records combine any two addresses with all combinations of claims.
    for first in addresses {
      for second in addresses where second != first {
        for claims in combinations {
          for others in combinations {
            lists.append([
              AddressRecord(first, claims: claims), AddressRecord(second, claims: others),
            ])
          }
        }
      }
    }
    return lists
  }

  // MARK: Attempts without a method

  private func plain(
    of pattern: AttemptPattern, in store: StoreNames, by caller: Accounts.AttemptContext,
    tenant: String?, _ each: (Attempt) -> Void
  ) {
    let action = Action(pattern.action.name.text)
    var attempt = Attempt(action, tenant: tenant)
    if pattern.action.requestsLink {
      attempt.link = Attempt.LinkRequest(isDomainAllowed: true, isHandledInApp: true)
    }
    if pattern.action.carriesProfile {
      attempt.profile = Profile(name: "Another Name")
    }
    let presence = pattern.action.addressPresence(nil)
    if pattern.action.pointsTo == .code || presence == .none || presence == .optional {
      each(attempt)
    }
    guard pattern.action.pointsTo != .code, presence != .none else { return }
    for address in store.addresses(representatives) {
      attempt.address = address
      each(attempt)
    }
  }
}

/// Another spelling of an address, such as `ADA@a.org`, that a policy can reject or canonicalize to the address.
package enum AddressSpelling: Sendable, Hashable {
  /// The local part in capital letters, as in `ADA@a.org`.
  case capitals
  /// The local part with an additional dot, as in `a.da@a.org`.
  case dots
  /// The local part followed by a tag, as in `ada+tag@a.org`.
  case tag
  /// An alias in place of the address's domain, or the domain in place of an alias.
  case domain(alias: String, domain: String)
  /// The address with a letter outside of ASCII.
  case international

  /// Returns the address in this spelling, or nil if the address does not change.
  func variant(of address: String) -> String? {
    let parts = address.split(separator: "@")
    guard parts.count == 2 else { return nil }
    let (local, domain) = (String(parts[0]), String(parts[1]))
    switch self {
    case .capitals: return local.uppercased() + "@" + domain
    case .dots:
      guard local.utf8.count > 1, !local.contains(".") else { return nil }
      return String(local.prefix(1)) + "." + local.dropFirst() + "@" + domain
    case .tag: return local.contains("+") ? nil : local + "+tag@" + domain
    case .domain(let alias, let other):
      if domain.hasSameBytes(as: alias) {
        return local + "@" + other
      }
      return domain.hasSameBytes(as: other) ? local + "@" + alias : nil
    case .international: return "\u{E9}@" + domain
    }
  }
}
