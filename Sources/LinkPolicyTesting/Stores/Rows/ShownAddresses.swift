internal import LinkPolicy

/// The addresses of accounts as a store has to show them, by what the change sets so far have told it.
///
/// In memory nobody keeps them: decisions go by the canonical form.
struct ShownAddresses {
  private var shown: [(account: String, address: String)] = []

  /// The addresses that accounts start with, which are shown as they are.
  init(of accounts: [Account]) {
    for account in accounts {
      if let email = account.email {
        shown.append((account.id, email))
      }
    }
  }

  /// The spelling of an account's address; nil where it has none.
  func address(of account: String) -> String? {
    shown.first { $0.account.hasSameBytes(as: account) }?.address
  }

  /// The spellings of all addresses.
  var spellings: [String] { shown.map(\.address) }

  /// Follows a change set.
  ///
  /// - Parameters:
  ///   - changes: what a store has carried out.
  ///   - newAccount: the id of the account that it made.
  mutating func carryOut(_ changes: ChangeSet, newAccount: String?) {
    for write in changes.writes {
      switch write {
      case .insertAccount(let account):
        if let newAccount {
          set(newAccount, to: account.email)
        }
      case .setEmail(let account, let email):
        if let id = account.id(making: newAccount) {
          set(id, to: email)
        }
      case .deleteAccount(let account, leaving: _):
        if let id = account.id(making: newAccount) {
          shown.removeAll { $0.account.hasSameBytes(as: id) }
        }
      case .setProfile, .setState, .setLabel, .putMethod, .removeMethod, .supersedeMethod,
        .dropFactors, .openSession, .renewSession, .endSession, .endSessions, .putCode, .useCode,
        .cancelCodes:
        break
      }
    }
  }

  private mutating func set(_ account: String, to email: Write.NewEmail) {
    let former = address(of: account)
    shown.removeAll { $0.account.hasSameBytes(as: account) }
    // The one stored before stays, whatever the address is now (Docs/Changes.md).
    if email.email != nil, let address = email.given ?? former {
      shown.append((account, address))
    }
  }
}
