extension ChangePlan {
  /// Returns further requirements: conditions on keys and addresses for which the lookup did not ask.
  ///
  /// A lookup finds a password or e-mail link by the account's address. If two accounts may have the same address, a
  /// change set that adds a password or e-mail link requires that no account has the method's key. A change set that
  /// changes the address of an account with a password or e-mail link has the same requirement. If methods hold unique
  /// addresses, a change set also requires that no other account holds the address of a new password. If accounts hold
  /// unique addresses and the policy has several pools, a new account, address or method can let lookups in a further
  /// pool find the account by its address. The change set then requires that no other account of the further pool holds
  /// the address.
  mutating func furtherRequirements() -> [Requirement] {
    guard !vocabulary.hasUniqueEmails else { return [] }
    settle()
    guard let account, let email = account.email else { return [] }
    let before = isNewAccount ? nil : decision.pointedAccount
    let hadEmail = before?.email.hasSameBytes(as: email) ?? false
    var required: [Requirement] = []
    for method in account.methods where method.closedKind.isSubjectTheAddress {
      let own = vocabulary.key(of: method)
      let present = before?.methods.first { vocabulary.key(of: $0).isSame(as: own) }
      var key = own
      key.subject = email
      if !hadEmail || present == nil, !(decision.askedCredential?.isSame(as: key) ?? false) {
        required.append(.credential(key, tenant: account.tenant, holder: .nobody))
      }
      if vocabulary.addresses.isUnique,
        let question = newQuestion(for: method, present: present, of: account)
      {
        let isHolder = before?.holds(question.address, by: question.heldBy) ?? false
        required.append(.address(question, holders: isHolder ? [account.id] : []))
      }
    }
    return required + poolRequirements(of: account, before: hadEmail ? before : nil)
  }

  /// Returns the requirements that no other account holds the account's address: one for each pool in which lookups can
  /// newly find the account by this address.
  ///
  /// The pool that the lookup searched needs no requirement if the lookup asked for the address and found no other
  /// account.
  ///
  /// - Parameters:
  ///   - account: the account after the writes.
  ///   - before: the account before the writes; nil for a new account, or if the writes change the address.
  /// - Returns: the requirements; empty if methods hold addresses, if addresses are not unique, or if the policy has
  ///   one pool.
  private func poolRequirements(of account: Account, before: Account?) -> [Requirement] {
    guard vocabulary.addresses.heldBy == .account, vocabulary.addresses.isUnique,
      vocabulary.pools.pools.count > 1, let email = account.email
    else { return [] }
    return vocabulary.pools.pools.indices.compactMap { pool in
      guard vocabulary.isIn(pool, account),
        !(before.map { vocabulary.isIn(pool, $0) } ?? false),
        !isKnownFree(email, in: pool, for: account)
      else { return nil }
      return .address(
        Requirement.AddressQuestion(
          address: email, tenant: account.tenant, heldBy: .account,
          pool: vocabulary.names(ofPool: pool), poolIndex: pool),
        holders: [])
    }
  }

  /// Returns whether the lookup asked for an address in a pool and found no other account.
  private func isKnownFree(_ address: String, in pool: Int, for account: Account) -> Bool {
    account.tenant.hasSameBytes(as: decision.attempt.tenant)
      && pool == vocabulary.pools.index(ofProvider: decision.facts[.provider])
      && decision.asked.list.contains { $0.hasSameBytes(as: address) }
      && !decision.situation.addressHolders.contains {
        $0.holds(address, by: .account) && !$0.id.hasSameBytes(as: account.id)
      }
  }

  /// Returns the question for the holders of a method's new address.
  ///
  /// Returns nil if methods hold no addresses, if the method's address is not new, or if the lookup already asked for
  /// the holders.
  private func newQuestion(
    for method: Method, present: Method?, of account: Account
  ) -> Requirement.AddressQuestion? {
    switch vocabulary.addresses.heldBy {
    case .account: return nil
    case .methods:
      guard let address = method.address, !(present?.address.hasSameBytes(as: address) ?? false),
        !decision.asked.list.contains(where: { $0.hasSameBytes(as: address) })
      else { return nil }
      let provider = vocabulary.providers.value(of: method.provider) ?? vocabulary.providers.none
      let pool = vocabulary.pools.index(ofProvider: provider)
      return Requirement.AddressQuestion(
        address: address, tenant: account.tenant, heldBy: .methods,
        pool: vocabulary.names(ofPool: pool), poolIndex: pool)
    }
  }

  private var isNewAccount: Bool {
    switch reference {
    case .new: true
    case .existing, nil: false
    }
  }
}

extension Vocabulary {
  /// Whether the policy guarantees that no two accounts of a tenant have the same address, so that an address finds at
  /// most one account.
  var hasUniqueEmails: Bool {
    switch addresses.heldBy {
    case .account: addresses.isUnique && pools.pools.count < 2
    case .methods: false
    }
  }
}
