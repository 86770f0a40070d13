internal import LinkPolicy

/// How far a change set is carried out: the ids that the store has given, and what it comes to.
struct WriteProgress {
  /// What it comes to, so far.
  var outcome = CommitOutcome()
  /// The hash of the password that came with the attempt.
  private let passwordHash: String?

  init(passwordHash: String?) {
    self.passwordHash = passwordHash
  }

  /// The id of the account that a write is about.
  func id(of account: AccountReference) throws(StoreError) -> String {
    switch account {
    case .existing(let id): return id
    case .new:
      guard let id = outcome.newAccount else {
        throw .inconsistent("a write is about the account that the set makes, and it makes none")
      }
      return id
    }
  }

  /// The hash to store with a method; nil where the stored one stays.
  func hash(for method: Write.NewMethod) throws(StoreError) -> String? {
    switch method.secret {
    case .keep: return nil
    case .new:
      guard let passwordHash else {
        throw .input(
          InputError(
            .missing, "a new password of `" + method.provider + "` is stored, and no hash is given")
        )
      }
      return passwordHash
    }
  }

  /// The accounts whose version rises, each once.
  func raised(by writes: [Write]) throws(StoreError) -> [String] {
    var ids: [String] = []
    for write in writes {
      guard let account = write.raisesVersion else { continue }
      let id = try id(of: account)
      if !ids.contains(where: { $0.hasSameBytes(as: id) }) {
        ids.append(id)
      }
    }
    return ids
  }
}
