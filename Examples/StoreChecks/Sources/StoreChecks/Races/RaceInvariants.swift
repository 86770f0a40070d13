internal import LinkPolicy
internal import LinkPolicyStore
internal import LinkPolicyTesting

/// The conditions that all rows must meet after any races.
enum RaceInvariants {
  /// Returns the violations: an address of two accounts, a credential of two accounts, or an
  /// account without a method, unless `firebase` lets the owner remove the last method.
  static func broken(
    on store: inout some CheckedStore & ~Copyable
  ) throws(StoreError) -> (accounts: Int, wrong: [String]) {
    try store.inTransaction { (store) throws(StoreError) in
      var (addresses, keys): ([String: String], [String: String]) = ([:], [:])
      var wrong: [String] = []
      let ids = try store.accountIDs()
      for id in ids {
        guard let account = try store.account(id) else { continue }
        if account.methods.isEmpty, !RaceRound.mayEndWithoutMethod(id) {
          wrong.append("the account `\(id)` has no method")
        }
        if let email = account.email, let other = addresses.updateValue(id, forKey: email) {
          wrong.append("the address `\(email)` is held by `\(other)` and `\(id)`")
        }
        for method in account.methods {
          guard let subject = method.subject else { continue }
          let key = "\(method.provider) \(subject)"
          if let other = keys.updateValue(id, forKey: key) {
            wrong.append("the credential `\(key)` is held by `\(other)` and `\(id)`")
          }
        }
      }
      return (ids.count, wrong)
    }
  }
}
