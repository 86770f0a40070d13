internal import LinkPolicy

extension CommitOutcome {
  /// The outcome as a text, for a column of a database: ``init(encoded:)`` reads it.
  ///
  /// The text has a version and one spelling for each outcome: two outcomes are equal where their texts are. Later versions of
  /// this package read the texts of this one. It is one line as long as no id has a line break.
  ///
  /// The text is `linkpolicy-outcome/1`, then in this order, each after a space: `account ID`, `gone`, `session ID`, `code ID`
  /// for each code, the events, `notice ID` for each notice followed by the notice; then a semicolon. Each id and address is
  /// its length in bytes of UTF-8, a colon, and its bytes; `-` is none.
  ///
  /// ```text
  /// linkpolicy-outcome/1 account 2:u1 session 2:s1;
  /// ```
  public var encoded: String {
    var writer = StoredTextWriter(.outcome)
    if let newAccount {
      writer.add(word: Part.account.rawValue)
      writer.add(newAccount)
    }
    if isAccountGone {
      writer.add(word: Part.gone.rawValue)
    }
    if let session {
      writer.add(word: Part.session.rawValue)
      writer.add(session)
    }
    for code in codes {
      writer.add(word: Part.code.rawValue)
      writer.add(code)
    }
    for event in events {
      writer.add(event)
    }
    for notice in notices {
      writer.add(word: Part.notice.rawValue)
      writer.add(notice.id)
      writer.add(notice.notice)
    }
    return writer.finished
  }

  /// Reads an outcome from the text that ``encoded`` has made.
  ///
  /// - Parameter encoded: the text, unchanged.
  /// - Throws: ``StoreError/failed(_:)`` for a text that no version of this package has made, that was cut off, or that a
  ///   later version has made.
  public init(encoded: String) throws(StoreError) {
    self.init()
    var reader = try StoredTextReader(encoded, as: .outcome)
    while !reader.isAtEnd {
      switch try reader.word(Part.self) {
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
    // Whatever else the text has, such as a part twice or out of order, shows here.
    try reader.expect(self.encoded)
  }

  /// What a text of an outcome is made of.
  fileprivate enum Part: String {
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

extension StoredTextWriter {
  fileprivate mutating func add(_ event: Accounts.Event) {
    func add(_ part: CommitOutcome.Part, _ texts: String...) {
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
