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
    /// The accounts that are otherwise after it than before it.
    package var states: [State]

    package init(
      actor: String?, label: String, account: String?, result: String, isRefused: Bool,
      states: [State] = []
    ) {
      self.states = states
      self.actor = actor
      self.label = label
      self.account = account
      self.result = result
      self.isRefused = isRefused
    }
  }

  /// An account as a step leaves it.
  package struct State: Sendable, Equatable {
    /// Its id.
    package var account: String
    /// What it is like, in a few lines.
    package var lines: [String]

    package init(_ account: String, _ lines: [String]) {
      self.account = account
      self.lines = lines
    }
  }

  /// The steps, in order.
  package let steps: [Step]
  /// Whoever does something, in the order in which they begin.
  let actors: [String]
  /// The accounts by their ids, in the order in which steps end at them or change them.
  let accounts: [String]
  /// Whether some step of somebody's ends at no account.
  let hasStepsWithoutAccount: Bool

  package init(_ steps: [Step]) {
    self.steps = steps
    actors = Self.distinct(steps.compactMap { $0.actor })
    accounts = Self.distinct(
      steps.flatMap { step in
        [step.account].compactMap { $0 } + step.states.map { $0.account }
      })
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

  /// The lane of an account.
  func lane(of account: String) -> Int? {
    accounts.firstIndex { $0.utf8.elementsEqual(account.utf8) }.map { actors.count + $0 }
  }

  /// The picture in words, for whoever does not see it.
  var description: String {
    steps.enumerated().map { number, step in
      let who = step.actor.map { $0 + ": " } ?? ""
      let came = step.result.utf8.isEmpty ? "" : ", " + step.result
      let states = step.states.map {
        "; account " + $0.account + " is now " + $0.lines.joined(separator: ", ")
      }
      return String(number + 1) + ". " + who + step.label + came + states.joined() + "."
    }.joined(separator: " ")
  }

  /// The lanes between which a step goes; nil for what nobody does.
  func lanes(of step: Step) -> (from: Int, to: Int)? {
    guard let actor = step.actor,
      let from = actors.firstIndex(where: { $0.utf8.elementsEqual(actor.utf8) })
    else { return nil }
    return (from, step.account.flatMap { lane(of: $0) } ?? actors.count + accounts.count)
  }
}
