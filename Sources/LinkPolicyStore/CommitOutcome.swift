public import LinkPolicy

/// The result of a committed change set, with the ids that the store assigned.
///
/// A store records the text ``encoded`` under the id of the request. ``init(encoded:)`` parses the text.
public struct CommitOutcome: Sendable {
  /// The id of the created account; nil if no account was created.
  public var newAccount: String?
  /// Whether the change set deleted an account.
  public var isAccountGone = false
  /// The id of the opened session; nil if no session was opened.
  public var session: String?
  /// The generated codes, in the order of their writes.
  public var codes: [String] = []
  /// The events for listeners, in order; empty if the change set was committed before.
  public var events: [Accounts.Event] = []
  /// The notices in the outbox that the service must send now.
  ///
  /// The list is empty if the change set was committed before, because the earlier commit already put the notices into
  /// the outbox.
  public var notices: [StoreNotice.Kept] = []

  /// Creates the outcome of a change set that changed nothing.
  ///
  /// To restore a recorded outcome, a store then sets the properties.
  public init() {}

  /// The outcome without its events and notices, which only the original commit reports.
  package var remembered: CommitOutcome {
    var outcome = self
    outcome.events = []
    outcome.notices = []
    return outcome
  }
}

extension CommitOutcome {
  /// The outcome as text, for a column of a database; ``init(encoded:)`` parses it.
  ///
  /// The text has a version and is canonical, so two outcomes are equal if and only if their texts are equal. Later
  /// versions of this package can parse the text. The text is one line if no id contains a line break.
  ///
  /// The text begins with `linkpolicy-outcome/1`. These parts follow in order, each after a space: `account ID`,
  /// `gone`, `session ID`, a `code ID` for each code, the events, and a `notice ID` with the text of the notice for
  /// each notice. The last character is a semicolon. An id or address consists of its length in UTF-8 bytes, a colon,
  /// and its bytes; `-` represents an absent value.
  ///
  /// ```text
  /// linkpolicy-outcome/1 account 2:u1 session 2:s1;
  /// ```
  public var encoded: String {
    var writer = StoredTextWriter(.outcome)
    if let newAccount {
      writer.add(word: OutcomePart.account.rawValue)
      writer.add(newAccount)
    }
    if isAccountGone {
      writer.add(word: OutcomePart.gone.rawValue)
    }
    if let session {
      writer.add(word: OutcomePart.session.rawValue)
      writer.add(session)
    }
    for code in codes {
      writer.add(word: OutcomePart.code.rawValue)
      writer.add(code)
    }
    for event in events {
      writer.add(event)
    }
    for notice in notices {
      writer.add(word: OutcomePart.notice.rawValue)
      writer.add(notice.id)
      writer.add(notice.notice)
    }
    return writer.finished
  }

  /// Parses an outcome from the text that ``encoded`` returned.
  ///
  /// - Parameter encoded: the text, unchanged.
  /// - Throws: ``StoreError/failed(_:)`` if the text is truncated, or if neither this nor an earlier version of the
  ///   package produced it.
  public init(encoded: String) throws(StoreError) {
    self.init()
    var reader = try StoredTextReader(encoded, as: .outcome)
    while !reader.isAtEnd {
      switch try reader.word(OutcomePart.self) {
      case .account: newAccount = try reader.text()
      case .gone: isAccountGone = true
      case .session: session = try reader.text()
      case .code: codes.append(try reader.text())
      case .signedIn: events.append(.signedIn(session: try reader.text()))
      case .signedOut: events.append(.signedOut(session: try reader.text()))
      case .tokenRefreshed: events.append(.tokenRefreshed(session: try reader.text()))
      case .sessionsRevoked: events.append(.sessionsRevoked(account: try reader.text()))
      case .codeMailed:
        events.append(
          .codeMailed(
            id: try reader.text(), purpose: try reader.purpose(), address: try reader.text()))
      case .methodRemoved:
        events.append(
          .methodRemoved(
            account: try reader.text(), provider: try reader.text(), kind: try reader.kind()))
      case .ownerNotified: events.append(.ownerNotified(account: try reader.text()))
      case .notice:
        notices.append(StoreNotice.Kept(id: try reader.text(), notice: try reader.notice()))
      }
    }
    // The comparison of the text with a new encoding of its value rejects all other irregularities, such as duplicate
    // or unordered parts.
    try reader.expect(self.encoded)
  }

  /// The words that begin the parts of an outcome's text.
  fileprivate enum OutcomePart: String {
    case account, gone, session, code
    case signedIn = "signed-in"
    case signedOut = "signed-out"
    case tokenRefreshed = "token-refreshed"
    case sessionsRevoked = "sessions-revoked"
    case codeMailed = "code-mailed"
    case methodRemoved = "method-removed"
    case ownerNotified = "owner-notified"
    case notice
  }
}

/// The result of settling an attempt: decided now, or settled by an earlier call with the same id.
public enum Settled: Sendable {
  /// This call decided the attempt, and committed the changes, if any.
  case now(Decision, CommitOutcome, tries: Int)
  /// An earlier call committed the change set with the same id.
  ///
  /// This call wrote nothing, and the value is the earlier outcome.
  case before(CommitOutcome)

  /// The outcome of the change set, from this commit or the earlier commit.
  public var outcome: CommitOutcome {
    switch self {
    case .now(_, let outcome, tries: _), .before(let outcome): outcome
    }
  }

  /// The decision of this call; nil if an earlier call settled the attempt.
  public var decision: Decision? {
    switch self {
    case .now(let decision, _, tries: _): decision
    case .before: nil
    }
  }
}

extension StoredTextWriter {
  fileprivate mutating func add(_ event: Accounts.Event) {
    func add(_ part: CommitOutcome.OutcomePart, _ texts: String...) {
      self.add(word: part.rawValue)
      for text in texts {
        self.add(text)
      }
    }
    switch event {
    case .signedIn(let session): add(.signedIn, session)
    case .signedOut(let session): add(.signedOut, session)
    case .tokenRefreshed(let session): add(.tokenRefreshed, session)
    case .sessionsRevoked(let account): add(.sessionsRevoked, account)
    case .codeMailed(let id, let purpose, let address):
      add(.codeMailed, id, purpose.name.text, address)
    case .methodRemoved(let account, let provider, let kind):
      add(.methodRemoved, account, provider, kind.name.text)
    case .ownerNotified(let account): add(.ownerNotified, account)
    }
  }
}

extension StoredTextReader {
  fileprivate mutating func kind() throws(StoreError) -> MethodKind {
    guard let kind = MethodKind(Name(try text())) else {
      throw malformed("expected a kind of method")
    }
    return kind
  }
}
