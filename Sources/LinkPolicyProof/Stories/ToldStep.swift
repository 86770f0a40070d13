internal import LinkPolicy
internal import LinkPolicyReview

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
  /// Who does it, such as `the owner`; nil for what nobody does, as when time passes.
  package var actor: String?
  /// What is attempted, in a word or two, such as `sign-in google.com`.
  package var label: String
  /// The account that it ends at, by the store's id; nil for none.
  package var account: String?
  /// Whether the policy refuses it.
  package var isRefused: Bool
}

extension ToldStep {
  init(_ step: StorySearch.Step, _ words: StoryWords) {
    var label = ""
    if case .attempt(let made) = step.content {
      label = Self.label(made.attempt)
    }
    self.init(
      sentence: words.sentence(step), move: words.move(step),
      row: step.decision.flatMap { RowName($0)?.text }, result: words.result(step),
      actor: words.actor(step), label: label,
      account: step.applied?.account ?? step.decision?.pointedAccount?.id
        ?? step.enrolment?.account,
      isRefused: step.decision.map { !$0.isAllowed } ?? false)
  }

  /// An attempt by somebody who is not signed in, and what is shown to him.
  init(_ step: ExploredAttempt, shown: String) {
    let address = step.attempt.address ?? step.attempt.assertion?.addresses.first?.email ?? ""
    let label = Self.label(step.attempt)
    let settings = step.caller.settings.values.map { ", setting " + $0.name + "=" + $0.value }
    let sentence = label + " for " + address + settings.joined()
    self.init(
      sentence: "the attacker, not signed in: " + sentence, move: "a " + sentence, row: nil,
      result: "shown: " + shown, actor: Actor.attacker.name, label: label, account: nil,
      isRefused: false)
  }

  /// What is attempted, in a word or two.
  static func label(_ attempt: Attempt) -> String {
    let method = attempt.assertion?.provider
    return attempt.action.name + (method.map { " " + $0 } ?? "")
  }
}
