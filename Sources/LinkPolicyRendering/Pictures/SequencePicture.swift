/// A sequence of attempts as a picture shows it: actors and accounts side by side, time downwards.
package struct SequencePicture: Sendable, Equatable {
  /// A step, from whoever does it to the account that it ends at.
  package struct Step: Sendable, Equatable {
    /// Who does it; nil for what nobody does, such as time passing.
    package var actor: String?
    /// What is attempted, in a few words.
    package var label: String
    /// The account that it ends at; nil for none.
    package var account: String?
    /// What it comes to.
    package var result: String
    /// Whether it is refused.
    package var isRefused: Bool

    package init(
      actor: String?, label: String, account: String?, result: String, isRefused: Bool
    ) {
      self.actor = actor
      self.label = label
      self.account = account
      self.result = result
      self.isRefused = isRefused
    }
  }

  /// The steps, in order.
  package let steps: [Step]
  /// Whoever does something, in the order in which they begin.
  let actors: [String]
  /// The accounts by their ids, in the order in which steps end at them.
  let accounts: [String]
  /// Whether some step of somebody's ends at no account.
  let hasStepsWithoutAccount: Bool

  package init(_ steps: [Step]) {
    self.steps = steps
    actors = Self.distinct(steps.compactMap { $0.actor })
    accounts = Self.distinct(steps.compactMap { $0.account })
    hasStepsWithoutAccount = steps.contains { $0.actor != nil && $0.account == nil }
  }

  private static func distinct(_ words: [String]) -> [String] {
    words.reduce(into: []) { words, word in
      if !words.contains(where: { $0.utf8.elementsEqual(word.utf8) }) {
        words.append(word)
      }
    }
  }

  /// The names of the lanes from left to right: actors, accounts, and one for no account.
  var lanes: [String] {
    actors + accounts.map { "account " + $0 } + (hasStepsWithoutAccount ? ["no account"] : [])
  }

  /// The lanes between which a step goes; nil for what nobody does.
  func lanes(of step: Step) -> (from: Int, to: Int)? {
    guard let actor = step.actor,
      let from = actors.firstIndex(where: { $0.utf8.elementsEqual(actor.utf8) })
    else { return nil }
    let account = step.account.flatMap { id in
      accounts.firstIndex { $0.utf8.elementsEqual(id.utf8) }
    }
    return (from, actors.count + (account ?? accounts.count))
  }
}
