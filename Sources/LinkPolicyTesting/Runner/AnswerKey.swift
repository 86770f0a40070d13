internal import LinkPolicy
internal import LinkPolicyJSON

/// The keys of a step's expectation, such as `outcome`; another implementation lists the keys that
/// it answers.
package enum AnswerKey: String, CaseIterable {
  case outcome
  case inputError = "input-error"
  case row, table, effects, facts
  case error, shown, account, new, ask, tell, told, ticket, session, listeners, removed, changes
  case names

  /// Returns the key with a name such as `outcome`; nil if no key has this name.
  init?(_ word: Name) {
    guard let key = Self.allCases.first(where: { word == Name($0.rawValue) }) else { return nil }
    self = key
  }

  /// The words that an implementation can list as `keys`: the keys of steps and of final accounts.
  package static var words: [String] {
    allCases.map { $0.rawValue } + AccountKey.allCases.map { $0.rawValue }
  }

  /// Returns whether a name is in ``words``.
  static func isWord(_ word: Name) -> Bool {
    AnswerKey(word) != nil || AccountKey(word) != nil
  }

  /// Returns the message about a name that is not a key, with the nearest key if one is similar.
  static func problem(_ word: Name) -> String {
    let nearest = Name.nearest(word, to: words.map { Name($0) })
    let hint = nearest.map { "did you mean `\($0.text)`?" } ?? "see Docs/Runner.md"
    return "lists \(word.quoted) in `keys`, which is no key of a step or of accounts; " + hint
  }
}

extension Expectation {
  /// Returns the expectation, without the keys that an implementation does not answer.
  ///
  /// Pass nil if the implementation answers all keys.
  ///
  /// The result always keeps `outcome`, and always omits the keys that only this engine answers: `row`, `table`,
  /// `facts` and `effects`.
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
  /// Returns the keys that the case expects but that an implementation does not list among its answered keys.
  ///
  /// The result omits the key `names`, because the names of errors in client SDKs do not affect how an implementation
  /// behaves.
  func unanswered(by keys: Set<Name>) -> [String] {
    AnswerKey.allCases.filter { key in
      !key.isOwn && key != .names && !keys.contains(Name(key.rawValue)) && expects(key)
    }.map { $0.rawValue } + uncomparedOfAccounts(with: keys)
  }

  /// Returns the expected keys that are not compared with the answers of an implementation, including the keys that
  /// only this engine has.
  ///
  /// - Parameter keys: the keys that the implementation lists; nil for an implementation that answers all keys.
  /// - Returns: the keys, in the order of their declaration.
  func uncompared(with keys: Set<Name>?) -> [String] {
    AnswerKey.allCases.filter { key in
      (key.isOwn || !(keys?.contains(Name(key.rawValue)) ?? true)) && expects(key)
    }.map { $0.rawValue } + uncomparedOfAccounts(with: keys)
  }

  /// Returns whether a step expects a value of a key.
  private func expects(_ key: AnswerKey) -> Bool {
    steps.contains { step in
      if case .attempt(let attempt) = step.content {
        attempt.expectation.expects(key)
      } else {
        false
      }
    }
  }
}

extension Expectation {
  /// Returns whether the expectation has a value for a key that an implementation can omit.
  fileprivate func expects(_ key: AnswerKey) -> Bool {
    switch key {
    // The outcome and the input error are compared for every implementation.
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
  /// Whether the key is internal to this engine; no other implementation must answer such a key.
  fileprivate var isOwn: Bool {
    switch self {
    case .row, .table, .effects, .facts: true
    case .outcome, .inputError, .error, .shown, .account, .new, .ask, .tell, .told, .ticket,
      .session, .listeners, .removed, .changes, .names:
      false
    }
  }
}
