internal import LinkPolicy

/// What a write is about, for whoever sees that it was not carried out.
extension Write {
  /// The account it is about; nil for one that names a session or a code alone.
  var account: AccountReference? {
    switch self {
    case .insertAccount: .new
    case .deleteAccount(let account, leaving: _), .setEmail(let account, _),
      .setProfile(let account, _, blanksOnly: _), .setState(let account, _),
      .setLabel(let account, method: _, name: _, value: _), .putMethod(let account, _),
      .removeMethod(let account, _), .supersedeMethod(let account, _), .dropFactors(let account),
      .openSession(of: let account), .renewSession(_, of: let account, makesRecent: _),
      .endSessions(of: let account, epoch: _), .cancelCodes(of: let account, address: _, tenant: _):
      account
    case .putCode(let code): code.account
    case .endSession, .useCode: nil
    }
  }

  /// The method it is about; nil where it is about none.
  var method: MethodKey? {
    switch self {
    case .putMethod(_, let new): new.key
    case .removeMethod(_, let removed): removed.key
    case .supersedeMethod(_, let key): key
    case .setLabel(_, method: let key, name: _, value: _): key
    case .insertAccount, .deleteAccount, .setEmail, .setProfile, .setState, .dropFactors,
      .openSession, .renewSession, .endSession, .endSessions, .putCode, .useCode, .cancelCodes:
      nil
    }
  }

  /// The session or code that it names; nil where it names none.
  var named: String? {
    switch self {
    case .renewSession(let id, of: _, makesRecent: _), .endSession(let id), .useCode(let id): id
    case .insertAccount, .deleteAccount, .setEmail, .setProfile, .setState, .setLabel, .putMethod,
      .removeMethod, .supersedeMethod, .dropFactors, .openSession, .endSessions, .putCode,
      .cancelCodes:
      nil
    }
  }
}
