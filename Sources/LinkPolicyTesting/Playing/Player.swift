public import LinkPolicy
public import LinkPolicyYAML

/// Plays vectors against a policy on the in-memory store: situation, decide, apply.
///
/// Nothing is judged here; ``PlayedCase/mismatches`` compares what happened with what was expected.
public struct Player: Sendable {
  /// The policy that decides.
  public let policy: Policy

  /// Creates what plays vectors under one policy.
  ///
  /// - Parameter policy: the policy that decides, whatever the cases name.
  public init(_ policy: Policy) {
    self.policy = policy
  }

  /// Reads the text of a case that must not load as a policy; other cases come to nothing.
  ///
  /// What the text extends is looked for by the finder alone.
  ///
  /// - Parameters:
  ///   - vector: the case.
  ///   - finder: finds what the text extends.
  /// - Returns: the case with what became of the text, and without steps.
  public static func play(
    policyTextOf vector: VectorCase, finder: PolicyFinder
  ) -> PlayedCase {
    var reading: TextReading?
    if case .rejectedPolicy(let text) = vector.content {
      reading = TextReading(policy: text.bytes, finder: finder)
    }
    return PlayedCase(vector: vector, policy: nil, steps: [], reading: reading)
  }

  /// Plays a case from its starting accounts to its last step, or decides the request that must be
  /// refused.
  ///
  /// A text that must not load as a policy needs ``play(policyTextOf:finder:)``; here it comes to
  /// nothing, which no expectation lets pass.
  ///
  /// - Parameter vector: the case.
  /// - Returns: the case with its steps, each with its decision and the accounts after it.
  public func play(_ vector: VectorCase) -> PlayedCase {
    guard let sequence = vector.sequence else {
      var reading: TextReading?
      if case .rejectedInput(let text) = vector.content {
        reading = TextReading(request: text.bytes, by: policy)
      }
      return PlayedCase(vector: vector, policy: policy, steps: [], reading: reading)
    }
    var state = PlayerState(sequence, policy)
    var steps: [PlayedStep] = []
    for (index, step) in sequence.steps.enumerated() {
      let answer = state.perform(step.content, number: index + 1)
      steps.append(
        PlayedStep(
          number: index + 1, step: step, answer: answer, accounts: state.accounts.accounts,
          codes: state.accounts.codes))
    }
    return PlayedCase(vector: vector, policy: policy, steps: steps, reading: nil)
  }
}
