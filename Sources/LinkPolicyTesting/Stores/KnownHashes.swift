internal import LinkPolicy

/// The password hashes that a store must have after the change sets so far.
///
/// The in-memory store does not keep hashes, because no decision uses a hash.
struct KnownHashes {
  /// The password hash of a method of an account.
  struct KnownHash {
    let account: String
    let key: MethodKey
    let hash: String
    /// Whether the last change set contained the hash.
    var isNew: Bool
    /// The hash that this hash replaced; nil if the method had no hash.
    let former: String?
  }

  private(set) var entries: [KnownHash] = []

  /// Returns the hash that the store must have for a method; nil if the store must have no hash.
  func entry(of key: MethodKey, in account: String) -> KnownHash? {
    entries.first { $0.account.hasSameBytes(as: account) && $0.key.isSame(as: key) }
  }

  /// Applies a change set to the hashes.
  ///
  /// - Parameters:
  ///   - changes: the change set that a store has committed.
  ///   - newAccount: the id of the account that the change set created.
  ///   - hash: the password hash of the attempt.
  /// - Returns: whether the change set stored a new password.
  mutating func carryOut(
    _ changes: ChangeSet, newAccount: String?, hash: String
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
          KnownHash(
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
      case .insertAccount, .setEmail, .setProfile, .setState, .setLabel, .setIdentifier,
        .supersedeMethod,
        .dropFactors, .setFactors, .openSession, .renewSession, .endSession, .endSessions, .putCode,
        .useCode,
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
  /// Returns the id of the account; nil for a new account that was not created.
  func id(making newAccount: String?) -> String? {
    switch self {
    case .existing(let id): id
    case .new: newAccount
    }
  }
}

/// The account, method, session or code of a write, by which a difference can be attributed to the write.
extension Write {
  /// The account of the write; nil if the write refers only to a session or code.
  var account: AccountReference? {
    switch self {
    case .insertAccount: .new
    case .deleteAccount(let account, leaving: _), .setEmail(let account, _),
      .setProfile(let account, _, blanksOnly: _), .setState(let account, _),
      .setLabel(let account, method: _, name: _, value: _),
      .setIdentifier(let account, name: _, value: _), .putMethod(let account, _),
      .removeMethod(let account, _), .supersedeMethod(let account, _), .dropFactors(let account),
      .setFactors(let account, count: _),
      .openSession(of: let account), .renewSession(_, of: let account, makesRecent: _),
      .endSessions(of: let account, epoch: _), .cancelCodes(of: let account, address: _, tenant: _):
      account
    case .putCode(let code): code.account
    case .endSession, .useCode: nil
    }
  }

  /// The method of the write; nil for a write without a method.
  var method: MethodKey? {
    switch self {
    case .putMethod(_, let new): new.key
    case .removeMethod(_, let removed): removed.key
    case .supersedeMethod(_, let key): key
    case .setLabel(_, method: let key, name: _, value: _): key
    case .insertAccount, .deleteAccount, .setEmail, .setProfile, .setState, .setIdentifier,
      .dropFactors, .setFactors, .openSession, .renewSession, .endSession, .endSessions, .putCode,
      .useCode,
      .cancelCodes:
      nil
    }
  }

  /// The id of the session or code of the write; nil for a write without a session or code.
  var named: String? {
    switch self {
    case .renewSession(let id, of: _, makesRecent: _), .endSession(let id), .useCode(let id): id
    case .insertAccount, .deleteAccount, .setEmail, .setProfile, .setState, .setLabel,
      .setIdentifier, .putMethod, .removeMethod, .supersedeMethod, .dropFactors, .setFactors,
      .openSession,
      .endSessions, .putCode,
      .cancelCodes:
      nil
    }
  }
}
