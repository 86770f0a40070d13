package import LinkPolicy

/// A code that was mailed before the first step.
package struct VectorCode: Sendable {
  package var purpose: CodePurpose
  /// The address it was mailed to.
  package var address: String
  /// The given account whose it is; nil where codes of its purpose are nobody's.
  package var account: String?
  package var isUsed: Bool

  /// Creates a code from what a vector says of it.
  package init(_ purpose: CodePurpose, at address: String, account: String?, isUsed: Bool) {
    self.purpose = purpose
    self.address = address
    self.account = account
    self.isUsed = isUsed
  }
}
