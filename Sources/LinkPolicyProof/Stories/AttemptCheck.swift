internal import LinkPolicy
import LinkPolicyAuthoring
internal import LinkPolicyReview

/// The invariants that tables may leave open, checked after a real attempt: I10, I13 and the policy's own.
struct AttemptCheck: Sendable {
  private static var otherTenant: String { "other-tenant" }

  private let policy: CompiledPolicy
  private let owners: String
  /// The invariants that are checked.
  private let wanted: Set<Invariant>

  /// Checks some invariants; of the others nothing is reported.
  init(_ model: AdversaryModel, of wanted: Set<Invariant>) {
    policy = model.policy
    owners = StoryAttempts(model).owners
    self.wanted = wanted
  }

  /// The invariants that an attempt breaks, of those that are checked.
  ///
  /// - Parameters:
  ///   - outcome: the attempt and its result.
  ///   - before: the world in which it was made.
  /// - Returns: the invariants, in no particular order.
  func broken(_ outcome: StoryWorld.Outcome, before: StoryWorld) -> [Invariant] {
    wanted.filter { invariant in
      switch invariant {
      case .declared(let declared):
        outcome.decision.breaks(policy.storage.invariants[declared.place])
      case .repeatable: !isRepeatable(outcome)
      case .tenants: changesOtherTenant(outcome, before) || dependsOnOtherTenant(outcome, before)
      // Closures decide these. I9 and I11 are about a world, not about an attempt.
      case .ownMethods, .ownSessions, .oneProver, .aMethod, .oneHolder, .refusalsChangeNothing,
        .total, .safeLanding, .ownVerification, .allowedLinks, .reachable, .enumeration:
        false
      }
    }
  }

  // MARK: The same sign-in again

  private func isRepeatable(_ outcome: StoryWorld.Outcome) -> Bool {
    let action = policy.vocabulary.actions[policy.storage.tables[outcome.abstract.table].action]
    guard action.name == StandardAction.signIn.name, outcome.decision.isAllowed,
      outcome.attempt.caller.session == nil
    else { return true }
    switch outcome.abstract.kind {
    case .federated, .password, .phone, .custom: break
    // A link is used once, and each anonymous sign-in is another account.
    case .emailLink, .anonymous, nil: return true
    }
    guard
      let second = outcome.world.attempt(
        outcome.attempt, as: outcome.abstract, under: policy, owners: owners)
    else { return false }
    return second.decision.isAllowed
      && second.applied.account.hasSameBytes(as: outcome.applied.account)
      && second.world.accountsText == outcome.world.accountsText
      && second.world.codesText == outcome.world.codesText
  }

  // MARK: Tenants

  /// Whether an attempt does more to an account of another tenant than end the caller's own session.
  private func changesOtherTenant(_ outcome: StoryWorld.Outcome, _ before: StoryWorld) -> Bool {
    let tenant = outcome.attempt.attempt.tenant
    let writes = outcome.decision.changes.writes
    func isForeign(_ account: String) -> Bool {
      before.store.account(account).map { !$0.tenant.hasSameBytes(as: tenant) } ?? false
    }
    let changesPointed = writes.contains { write in
      switch write {
      case .endSession: false
      case .insertAccount, .deleteAccount, .setEmail, .setProfile, .setState, .setLabel, .putMethod,
        .removeMethod, .supersedeMethod, .dropFactors, .openSession, .renewSession, .endSessions,
        .putCode, .useCode, .cancelCodes:
        true
      }
    }
    if changesPointed, let account = outcome.decision.pointedAccount, isForeign(account.id) {
      return true
    }
    let renews = writes.contains { if case .renewSession = $0 { true } else { false } }
    let session = before.store.sessions.first { session in
      outcome.attempt.caller.session.hasSameBytes(as: session.id)
    }
    return renews && session.map { isForeign($0.account) } ?? false
  }

  /// Whether an attempt has another result if another tenant has accounts, or changes these.
  private func dependsOnOtherTenant(_ outcome: StoryWorld.Outcome, _ before: StoryWorld) -> Bool {
    let crowded = before.beside(tenant: Self.otherTenant, owners: owners)
    guard
      let other = crowded.attempt(
        outcome.attempt, as: outcome.abstract, under: policy, owners: owners)
    else { return true }
    return other.decision.table != outcome.decision.table
      || other.decision.source != outcome.decision.source
      || foreign(crowded) != foreign(other.world)
  }

  private func foreign(_ world: StoryWorld) -> String {
    world.text(ofAccountsIn: Self.otherTenant)
  }
}
