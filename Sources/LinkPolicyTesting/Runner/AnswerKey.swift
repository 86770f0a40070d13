internal import LinkPolicy
internal import LinkPolicyJSON

/// The keys of a step's expectation, any of which another implementation may say it answers.
package enum AnswerKey: String, CaseIterable {
  case outcome
  case inputError = "input-error"
  case row, table, effects, facts
  case error, shown, account, new, ask, tell, told, ticket, session, listeners, removed, changes
  case names

  /// The key of a word; nil where none has it.
  init?(_ word: Name) {
    guard let key = Self.allCases.first(where: { word == Name($0.rawValue) }) else { return nil }
    self = key
  }

  /// What is wrong with a word that is no key.
  static func problem(_ word: Name) -> String {
    let nearest = Name.nearest(word, to: allCases.map { Name($0.rawValue) })
    let hint = nearest.map { "did you mean `\($0.text)`?" } ?? "see Docs/Runner.md"
    return "lists \(word.quoted) in `keys`, which is no key of a step; " + hint
  }
}

extension Expectation {
  /// What of it can be expected of another implementation that answers some keys; nil for all.
  ///
  /// The outcome always can. The row and table that decided, facts and effects are this engine's
  /// own.
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
  /// The keys that it expects and that an implementation which lists its keys does not answer.
  ///
  /// Names by platform are the words of SDKs: whoever has none does the same things.
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
  /// Whether it says something about a key that can be left unanswered.
  fileprivate func expects(_ key: AnswerKey) -> Bool {
    switch key {
    // Compared whatever an implementation lists.
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
  /// Whether it tells how this engine came to its answer, and so is asked of no other.
  fileprivate var isOwn: Bool {
    switch self {
    case .row, .table, .effects, .facts: true
    case .outcome, .inputError, .error, .shown, .account, .new, .ask, .tell, .told, .ticket,
      .session, .listeners, .removed, .changes, .names:
      false
    }
  }
}
