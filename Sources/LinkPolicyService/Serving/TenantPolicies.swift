public import LinkPolicy
internal import Synchronization

/// The policies of a service with tenants: one for each tenant that has its own, and one for all others.
///
/// The accounts of a tenant are in a store of their own, as far as look-ups go; so what is checked when a policy
/// is replaced is checked when a tenant gets a policy of its own, and when it goes back to that of all.
public final class TenantPolicies: Sendable {
  /// Decides outside of tenants, and for tenants without a policy of their own.
  public let others: PolicyHolder
  // By the bytes of the tenant, as stores compare it.
  private let own = Mutex<[Name: PolicyHolder]>([:])

  /// Starts with one policy for everybody.
  ///
  /// - Parameter others: holds what decides where a tenant has no policy of its own.
  public init(others: PolicyHolder) {
    self.others = others
  }

  /// What holds the policy for an attempt in a tenant.
  ///
  /// - Parameter tenant: the tenant of the attempt; nil outside of tenants.
  /// - Returns: the tenant's own holder, or ``others``.
  public func holder(of tenant: String?) -> PolicyHolder {
    guard let tenant else { return others }
    return own.withLock { $0[Name(tenant)] } ?? others
  }

  /// The policy in force for an attempt, by the tenant that the attempt is made in.
  ///
  /// - Parameter attempt: what somebody tries to do.
  /// - Returns: the policy that decides it, and its shadow, at this moment.
  public func current(for attempt: Attempt) -> ServedPolicy {
    holder(of: attempt.tenant).current
  }

  /// The tenants that have a policy of their own, in order.
  public var tenants: [String] { own.withLock { $0.keys.sorted().map { $0.text } } }

  /// Gives a tenant a policy of its own, or replaces the one it has.
  ///
  /// - Parameters:
  ///   - policy: what decides for this tenant from now on.
  ///   - tenant: the tenant, as attempts name it.
  ///   - digest: the digest the policy has to have; nil to take whatever it has.
  ///   - examined: who has looked at the tenant's accounts, where the policy makes other keys of them than the one
  ///     that decided for it so far.
  /// - Throws: a ``PolicyRefusal``; what decided for the tenant stays.
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

  /// Lets the policy of all others decide for a tenant again; one without its own stays as it is.
  ///
  /// - Parameters:
  ///   - tenant: the tenant, as attempts name it.
  ///   - examined: who has looked at the tenant's accounts, where the policy of all others makes other keys of
  ///     them.
  /// - Throws: a ``PolicyRefusal``; the tenant's own policy stays.
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
