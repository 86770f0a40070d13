public import LinkPolicy

/// Something to be sent once the transaction is committed, with the ids that the store gave.
///
/// An outbox can keep it as ``encoded``, a text that ``init(encoded:)`` reads.
public enum StoreNotice: Sendable {
  /// Mails a code, by the id that ``AccountStore/putCode(_:for:)`` returned.
  case mail(code: String, purpose: CodePurpose, to: String)
  /// Notifies the owner of an account, at the address it had before; nil if it had none.
  case owner(account: String, to: String?)

  /// A notice with its place in the outbox.
  public struct Kept: Sendable {
    /// Its name in the store's outbox.
    public let id: String
    /// What is to be sent.
    public let notice: StoreNotice

    /// Creates a notice of the outbox.
    ///
    /// - Parameters:
    ///   - id: its name in the store's outbox.
    ///   - notice: what is to be sent.
    public init(id: String, notice: StoreNotice) {
      self.id = id
      self.notice = notice
    }
  }
}
