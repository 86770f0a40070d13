internal import LinkPolicy
internal import LinkPolicyAnalysis
internal import LinkPolicyVectors

/// What can happen between the steps that lead to a situation and the attempt itself.
///
/// An exploration that is bounded reaches few stores in which much time has passed; this comes to them from every other.
enum WitnessInterlude: CaseIterable {
  case nothing
  /// Sessions grow old.
  case aging
  /// Codes expire.
  case expiry
  /// The attempt was made before, so that its code is used.
  case repetition

  /// A store after it; nil where it makes no difference to an attempt.
  func store(
    after store: Accounts, before step: ExploredAttempt, under policy: CompiledPolicy
  ) -> Accounts? {
    var store = store
    switch self {
    case .nothing: break
    case .aging:
      guard step.caller.session != nil else { return nil }
      store.ageSessions()
    case .expiry:
      guard step.caller.code != nil else { return nil }
      store.expireCodes()
    case .repetition:
      guard step.caller.code != nil else { return nil }
      store = step.played(in: store, under: policy).accounts
    }
    return store
  }
}

extension StepSequence {
  /// The sequence with something between its last step and those before.
  func after(_ interlude: WitnessInterlude) -> StepSequence {
    guard let last = steps.last else { return self }
    return switch interlude {
    case .nothing: self
    case .aging: StepSequence(steps.dropLast() + [Step(content: .wait(.old)), last])
    case .expiry: StepSequence(steps.dropLast() + [Step(content: .wait(.expired)), last])
    case .repetition: StepSequence(steps + [last])
    }
  }
}
