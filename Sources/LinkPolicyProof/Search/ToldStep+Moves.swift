internal import LinkPolicy
internal import LinkPolicyAnalysis

extension ToldStep {
  /// A move that an exploration has played.
  init(_ words: ProofWords, _ result: MovePlayer.Result, text: String) {
    self.init(
      sentence: words.sentence + words.stated, move: text,
      row: result.decision.flatMap { words.row(of: $0) }, result: words.result(result),
      actor: words.actor, label: result.steps.last.map { Self.label($0.attempt) } ?? "",
      account: result.account, isRefused: result.decision.map { !$0.isAllowed } ?? false)
  }
}
