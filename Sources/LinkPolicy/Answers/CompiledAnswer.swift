/// What a row or guard answers.
package struct CompiledAnswer: Sendable, Equatable {
  /// What is shown where it is not the true outcome.
  package enum Shown: Sendable, Equatable {
    case outcome
    case allowed
    case error(Int)
  }

  package var effects: [Effect]
  /// The error's index; nil where the attempt is allowed.
  package var error: Int?
  package var ask: Remedy?
  package var tell: [Disclosure]
  package var shown: Shown

  package init(
    effects: [Effect] = [], error: Int? = nil, ask: Remedy? = nil, tell: [Disclosure] = [],
    shown: Shown = .outcome
  ) {
    self.effects = effects
    self.error = error
    self.ask = ask
    self.tell = tell
    self.shown = shown
  }
}
