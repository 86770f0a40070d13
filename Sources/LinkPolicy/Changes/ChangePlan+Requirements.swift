extension ChangePlan {
  /// What has to be so beside the answers of the look-up, which cannot show it.
  ///
  /// Passwords and e-mail links are found by the address of their account. Where two accounts may
  /// have one address, a set that gives an account such a method, or another address with it,
  /// requires that nobody is found by it already; where methods hold addresses that are unique, that
  /// nobody holds the one that a new password comes with.
  var furtherRequirements: [Requirement] {
    guard !vocabulary.hasUniqueEmails, let account, let email = account.email else { return [] }
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
      if vocabulary.addresses.isUnique, let question = newQuestion(method, present, account) {
        let isHolder = before?.holds(question.address, by: question.heldBy) ?? false
        required.append(.address(question, holders: isHolder ? [account.id] : []))
      }
    }
    return required
  }

  /// The question who holds the address that a method newly comes with, where methods hold
  /// addresses and the look-up did not ask it.
  private func newQuestion(
    _ method: Method, _ present: Method?, _ account: Account
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
  /// Whether no two accounts of a tenant have one address, whatever is done.
  var hasUniqueEmails: Bool {
    switch addresses.heldBy {
    case .account: addresses.isUnique && pools.pools.count < 2
    case .methods: false
    }
  }
}
