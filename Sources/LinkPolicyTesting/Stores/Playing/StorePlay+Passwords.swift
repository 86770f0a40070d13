internal import LinkPolicy
internal import LinkPolicyStore

extension StorePlay {
  /// Puts each method with a new password again, first without a password and then with another one.
  ///
  /// The hash must stay in the first case. Both transactions are rolled back, and the hash must be the former one afterwards. Few
  /// vectors put a password again.
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
      guard let before else { continue }
      try store.read { (store) throws(StoreError) in
        try store.putMethod(method, of: id, passwordHash: "rolled back")
      }
      let kept = try store.read { (store) throws(StoreError) in
        try store.passwordHash(of: method.key, heldBy: id)
      }
      if !kept.hasSameBytes(as: before) {
        find(
          .rollBack, "after `rollBack` the password hash of `" + id + "` is another than before",
          number)
      }
      guard !(after?.hasSameBytes(as: before) ?? false) else { continue }
      find(
        .passwordHash,
        "the password hash of the method of `" + method.key.issuer + "` of `" + id
          + "` is lost where the method is put again without a new one", number)
    }
  }
}
