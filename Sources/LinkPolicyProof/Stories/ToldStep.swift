internal import LinkPolicy
internal import LinkPolicyAnalysis

/// One step of a sequence, as a report tells it.
package struct ToldStep: Sendable {
  /// What is done, in plain words.
  package var sentence: String
  /// The move in the short words that models are compared by.
  package var move: String
  /// What decided it; nil for what the policy is not asked.
  package var row: String?
  /// What came of it.
  package var result: String

  init(sentence: String, move: String, row: String?, result: String) {
    self.sentence = sentence
    self.move = move
    self.row = row
    self.result = result
  }

  init(_ step: StorySearch.Step, _ words: StoryWords) {
    self.init(
      sentence: words.sentence(step), move: words.move(step),
      row: step.decision.flatMap { RowName($0)?.text }, result: words.result(step))
  }
}
