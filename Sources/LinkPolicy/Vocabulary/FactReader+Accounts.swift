extension FactReader {
  /// Finds the account the attempt points to, and states how credential, address and methods
  /// relate to it.
  mutating func readAccounts(_ address: String?) throws(InputError) {
    let holder = try credentialHolder()
    let reference = try reference(holder)
    try readAddressHolders(address, reference)
    let pointed = reference ?? addressHolder()
    if reference == nil, pointed != nil {
      reading.pointed = .addressHolder
    }
    readState(of: pointed)
    try readCredential(holder, reference)
    if let pointed {
      readMethods(of: pointed)
    }
    readRelay(of: pointed)
    try readTenant(of: pointed)
    readLabels(of: pointed)
  }

  /// The account by session, target, code or credential.
  private mutating func reference(_ holder: Account?) throws(InputError) -> Account? {
    try require(
      situation.target == nil || action.pointsTo == .target, .unexpected,
      "`" + attempt.action.name + "` names no target")
    switch action.pointsTo {
    case .session:
      reading.pointed = situation.session?.account == nil ? .none : .session
      return situation.session?.account
    case .target:
      reading.pointed = situation.target == nil ? .none : .target
      return situation.target
    case .code:
      reading.pointed = situation.code?.account == nil ? .none : .code
      return situation.code?.account
    case .credential:
      reading.pointed = holder == nil ? .none : .credentialHolder
      return holder
    }
  }

  /// The credential that is looked up: who asserts whom by which kind; nil for none.
  var askedCredential: (provider: String, subject: String?, kind: MethodKind)? {
    guard let kind, let asserted, kind != .anonymous, !action.namesMethod else { return nil }
    return (asserted.provider, asserted.subject, kind)
  }

  private func credentialHolder() throws(InputError) -> Account? {
    if case .nobody = situation.credentialHolder {
      return nil
    }
    try require(
      askedCredential != nil, .contradiction,
      "the attempt carries no credential that an account could hold")
    guard case .account(let account) = situation.credentialHolder else {
      try require(
        !(kind?.isSubjectTheAddress ?? false), .contradiction,
        "a password or e-mail link is held by an account's address and goes with the account")
      return nil
    }
    return account
  }

  private mutating func readAddressHolders(
    _ address: String?, _ reference: Account?
  ) throws(InputError) {
    let holders = situation.addressHolders
    guard address != nil else { return }
    // Of several addresses that are looked up, each may have its own holder.
    try require(
      holders.count < 2 || !vocabulary.addresses.isUnique
        || vocabulary.addresses.match == .anyProven, .contradiction,
      "several accounts hold an address that the policy says is unique")
    let value: FactValue.Address
    if holders.count > 1 {
      value = .several
    } else if let holder = holders.first {
      let isOwn = reference.map { $0.id.hasSameBytes(as: holder.id) } ?? false
      value = isOwn ? .own : .taken
    } else {
      value = .free
    }
    reading.facts[.address] = value.rawValue
  }

  /// The one account that holds the address, for attempts that point by credential.
  private func addressHolder() -> Account? {
    guard action.pointsTo == .credential, situation.addressHolders.count == 1 else { return nil }
    if case .gone = situation.credentialHolder {
      // A credential whose account is gone never falls back to the address (R13).
      return nil
    }
    return situation.addressHolders[0]
  }

  private mutating func readState(of account: Account?) {
    guard let account else {
      reading.facts[.account] = FactValue.Account.none.rawValue
      reading.facts[.accountState] = FactValue.AccountState.none.rawValue
      return
    }
    let state: FactValue.Account =
      account.email == nil ? .noAddress : account.isEmailVerified ? .verified : .unverified
    reading.facts[.account] = state.rawValue
    reading.facts[.accountState] = account.state == .active ? 1 : 2
  }

  /// Reads whose tenant the account is; a policy that does not ask never decides across tenants.
  private mutating func readTenant(of account: Account?) throws(InputError) {
    let value: FactValue.Tenant
    if let account {
      if account.tenant == nil, attempt.tenant == nil {
        value = .none
      } else {
        value = account.tenant.hasSameBytes(as: attempt.tenant) ? .same : .other
      }
    } else {
      value = attempt.tenant == nil ? .none : .same
    }
    try require(
      value != .other || vocabulary.isUsed(.tenant), .contradiction,
      "the account belongs to another tenant, and the policy decides nothing of tenants")
    reading.facts[.tenant] = value.rawValue
  }

  private mutating func readLabels(of account: Account?) {
    let first = vocabulary.schema.labels.lowerBound
    for (index, label) in vocabulary.labels.enumerated() {
      let absent = label.values.count
      guard let account else {
        reading.facts[first + index] = absent
        continue
      }
      var labels = account.labels
      if label.bearer == .method {
        guard let own = ownMethod(of: account) else {
          reading.facts[first + index] = absent
          continue
        }
        labels = account.methods[own].labels
      }
      reading.facts[first + index] = 0
      for (name, value) in labels where name.hasSameBytes(as: label.name.value) {
        for (number, declared) in label.values.enumerated()
        where value.hasSameBytes(as: declared.value) {
          reading.facts[first + index] = number
        }
      }
    }
  }
}
