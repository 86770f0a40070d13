/// The accounts of a situation, whatever they were found as.
extension Situation {
  /// How many places for an account there are; some may be empty.
  var placeCount: Int { 4 + addressHolders.count + unnamedAccounts.count }

  /// How many of them were looked up: all but those that nothing names.
  var lookedUpPlaceCount: Int { 4 + addressHolders.count }

  /// The account at a place: of the session, the target, the code, the credential, then those of
  /// the address, then those that nothing names.
  func account(at place: Int) -> Account? {
    switch place {
    case 0: return session?.account
    case 1: return target
    case 2: return code?.account
    case 3:
      if case .account(let account) = credentialHolder { return account }
      return nil
    default:
      let rest = place - 4
      return rest < addressHolders.count
        ? addressHolders[rest] : unnamedAccounts[rest - addressHolders.count]
    }
  }

  /// Whether some account is as a test says.
  func contains(where isSuch: (Account) -> Bool) -> Bool {
    for place in 0..<placeCount {
      if let account = account(at: place), isSuch(account) {
        return true
      }
    }
    return false
  }

  /// Changes every account, wherever it stands.
  mutating func updateAccounts(_ change: (inout Account) -> Void) {
    if var account = session?.account {
      change(&account)
      session?.account = account
    }
    if var account = target {
      change(&account)
      target = account
    }
    if var account = code?.account {
      change(&account)
      code?.account = account
    }
    if case .account(var account) = credentialHolder {
      change(&account)
      credentialHolder = .account(account)
    }
    for index in addressHolders.indices {
      change(&addressHolders[index])
    }
    for index in unnamedAccounts.indices {
      change(&unnamedAccounts[index])
    }
  }
}
