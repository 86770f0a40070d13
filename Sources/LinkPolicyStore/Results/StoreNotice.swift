public import LinkPolicy

/// Something to be sent once the transaction is committed, with the ids that the store has given.
public enum StoreNotice: Sendable {
  /// Mails a code, by the id that ``AccountStore/putCode(_:for:)`` returned.
  case mail(code: String, purpose: CodePurpose, to: String)
  /// Tells the owner of an account, at the address it had before; nil where it had none.
  case owner(account: String, to: String?)

  /// A notice with its place in the outbox.
  public struct Kept: Sendable {
    /// What the store's outbox names it by.
    public let id: String
    /// What is to be sent.
    public let notice: StoreNotice

    /// Creates a notice of the outbox.
    ///
    /// - Parameters:
    ///   - id: what the store's outbox names it by.
    ///   - notice: what is to be sent.
    public init(id: String, notice: StoreNotice) {
      self.id = id
      self.notice = notice
    }
  }
}
