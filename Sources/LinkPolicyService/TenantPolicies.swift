public import LinkPolicy
internal import Synchronization

/// The policies of a service with tenants: a separate policy for some tenants, and one policy for all other tenants.
///
/// A lookup finds no account of another tenant. If a tenant moves from the shared policy to a separate policy, or back,
/// the tenant's accounts stay. The move is therefore checked like the replacement of a policy.
public final class TenantPolicies: Sendable {
  /// The holder of the shared policy, which decides attempts outside of tenants and in tenants without a separate
  /// policy.
  public let others: PolicyHolder
  // The keys are the bytes of the tenants' names, because stores compare these names byte by byte.
  private let own = Mutex<[Name: PolicyHolder]>([:])

  /// Creates the policies of a service in which all tenants share one policy.
  ///
  /// - Parameter others: the holder of the shared policy.
  public init(others: PolicyHolder) {
    self.others = others
  }

  /// Returns the holder of the policy for a tenant.
  ///
  /// - Parameter tenant: the tenant of the attempt; nil outside of tenants.
  /// - Returns: the tenant's separate holder, or ``others``.
  public func holder(of tenant: String?) -> PolicyHolder {
    guard let tenant else { return others }
    return own.withLock { $0[Name(tenant)] } ?? others
  }

  /// Returns the current policy for an attempt, depending on the attempt's tenant.
  ///
  /// - Parameter attempt: the attempt to decide.
  /// - Returns: the policy that decides the attempt, and its shadow, at the time of the call.
  public func current(for attempt: Attempt) -> ServedPolicy {
    holder(of: attempt.tenant).current
  }

  /// The names of the tenants that have a separate policy, sorted.
  public var tenants: [String] { own.withLock { $0.keys.sorted().map { $0.text } } }

  /// Gives a tenant a separate policy, or replaces its separate policy.
  ///
  /// - Parameters:
  ///   - policy: the new policy of the tenant.
  ///   - tenant: the tenant, with the name that attempts use.
  ///   - digest: the digest that the policy must have, such as the digest of the policy that you reviewed; nil to
  ///     accept any digest.
  ///   - examined: the confirmation that you examined the tenant's accounts; required if the policy interprets stored
  ///     rows differently from the previous policy, and otherwise ignored.
  /// - Throws: a ``PolicyRefusal`` if a check fails, in which case the tenant's previous policy stays.
  public func give(
    _ policy: Policy, to tenant: String, pinned digest: PolicyDigest? = nil,
    examined: StoreExamination? = nil
  ) throws(PolicyRefusal) {
    try own.withLock { own throws(PolicyRefusal) in
      if let holder = own[Name(tenant)] {
        try holder.replace(with: policy, pinned: digest, examined: examined)
        return
      }
      try ReplacementCheck.check(
        policy, after: others.current.policy, pinned: digest, examined: examined)
      own[Name(tenant)] = try PolicyHolder(policy)
    }
  }

  /// Removes the separate policy of a tenant, so that the shared policy decides; does nothing for a tenant without a
  /// separate policy.
  ///
  /// - Parameters:
  ///   - tenant: the tenant, with the name that attempts use.
  ///   - examined: the confirmation that you examined the tenant's accounts; required if the shared policy interprets
  ///     stored rows differently, and otherwise ignored.
  /// - Throws: a ``PolicyRefusal`` if a check fails, in which case the tenant's separate policy stays.
  public func takeBack(
    from tenant: String, examined: StoreExamination? = nil
  ) throws(PolicyRefusal) {
    try own.withLock { own throws(PolicyRefusal) in
      guard let holder = own[Name(tenant)] else { return }
      try ReplacementCheck.check(
        others.current.policy, after: holder.current.policy, pinned: nil, examined: examined)
      own[Name(tenant)] = nil
    }
  }
}
