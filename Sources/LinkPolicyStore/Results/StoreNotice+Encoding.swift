internal import LinkPolicy

extension StoreNotice {
  /// The notice as a text, for a column of an outbox: ``init(encoded:)`` reads it.
  ///
  /// The text is `linkpolicy-notice/1`, then `mail CODE PURPOSE ADDRESS` or `owner ACCOUNT ADDRESS`, then a semicolon, each
  /// text as ``CommitOutcome/encoded`` writes them. Later versions of this package read it.
  ///
  /// ```text
  /// linkpolicy-notice/1 mail 2:c1 5:reset 13:ada@gmail.com;
  /// ```
  public var encoded: String {
    var writer = StoredTextWriter(.notice)
    writer.add(self)
    return writer.finished
  }

  /// Reads a notice from the text that ``encoded`` has made.
  ///
  /// - Parameter encoded: the text, unchanged.
  /// - Throws: ``StoreError/failed(_:)`` for a text that no version of this package has made, that was cut off, or that a
  ///   later version has made.
  public init(encoded: String) throws(StoreError) {
    var reader = try StoredTextReader(encoded, as: .notice)
    self = try reader.notice()
    try reader.expect(self.encoded)
  }

  /// What a notice is.
  fileprivate enum Part: String {
    case mail, owner
  }
}

extension StoredTextWriter {
  mutating func add(_ notice: StoreNotice) {
    switch notice {
    case .mail(let code, let purpose, to: let address):
      add(word: StoreNotice.Part.mail.rawValue)
      add(code)
      add(purpose.name.text)
      add(address)
    case .owner(let account, to: let address):
      add(word: StoreNotice.Part.owner.rawValue)
      add(account)
      add(address)
    }
  }
}

extension StoredTextReader {
  mutating func notice() throws(StoreError) -> StoreNotice {
    switch try word(StoreNotice.Part.self) {
    case .mail: .mail(code: try text(), purpose: try purpose(), to: try text())
    case .owner: .owner(account: try text(), to: try optionalText())
    }
  }

  mutating func purpose() throws(StoreError) -> CodePurpose {
    CodePurpose(Name(try text()))
  }
}
