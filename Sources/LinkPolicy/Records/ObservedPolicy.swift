/// A policy that reports each lookup and decision to a hook, for metrics and tracing.
///
/// Each call returns what the policy returns. The hook runs on the calling thread before the call returns, so your
/// tracing span is still current. Make the hook fast, and safe to call from several threads. This type reads no clock:
/// measure durations around the calls.
public struct ObservedPolicy: Sendable {
  /// The policy that answers the calls.
  public let policy: Policy
  private let hook: @Sendable (PolicyEvent) -> Void

  /// Creates a policy with a hook.
  ///
  /// - Parameters:
  ///   - policy: the policy to observe.
  ///   - hook: the function that receives each event.
  public init(_ policy: Policy, telling hook: @escaping @Sendable (PolicyEvent) -> Void) {
    self.policy = policy
    self.hook = hook
  }

  /// Builds the lookup for an attempt, as ``Policy/lookup(for:by:under:)`` does, and reports it.
  ///
  /// - Parameters:
  ///   - attempt: the attempt to decide.
  ///   - caller: the ids of the session, target and code that the caller sent.
  ///   - settings: the settings in force.
  /// - Returns: the questions to answer from the store.
  /// - Throws: the ``InputError`` of the policy, after reporting it to the hook.
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

  /// Decides an attempt from the answers to its lookup, as ``Policy/decide(_:)`` does, and reports the
  /// decision.
  ///
  /// - Parameter lookup: the answered lookup, built by this policy.
  /// - Returns: the decision of the policy.
  /// - Throws: the ``InputError`` of the policy, after reporting it to the hook.
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

  /// Reports to the hook that a store could not commit a decision and that the attempt is decided again.
  ///
  /// - Parameters:
  ///   - decision: the decision that could not be committed.
  ///   - time: the number of retries of this attempt, including this one.
  public func retry(_ decision: Decision, time: LongInteger) {
    hook(.retried(DecisionSummary(decision), time: time))
  }
}

/// An event in the lookup, decision or commit of an attempt.
///
/// You can use events as labels of a metric: they contain only numbers, and words of small fixed sets. They contain no
/// address, subject, account id or name of a user.
public enum PolicyEvent: Sendable {
  /// A lookup was built; the service queries its store next.
  case lookedUp(LookupSummary)
  /// An attempt was decided and allowed.
  case decided(DecisionSummary)
  /// An attempt was decided and refused.
  case refused(DecisionSummary)
  /// An attempt could not be looked up or decided because of the caller's input.
  case faulted(DecisionSummary)
  /// A store could not commit a decision, because a requirement did not hold; `time` is the number of the retry, from
  /// 1.
  case retried(DecisionSummary, time: LongInteger)
}
