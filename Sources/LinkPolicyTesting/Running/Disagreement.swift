internal import LinkPolicy

/// A case that implementations answer differently.
public struct Disagreement: Sendable {
  /// Which case it is, by the id that its file gives it.
  public let id: String
  /// What each implementation came to, in their order: the verdict and what was got instead.
  public let answers: [(implementation: String, answer: String)]

  /// Nil where those that answered agree.
  ///
  /// Only what the case expects is looked at: nobody asks for the rest.
  init?(_ results: [CaseResult]) {
    let answered = results.filter { result in
      if case .skipped = result.verdict { false } else { true }
    }
    let answers = answered.map { Self.answer($0) }
    guard let first = answers.first, answers.contains(where: { !$0.hasSameBytes(as: first) })
    else { return nil }
    id = answered[0].vector.id
    self.answers = zip(answered, answers).map { result, answer in
      (implementation: result.implementation ?? "linkpolicy", answer: answer)
    }
  }

  private static func answer(_ result: CaseResult) -> String {
    if case .errored(let message) = result.verdict {
      return "errored: " + message
    }
    guard !result.mismatches.isEmpty else { return "as expected" }
    return result.mismatches.map { mismatch in
      (mismatch.step.map { "step \($0) " } ?? "") + mismatch.key + " " + mismatch.got
    }.joined(separator: ", ")
  }
}
