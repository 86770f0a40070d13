/// A session that was opened before the first step.
package struct VectorSession: Sendable {
  /// What became of it before the first step.
  package enum State: Sendable {
    /// The sign-in was just now.
    case recent
    /// The sign-in was long ago.
    case old
    /// All sessions of the account were revoked since.
    case revoked
    /// Somebody signed out.
    case ended
  }

  /// The given account whose it is.
  package var account: String
  /// What became of it.
  package var state: State

  /// Creates a session of an account.
  package init(of account: String, _ state: State) {
    self.account = account
    self.state = state
  }
}
