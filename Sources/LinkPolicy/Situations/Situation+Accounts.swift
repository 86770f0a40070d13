/// The accounts of a situation, whatever they were found as.
extension Situation {
  /// How many places for an account there are; some may be empty.
  var placeCount: Int { lookedUpPlaceCount + box.span[0].unnamedAccounts.count }

  /// How many of them were looked up: all but those that nothing names.
  var lookedUpPlaceCount: Int { 4 + box.span[0].addressHolders.count }

  /// The account at a place: of the session, the target, the code, the credential, then those of
  /// the address, then those that nothing names.
  func account(at place: Int) -> Account? {
    let fields = box.span
    switch place {
    case 0: return fields[0].session?.account
    case 1: return fields[0].target
    case 2: return fields[0].code?.account
    case 3:
      if case .account(let account) = fields[0].credentialHolder { return account }
      return nil
    default:
      let rest = place - 4
      let count = fields[0].addressHolders.count
      return rest < count
        ? fields[0].addressHolders[rest] : fields[0].unnamedAccounts[rest - count]
    }
  }

  /// Whether there is any account.
  var hasAccounts: Bool {
    let fields = box.span
    if case .account = fields[0].credentialHolder { return true }
    return fields[0].session?.account != nil || fields[0].target != nil
      || fields[0].code?.account != nil || !fields[0].addressHolders.isEmpty
      || !fields[0].unnamedAccounts.isEmpty
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
