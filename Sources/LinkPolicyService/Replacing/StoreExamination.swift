public import LinkPolicy

/// Says that a store was looked at which one policy has written, and that another may decide by it.
///
/// Two policies with other address rules make different keys of the same accounts, so that one does not find what
/// the other has stored. Whoever makes this value says to have looked at every address and method of the store
/// under the new rules, and to have mended what would collide or be lost. It is good for these two policies alone.
public struct StoreExamination: Sendable, Hashable {
  /// The digest of the policy that has written the store.
  public let old: PolicyDigest
  /// The digest of the policy that is to decide by it.
  public let new: PolicyDigest

  /// States that a store was examined.
  ///
  /// - Parameters:
  ///   - old: the digest of the policy under which the store was written.
  ///   - new: the digest of the policy under whose rules the store was looked at.
  public init(ofStoreUnder old: PolicyDigest, for new: PolicyDigest) {
    self.old = old
    self.new = new
  }
}
