public import LinkPolicy

/// A message to send after the transaction is committed, with the ids that the store assigned.
///
/// An outbox can store the text ``encoded``, which ``init(encoded:)`` parses.
public enum StoreNotice: Sendable {
  /// Mails a code that ``AccountStore/putCode(_:for:)`` returned.
  case mail(code: String, purpose: CodePurpose, to: String)
  /// Notifies the owner at the address that the account had before the change; `to` is nil if the account had no
  /// address.
  case owner(account: String, to: String?)

  /// A notice with its id in the store's outbox.
  public struct Kept: Sendable {
    /// The id of the notice in the store's outbox.
    public let id: String
    /// The message to send.
    public let notice: StoreNotice

    /// Creates a notice in the outbox.
    ///
    /// - Parameters:
    ///   - id: the id of the notice in the store's outbox.
    ///   - notice: the message to send.
    public init(id: String, notice: StoreNotice) {
      self.id = id
      self.notice = notice
    }
  }
}

extension StoreNotice {
  /// The notice as text, for a column of an outbox; ``init(encoded:)`` parses it.
  ///
  /// The text is `linkpolicy-notice/1`, then `mail CODE PURPOSE ADDRESS` or `owner ACCOUNT ADDRESS`, then a semicolon.
  /// Each value has the form that ``CommitOutcome/encoded`` describes. Later versions of this package can parse the
  /// text.
  ///
  /// ```text
  /// linkpolicy-notice/1 mail 2:c1 5:reset 13:ada@gmail.com;
  /// ```
  public var encoded: String {
    var writer = StoredTextWriter(.notice)
    writer.add(self)
    return writer.finished
  }

  /// Parses a notice from the text that ``encoded`` returned.
  ///
  /// - Parameter encoded: the text, unchanged.
  /// - Throws: ``StoreError/failed(_:)`` if the text is truncated, or if neither this nor an earlier version of the
  ///   package produced it.
  public init(encoded: String) throws(StoreError) {
    var reader = try StoredTextReader(encoded, as: .notice)
    self = try reader.notice()
    try reader.expect(self.encoded)
  }

  /// The word that begins a notice's text: an e-mail with a code, or a message to the owner.
  fileprivate enum NoticeForm: String {
    case mail, owner
  }
}

extension StoredTextWriter {
  mutating func add(_ notice: StoreNotice) {
    switch notice {
    case .mail(let code, let purpose, to: let address):
      add(word: StoreNotice.NoticeForm.mail.rawValue)
      add(code)
      add(purpose.name.text)
      add(address)
    case .owner(let account, to: let address):
      add(word: StoreNotice.NoticeForm.owner.rawValue)
      add(account)
      add(address)
    }
  }
}

extension StoredTextReader {
  mutating func notice() throws(StoreError) -> StoreNotice {
    switch try word(StoreNotice.NoticeForm.self) {
    case .mail: .mail(code: try text(), purpose: try purpose(), to: try text())
    case .owner: .owner(account: try text(), to: try optionalText())
    }
  }

  mutating func purpose() throws(StoreError) -> CodePurpose {
    CodePurpose(Name(try text()))
  }
}
