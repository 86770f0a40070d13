/// One step of a story: what happens, and what it comes to.
package struct ShownStep: Sendable, Equatable {
  /// What happens, such as `sign-in google.com g1 a@gmail.com`.
  package var words: String
  /// What it comes to, by whose answer it is; one entry without a name where there is one answer.
  package var outcomes: [Outcome]

  /// An outcome, and whose it is.
  package struct Outcome: Sendable, Equatable {
    /// Who answers, such as `old`; empty where all answer so.
    package var name: String
    /// What it is: `allowed`, or the error.
    package var words: String

    package init(_ words: String, by name: String = "") {
      self.name = name
      self.words = words
    }
  }

  package init(_ words: String, outcomes: [Outcome]) {
    self.words = words
    self.outcomes = outcomes
  }
}

extension HTMLWriter {
  /// Writes a story as a numbered list.
  mutating func story(_ steps: [ShownStep]) {
    element(.ol, class: "story") { html in
      for step in steps {
        html.element(.li) { html in
          html.element(.code, text: step.words)
          for outcome in step.outcomes where !outcome.words.utf8.isEmpty {
            html.element(.span, class: "came") { html in
              html.write(outcome.name.utf8.isEmpty ? "→ " : outcome.name + " → ")
              html.element(.strong, text: outcome.words)
            }
          }
        }
      }
    }
  }
}
