package import LinkPolicy

/// An account of an export, and where it stands there.
package struct StoredAccount: Sendable {
  /// The account, as the store has it.
  package var account: Account
  /// The line it stands in.
  package var position: SourcePosition

  /// Joins an account with its place.
  package init(_ account: Account, at position: SourcePosition) {
    self.account = account
    self.position = position
  }
}
