public import LinkPolicy
internal import Synchronization

/// Holds the policy that a service decides by, and lets it be replaced while threads decide.
///
/// Each request takes ``current`` once. A replacement is seen by requests that begin after it, as a whole or not at
/// all; those under way keep theirs. What does not load, is not what it is pinned to, or would find other accounts
/// in the store, does not come into force.
public final class PolicyHolder: Sendable {
  private let served: Mutex<ServedPolicy>

  /// Puts the first policy into force.
  ///
  /// - Parameters:
  ///   - policy: what decides from now on.
  ///   - digest: the digest it has to have; nil to take whatever it has.
  /// - Throws: a ``PolicyRefusal`` for a policy of another digest.
  public init(_ policy: Policy, pinned digest: PolicyDigest? = nil) throws(PolicyRefusal) {
    try ReplacementCheck.check(policy, pinned: digest)
    served = Mutex(ServedPolicy(policy: policy, shadow: nil))
  }

  /// The policy in force, and its shadow, at this moment.
  public var current: ServedPolicy { served.withLock { $0 } }

  /// Puts another policy into force, unless something speaks against it.
  ///
  /// A shadow stays.
  ///
  /// - Parameters:
  ///   - policy: what decides from now on.
  ///   - digest: the digest it has to have; nil to take whatever it has.
  ///   - examined: who has looked at the store, where the new policy makes other keys of stored accounts.
  /// - Returns: the policy that was in force before.
  /// - Throws: a ``PolicyRefusal``; the policy in force stays.
  @discardableResult
  public func replace(
    with policy: Policy, pinned digest: PolicyDigest? = nil, examined: StoreExamination? = nil
  ) throws(PolicyRefusal) -> Policy {
    // Looked at and replaced under one lock, so that what was compared is what is replaced.
    try served.withLock { served throws(PolicyRefusal) in
      let old = served.policy
      try ReplacementCheck.check(policy, after: old, pinned: digest, examined: examined)
      served = ServedPolicy(policy: policy, shadow: served.shadow)
      return old
    }
  }

  /// Begins or ends shadow mode.
  ///
  /// A shadow decides nothing and finds nothing in the store by itself, so its address rules may be others: where
  /// it asks for something else the comparison says so.
  ///
  /// - Parameters:
  ///   - policy: what is asked beside the policy in force; nil to end it.
  ///   - digest: the digest it has to have; nil to take whatever it has.
  /// - Throws: a ``PolicyRefusal`` for a policy of another digest; what was the shadow stays it.
  public func setShadow(
    _ policy: Policy?, pinned digest: PolicyDigest? = nil
  ) throws(PolicyRefusal) {
    if let policy {
      try ReplacementCheck.check(policy, pinned: digest)
    }
    served.withLock { $0 = ServedPolicy(policy: $0.policy, shadow: policy) }
  }
}
