internal import LinkPolicy
internal import LinkPolicyStore

/// Queries for the page, which the audit log does not record.
extension ServiceAccounts {
  /// Returns the account of a session, and whether its proof is recent; nil if the policy no longer accepts the
  /// session.
  func holder(of session: String?) -> (account: Account, isRecent: Bool)? {
    guard let session else { return nil }
    let settings = settings
    return withStore { store throws(StoreError) in
      let lookup: Lookup
      do throws(InputError) {
        lookup = try policy.lookup(
          for: Attempt(Action("reload")), by: .session(session), under: settings)
      } catch {
        throw .input(error)
      }
      let decision = try store.decision(on: lookup, method: .enabled, under: policy)
      guard decision.isAllowed, let id = decision.account?.id, let account = try store.account(id)
      else { return nil }
      return (account, try store.session(session)?.isRecent ?? false)
    } ?? nil
  }

  /// Returns the purpose of a code, and whether the code is still usable; nil if the store has no such code.
  func purpose(ofCode id: String) -> (purpose: CodePurpose, isUsable: Bool)? {
    withStore { store throws(StoreError) in
      try store.code(id).map { ($0.purpose, !$0.isUsed && !$0.isExpired) }
    } ?? nil
  }

  /// All accounts, or none if the store fails.
  var all: [Account] {
    withStore { store throws(StoreError) in try store.accounts() } ?? []
  }
}
