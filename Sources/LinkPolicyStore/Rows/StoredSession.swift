/// The row of a session, as the store has it.
public struct StoredSession: Sendable {
  /// The id of its account, whether that is still there or not.
  public var account: String
  /// The account's epoch when it was opened or renewed.
  public var epoch: Int
  /// Whether it was signed out.
  public var isEnded: Bool
  /// Whether its sign-in is recent, by the service's clock.
  public var isRecent: Bool

  /// Creates the row from its columns.
  ///
  /// - Parameters:
  ///   - account: the id of the account, whether that is still there or not.
  ///   - epoch: the account's epoch when the session was opened or renewed.
  ///   - isEnded: whether it was signed out.
  ///   - isRecent: whether its sign-in is recent, by the service's clock.
  public init(account: String, epoch: Int, isEnded: Bool, isRecent: Bool) {
    self.account = account
    self.epoch = epoch
    self.isEnded = isEnded
    self.isRecent = isRecent
  }
}
