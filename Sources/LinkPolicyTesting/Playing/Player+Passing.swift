internal import LinkPolicy

extension Player {
  /// Whether a sequence does everything as expected; nil for a case that is none.
  ///
  /// Does what ``play(_:)`` and ``PlayedCase/mismatches`` do together and keeps nothing of it; a
  /// case that does not pass is played again by them. Every decision is handed on, in order,
  /// whether the case passes or not.
  func passes(_ vector: VectorCase, each: (Decision) -> Void) -> Bool? {
    guard case .sequence(let sequence) = vector.content else { return nil }
    var state = PlayerState(sequence, policy)
    let names = MethodNames(policy)
    var isAsExpected = true
    for index in sequence.steps.indices {
      let answer = state.perform(sequence.steps[index].content, number: index + 1)
      guard let answer else { continue }
      if let decision = answer.decision {
        each(decision)
      }
      guard isAsExpected, case .attempt(let attempt) = sequence.steps[index].content else {
        continue
      }
      var list = MismatchList(step: index + 1, at: sequence.steps[index].position)
      answer.compare(with: attempt.expectation, names, &list)
      isAsExpected = list.items.isEmpty
    }
    guard isAsExpected, let expected = sequence.accounts else { return isAsExpected }
    let end = AccountComparison(
      expected, state.accounts.accounts, .stored(state.accounts.codes), names, at: vector.position)
    return end.mismatches.isEmpty
  }
}
