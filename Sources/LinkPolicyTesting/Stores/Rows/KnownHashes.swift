internal import LinkPolicy

/// The hashes of passwords that a store has to have, by what the change sets so far have told it.
///
/// In memory nobody keeps them: decisions ask for none.
struct KnownHashes {
  /// The hash of a method.
  struct Entry {
    let account: String
    let key: MethodKey
    let hash: String
    /// Whether the last set has brought it.
    var isNew: Bool
    /// What was stored under that key before.
    let former: String?
  }

  private(set) var entries: [Entry] = []

  /// The one of a method; nil where the store has to have none.
  func entry(of key: MethodKey, in account: String) -> Entry? {
    entries.first { $0.account.hasSameBytes(as: account) && $0.key.isSame(as: key) }
  }

  /// Follows a change set.
  ///
  /// - Parameters:
  ///   - changes: what a store has carried out.
  ///   - newAccount: the id of the account that it made.
  ///   - hash: what came with the attempt.
  /// - Returns: whether a new password was stored.
  mutating func carryOut(
    _ changes: ChangeSet, newAccount: String?, _ hash: String
  ) -> Bool {
    for index in entries.indices {
      entries[index].isNew = false
    }
    var stores = false
    for write in changes.writes {
      switch write {
      case .putMethod(let account, let method):
        guard case .new = method.secret, let id = account.id(making: newAccount) else { break }
        let former = entry(of: method.key, in: id)
        remove(method.key, of: id)
        entries.append(
          Entry(
            account: id, key: method.key, hash: hash, isNew: true,
            former: former?.hash))
        stores = true
      case .removeMethod(let account, let removed):
        if let id = account.id(making: newAccount) {
          remove(removed.key, of: id)
        }
      case .deleteAccount(let account, leaving: _):
        if let id = account.id(making: newAccount) {
          entries.removeAll { $0.account.hasSameBytes(as: id) }
        }
      case .insertAccount, .setEmail, .setProfile, .setState, .setLabel, .supersedeMethod,
        .dropFactors, .openSession, .renewSession, .endSession, .endSessions, .putCode, .useCode,
        .cancelCodes:
        break
      }
    }
    return stores
  }

  private mutating func remove(_ key: MethodKey, of account: String) {
    entries.removeAll { $0.account.hasSameBytes(as: account) && $0.key.isSame(as: key) }
  }
}

extension AccountReference {
  /// The id of the account; nil for one that the set makes and has not made.
  func id(making newAccount: String?) -> String? {
    switch self {
    case .existing(let id): id
    case .new: newAccount
    }
  }
}
