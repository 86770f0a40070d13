internal import LinkPolicy

/// What has to hold before a policy decides.
enum ReplacementCheck {
  /// Throws for a policy of another digest than it is pinned to.
  static func check(_ policy: Policy, pinned digest: PolicyDigest?) throws(PolicyRefusal) {
    if let digest, policy.digest != digest {
      throw .otherDigest(pinned: digest, found: policy.digest)
    }
  }

  /// Throws for a policy that would find other accounts in a store than the one before it, unless somebody has
  /// looked at that store for these two.
  static func check(
    _ new: Policy, after old: Policy, pinned digest: PolicyDigest?, examined: StoreExamination?
  ) throws(PolicyRefusal) {
    try check(new, pinned: digest)
    let differences = StoredRowDifference.between(old, new)
    guard !differences.isEmpty else { return }
    guard let examined else {
      throw .otherStoredRows(differences, old: old.digest, new: new.digest)
    }
    guard examined == StoreExamination(ofStoreUnder: old.digest, for: new.digest) else {
      throw .otherExamination(examined, old: old.digest, new: new.digest)
    }
  }
}
