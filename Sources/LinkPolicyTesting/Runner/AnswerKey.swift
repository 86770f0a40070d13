internal import LinkPolicy
internal import LinkPolicyJSON

/// The keys of a step's expectation; an implementation lists the ones that it answers.
package enum AnswerKey: String, CaseIterable {
  case outcome
  case inputError = "input-error"
  case row, table, effects, facts
  case error, shown, account, new, ask, tell, told, ticket, session, listeners, removed, changes
  case names

  /// Returns the key with a name, or nil if there is none.
  init?(_ word: Name) {
    guard let key = Self.allCases.first(where: { word == Name($0.rawValue) }) else { return nil }
    self = key
  }

  /// Returns the problem of a name that is not a key.
  static func problem(_ word: Name) -> String {
    let nearest = Name.nearest(word, to: allCases.map { Name($0.rawValue) })
    let hint = nearest.map { "did you mean `\($0.text)`?" } ?? "see Docs/Runner.md"
    return "lists \(word.quoted) in `keys`, which is no key of a step; " + hint
  }
}

extension Expectation {
  /// Returns the expectation for an implementation that answers only some keys; nil means all.
  ///
  /// The outcome always applies. Row, table, facts and effects are internal to this engine and never apply.
  func normative(_ keys: Set<Name>?) -> Expectation {
    var result = self
    for key in AnswerKey.allCases
    where key.isOwn || !(keys?.contains(Name(key.rawValue)) ?? true) {
      result.drop(key)
    }
    return result
  }

  private mutating func drop(_ key: AnswerKey) {
    switch key {
    case .outcome, .inputError: break
    case .row: row = nil
    case .table: table = nil
    case .effects: effects = nil
    case .facts: facts = []
    case .error: error = nil
    case .shown: shown = nil
    case .account: account = nil
    case .new: isNew = nil
    case .ask: ask = nil
    case .tell: tell = nil
    case .told: told = nil
    case .ticket: hasTicket = nil
    case .session: opensSession = nil
    case .listeners: listeners = nil
    case .removed: removed = nil
    case .changes: changes = nil
    case .names: names = []
    }
  }
}

extension VectorCase {
  /// Returns the expected keys of the case that an implementation with a list of keys does not answer.
  ///
  /// Names by platform are excluded: they are the vocabulary of SDKs, and an implementation without them
  /// behaves the same.
  func unanswered(by keys: Set<Name>) -> [String] {
    AnswerKey.allCases.filter { key in
      !key.isOwn && key != .names && !keys.contains(Name(key.rawValue))
        && steps.contains { step in
          if case .attempt(let attempt) = step.content {
            attempt.expectation.expects(key)
          } else {
            false
          }
        }
    }.map { $0.rawValue }
  }
}

extension Expectation {
  /// Returns whether the expectation has a value for a key that an implementation can omit.
  fileprivate func expects(_ key: AnswerKey) -> Bool {
    switch key {
    // These keys are compared for every implementation.
    case .outcome, .inputError: false
    case .row: row != nil
    case .table: table != nil
    case .effects: effects != nil
    case .facts: !facts.isEmpty
    case .error: error != nil
    case .shown: shown != nil
    case .account: account != nil
    case .new: isNew != nil
    case .ask: ask != nil
    case .tell: tell != nil
    case .told: told != nil
    case .ticket: hasTicket != nil
    case .session: opensSession != nil
    case .listeners: listeners != nil
    case .removed: removed != nil
    case .changes: changes != nil
    case .names: !names.isEmpty
    }
  }
}

extension AnswerKey {
  /// Whether the key is internal to this engine, so that no other implementation is asked for it.
  fileprivate var isOwn: Bool {
    switch self {
    case .row, .table, .effects, .facts: true
    case .outcome, .inputError, .error, .shown, .account, .new, .ask, .tell, .told, .ticket,
      .session, .listeners, .removed, .changes, .names:
      false
    }
  }
}
