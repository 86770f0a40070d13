internal import LinkPolicy
internal import LinkPolicyStore

/// What the page shows, of which the audit log keeps nothing.
extension ServiceAccounts {
  /// Whose session it is, and whether its proof is recent; nil where the policy says that it is none any more.
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

  /// What a code is for, and whether it can still be used; nil for one that is not known.
  func purpose(ofCode id: String) -> (purpose: CodePurpose, isUsable: Bool)? {
    withStore { store throws(StoreError) in
      try store.code(id).map { ($0.purpose, !$0.isUsed && !$0.isExpired) }
    } ?? nil
  }

  /// All accounts.
  var all: [Account] {
    withStore { store throws(StoreError) in try store.accounts() } ?? []
  }
}
