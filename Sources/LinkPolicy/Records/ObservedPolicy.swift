/// A policy that tells a hook of everything it is asked, for metrics and tracing.
///
/// The answers are those of the policy. The hook is called on the thread that asks, before the answer is returned, so
/// that a span that is open there is the one it belongs to; it has to be quick, and safe on several threads at
/// once. Nothing here reads a clock: whoever wants durations takes the time around the calls.
public struct ObservedPolicy: Sendable {
  /// The policy that is asked.
  public let policy: Policy
  private let hook: @Sendable (PolicyEvent) -> Void

  /// Puts a hook on a policy.
  ///
  /// - Parameters:
  ///   - policy: the policy that is asked.
  ///   - hook: told of each event.
  public init(_ policy: Policy, telling hook: @escaping @Sendable (PolicyEvent) -> Void) {
    self.policy = policy
    self.hook = hook
  }

  /// Says what a service has to fetch before it decides an attempt, as ``Policy/lookup(for:by:under:)`` does.
  ///
  /// - Parameters:
  ///   - attempt: what somebody tries to do.
  ///   - caller: who tries it: the ids of session, target and code that came along.
  ///   - settings: the settings in force.
  /// - Returns: the questions, to be answered from the store.
  /// - Throws: the ``InputError`` of the policy, which the hook was told of.
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

  /// Decides an attempt by what the store answered to its look-up, as ``Policy/decide(_:)`` does.
  ///
  /// - Parameter lookup: the answered look-up, made by this policy.
  /// - Returns: the decision of the policy.
  /// - Throws: the ``InputError`` of the policy, which the hook was told of.
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

  /// Tells the hook that a store could not carry a decision out, and that the attempt is decided again.
  ///
  /// - Parameters:
  ///   - decision: what could not be carried out.
  ///   - time: how often this attempt is decided again, this time included.
  public func retry(_ decision: Decision, time: Int) {
    hook(.retried(DecisionSummary(decision), time: time))
  }
}
