public import LinkPolicy

/// The policy in force at one moment, taken once for a request: its look-up and its decision are made by this one,
/// whatever comes into force meanwhile.
public struct ServedPolicy: Sendable {
  /// The policy that decides.
  public let policy: Policy
  /// The policy that is asked as well, and decides nothing; nil outside of shadow mode.
  public let shadow: Policy?

  /// Decides an attempt by what the store answered to its look-up, and asks the shadow, where there is one.
  ///
  /// - Parameters:
  ///   - lookup: the answered look-up, made by ``policy``.
  ///   - compare: told what the shadow would have decided, before the decision is returned; not called outside of
  ///     shadow mode, nor for an attempt that the policy in force cannot decide.
  /// - Returns: the decision of ``policy``, on which the shadow has no influence.
  /// - Throws: the `InputError` of ``policy``, such as for a look-up that an earlier one has made.
  public func decide(
    _ lookup: AnsweredLookup, comparing compare: (ShadowComparison) -> Void = { _ in }
  ) throws(InputError) -> Decision {
    let decision = try policy.decide(lookup)
    if let shadow {
      compare(ShadowComparison(decision, of: lookup, by: shadow))
    }
    return decision
  }
}
