internal import LinkPolicy
internal import LinkPolicyStore

extension StorePlay {
  /// Puts each method that a set gave a new password again, without one: the hash has to stay.
  ///
  /// Few vectors have a password put again. The transaction is rolled back.
  mutating func repeatPasswords(
    of changes: ChangeSet, _ outcome: CommitOutcome, number: Int,
    on store: inout some CheckedStore & ~Copyable
  ) throws(StoreError) {
    for write in changes.writes where finding == nil {
      guard case .putMethod(let account, let method) = write, case .new = method.secret,
        let id = account.id(making: outcome.newAccount)
      else { continue }
      let (before, after) = try store.read { (store) throws(StoreError) in
        let before = try store.passwordHash(of: method.key, heldBy: id)
        var again = method
        again.secret = .keep
        try store.putMethod(again, of: id, passwordHash: nil)
        return (before, try store.passwordHash(of: method.key, heldBy: id))
      }
      // A later write of the set may have removed it.
      guard let before, !(after?.hasSameBytes(as: before) ?? false) else { continue }
      find(
        .passwordHash,
        "the password hash of the method of `" + method.key.issuer + "` of `" + id
          + "` is lost where the method is put again without a new one", number)
    }
  }
}
