/// A session as its store has it.
///
/// Whether it counts is not for the store to say: it does not where it was signed out, where its account is
/// gone, and where the account has revoked its sessions since.
public struct SessionRow: Sendable {
  /// Its account, as it is now; nil where that is gone.
  public var account: Account?
  /// The account's epoch when the session was opened or had new tokens.
  public var epoch: Int
  /// Whether it was signed out.
  public var isEnded: Bool
  /// Whether its sign-in is recent; how long it is so is the service's to say, by its clock.
  public var isRecent: Bool

  /// Creates the row as a service read it from its store.
  ///
  /// - Parameters:
  ///   - account: its account as it is now; nil where that is gone.
  ///   - epoch: the account's epoch when the session was opened or had new tokens.
  ///   - isEnded: whether it was signed out.
  ///   - isRecent: whether its sign-in is recent, by the service's clock.
  public init(of account: Account?, epoch: Int, isEnded: Bool, isRecent: Bool) {
    self.account = account
    self.epoch = epoch
    self.isEnded = isEnded
    self.isRecent = isRecent
  }
}

extension Session {
  /// What a row comes to; a session without one is gone.
  ///
  /// - Throws: an ``InputError`` for a session of an epoch that its account has not come to yet, so that the
  ///   two were not read at one moment.
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
    let state: State = row.epoch < account.epoch ? .revoked : row.isRecent ? .recent : .old
    self.init(id: id, state, of: account)
  }
}
