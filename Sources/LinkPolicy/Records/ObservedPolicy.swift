/// A policy that reports each lookup and each decision to a function (the hook), for metrics and tracing.
///
/// The functions `lookup` and `decide` return the same results as the functions with these names in ``Policy``. The
/// hook runs on the calling thread before the call returns, so your tracing span is still current. The hook must be
/// fast and safe to call from several threads. An observed policy reads no clock, so measure durations around the
/// calls.
public struct ObservedPolicy: Sendable {
  /// The observed policy, which builds the lookups and makes the decisions.
  public let policy: Policy
  private let hook: @Sendable (PolicyEvent) -> Void

  /// Creates an observed policy from a policy and a hook.
  ///
  /// - Parameters:
  ///   - policy: the policy to observe.
  ///   - hook: the function that receives each event, on the calling thread.
  public init(_ policy: Policy, telling hook: @escaping @Sendable (PolicyEvent) -> Void) {
    self.policy = policy
    self.hook = hook
  }

  /// Builds the lookup for an attempt, as ``Policy/lookup(for:by:under:)`` does, and reports the lookup to the hook.
  ///
  /// - Parameters:
  ///   - attempt: the attempt to decide.
  ///   - caller: the ids of the session, target and code that the caller sent.
  ///   - settings: the settings for the attempt.
  /// - Returns: the questions to answer from the store.
  /// - Throws: the ``InputError`` of the policy, after reporting the error to the hook.
  public func lookup(
    for attempt: Attempt, by caller: Lookup.Caller, under settings: Settings
  ) throws(InputError) -> Lookup {
    do throws(InputError) {
      let lookup = try policy.lookup(for: attempt, by: caller, under: settings)
      hook(.lookedUp(LookupSummary(lookup)))
      return lookup
    } catch {
      hook(.faulted(DecisionSummary(error, deciding: attempt, by: policy)))
      throw error
    }
  }

  /// Decides an attempt from the answers to its lookup, as ``Policy/decide(_:)`` does, and reports the decision to the
  /// hook.
  ///
  /// - Parameter lookup: the answered lookup, built by this policy.
  /// - Returns: the decision of ``policy``.
  /// - Throws: the ``InputError`` of the policy, after reporting the error to the hook.
  public func decide(_ lookup: AnsweredLookup) throws(InputError) -> Decision {
    do throws(InputError) {
      let decision = try policy.decide(lookup)
      let summary = DecisionSummary(decision)
      hook(decision.isAllowed ? .decided(summary) : .refused(summary))
      return decision
    } catch {
      hook(.faulted(DecisionSummary(error, deciding: lookup.attempt, by: policy)))
      throw error
    }
  }

  /// Reports to the hook that a store could not commit a decision and that the service decides the attempt again.
  ///
  /// - Parameters:
  ///   - decision: the decision that the store could not commit.
  ///   - time: the number of retries of this attempt, counting this retry.
  public func retry(_ decision: Decision, time: LongInteger) {
    hook(.retried(DecisionSummary(decision), time: time))
  }
}

/// An event during the lookup, decision or commit of an attempt.
///
/// You can use the values of an event as labels of a metric, because each value is a number, a digest, a provider's id
/// or a declared word. An event contains no user's address, subject, account id or name.
public enum PolicyEvent: Sendable {
  /// The policy built a lookup; the service queries its store next.
  case lookedUp(LookupSummary)
  /// The policy decided to allow an attempt.
  case decided(DecisionSummary)
  /// The policy decided to refuse an attempt.
  case refused(DecisionSummary)
  /// The policy could not build a lookup or decide, because the caller's input has an error.
  case faulted(DecisionSummary)
  /// A store could not commit a decision, because a requirement of the change set did not hold.
  ///
  /// The value `time` is the number of the retry, counted from 1.
  case retried(DecisionSummary, time: LongInteger)
}
