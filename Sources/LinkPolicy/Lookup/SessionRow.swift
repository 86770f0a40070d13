/// The stored session that a lookup asks for.
///
/// Return the row as it is stored: the engine decides whether the session is valid. A session is invalid
/// if it was signed out, if its account is gone, or if all sessions of the account were revoked
/// after it was opened.
public struct SessionRow: Sendable {
  /// The current row of the session's account; nil if the account is gone.
  public var account: Account?
  /// The account's epoch when the session was opened or last received new tokens.
  public var epoch: LongInteger
  /// Whether the session was signed out.
  public var isEnded: Bool
  /// Whether the sign-in is recent.
  ///
  /// You choose the time limit, such as five minutes, and measure it by your clock.
  public var isRecent: Bool

  /// Creates the row of a session from the store's values.
  ///
  /// - Parameters:
  ///   - account: the current row of the session's account; nil if the account is gone.
  ///   - epoch: the account's epoch when the session was opened or last received new tokens.
  ///   - isEnded: whether the session was signed out.
  ///   - isRecent: whether the sign-in is recent by the service's clock.
  public init(of account: Account?, epoch: LongInteger, isEnded: Bool, isRecent: Bool) {
    self.account = account
    self.epoch = epoch
    self.isEnded = isEnded
    self.isRecent = isRecent
  }
}

extension Session {
  /// Creates the session of a situation from a row.
  ///
  /// If the row is missing or has no account, the state of the session is `gone`.
  ///
  /// - Throws: an ``InputError`` if the session's epoch is higher than the account's, because the two rows are then
  ///   from different snapshots.
  init(id: String, _ row: SessionRow?) throws(InputError) {
    guard let row, let account = row.account else {
      self.init(id: id, .gone, of: nil)
      return
    }
    guard row.epoch <= account.epoch else {
      throw InputError(
        .torn,
        "session `" + id + "` is of epoch " + String(row.epoch) + ", and account `" + account.id
          + "` is at " + String(account.epoch) + "; look both up in one snapshot", about: .session)
    }
    guard !row.isEnded else {
      self.init(id: id, .gone, of: nil)
      return
    }
    let state: SessionState = row.epoch < account.epoch ? .revoked : row.isRecent ? .recent : .old
    self.init(id: id, state, of: account)
  }
}
