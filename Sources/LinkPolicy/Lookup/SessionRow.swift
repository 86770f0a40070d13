/// The stored session that a lookup asks for.
///
/// Return the row as stored, even for an ended session, because the engine decides whether the session is valid. A
/// session is invalid if it was signed out or if its account was deleted. A session is also invalid if all sessions of
/// the account were revoked after this session was opened or last received new tokens.
public struct SessionRow: Sendable {
  /// The current row of the session's account; nil if the account was deleted.
  public var account: Account?
  /// The account's epoch when the session was opened or last received new tokens.
  public var epoch: LongInteger
  /// Whether the session was signed out, and is therefore invalid.
  public var isEnded: Bool
  /// Whether the session's last sign-in or reauthentication is recent.
  ///
  /// The service chooses the time limit, such as five minutes, and measures the time by its own clock.
  public var isRecent: Bool

  /// Creates the row of a session from the store's values.
  ///
  /// - Parameters:
  ///   - account: the current row of the session's account; nil if the account was deleted.
  ///   - epoch: the account's epoch when the session was opened or last received new tokens.
  ///   - isEnded: whether the session was signed out, and is therefore invalid.
  ///   - isRecent: whether the session's last sign-in or reauthentication is recent by the service's clock.
  public init(of account: Account?, epoch: LongInteger, isEnded: Bool, isRecent: Bool) {
    self.account = account
    self.epoch = epoch
    self.isEnded = isEnded
    self.isRecent = isRecent
  }
}

extension Session {
  /// Creates the session of a situation from a stored row.
  ///
  /// A session has the state `gone` if the session has no row or no account, or was signed out.
  ///
  /// - Throws: an ``InputError`` if the session's epoch is higher than the account's epoch, because the two rows are
  ///   then from different snapshots.
  init(id: String, _ row: SessionRow?) throws(InputError) {
    guard let row, let account = row.account else {
      self.init(id: id, .gone, of: nil)
      return
    }
    guard row.epoch <= account.epoch else {
      throw InputError(
        .torn,
        "session `" + id + "` has epoch " + String(row.epoch) + ", but account `" + account.id
          + "` has epoch " + String(account.epoch) + "; look up both in one snapshot",
        about: .session)
    }
    guard !row.isEnded else {
      self.init(id: id, .gone, of: nil)
      return
    }
    let state: SessionState = row.epoch < account.epoch ? .revoked : row.isRecent ? .recent : .old
    self.init(id: id, state, of: account)
  }
}
