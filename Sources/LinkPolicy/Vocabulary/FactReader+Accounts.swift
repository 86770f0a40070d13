extension FactReader {
  /// Finds the holder of the credential, and the account that the attempt points to.
  mutating func findAccounts() throws(InputError) {
    holder = try credentialHolder()
    reference = try findReference()
    try checkAddressHolders()
    pointed = reference
    if reference == nil, let addressHolder = addressHolder() {
      pointed = addressHolder
      reading.pointed = .addressHolder
    }
  }

  /// The account by session, target, code or credential.
  private mutating func findReference() throws(InputError) -> Account? {
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

  private func checkAddressHolders() throws(InputError) {
    guard address != nil else { return }
    // Of several addresses that are looked up, each may have its own holder.
    try require(
      situation.addressHolders.count < 2 || !vocabulary.addresses.isUnique
        || vocabulary.addresses.match == .anyProven, .contradiction,
      "several accounts hold an address that the policy says is unique")
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

  /// Reads the labels of the account pointed to and of its own method.
  mutating func readLabels() {
    let first = vocabulary.schema.labels.lowerBound
    for (index, label) in vocabulary.labels.enumerated() {
      let absent = label.values.count
      guard let account = pointed else {
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
