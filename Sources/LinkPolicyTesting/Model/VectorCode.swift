package import LinkPolicy

/// A code that was mailed before the first step.
package struct VectorCode: Sendable {
  package var purpose: CodePurpose
  /// The address it was mailed to.
  package var address: String
  /// The given account whose it is; nil where codes of its purpose are nobody's.
  package var account: String?
  /// The tenant a code of nobody was asked for in; nil for that of the case.
  package var tenant: String?
  /// The given session that asked for it.
  package var requester: String?
  /// The account's address when it was mailed; nil for what the purpose makes of it.
  package var boundTo: String?
  package var isUsed = false
  package var isExpired = false
  /// Where it is given.
  package var position: SourcePosition

  /// Creates a code that is as good as on the day it was mailed.
  package init(
    _ purpose: CodePurpose, at address: String, for account: String?, position: SourcePosition
  ) {
    self.purpose = purpose
    self.address = address
    self.account = account
    self.position = position
  }
}
