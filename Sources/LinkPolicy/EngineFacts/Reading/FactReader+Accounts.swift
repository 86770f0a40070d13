extension FactReader {
  /// Finds the holder of the credential, and the account that the attempt points to.
  mutating func findAccounts() throws(InputError) {
    holder = try credentialHolder()
    reference = try findReference()
    try checkAddressHolders()
    pointed = reference
    if reference == nil, let addressHolder = addressHolder() {
      pointed = addressHolder
      pointedAs = .addressHolder
    }
  }

  /// The account by session, target, code or credential.
  private mutating func findReference() throws(InputError) -> Account? {
    try require(
      situation.target == nil || action.pointsTo == .target, .unexpected,
      "`" + attempt.action.name + "` names no target")
    switch action.pointsTo {
    case .session:
      pointedAs = situation.session?.account == nil ? .none : .session
      return situation.session?.account
    case .target:
      pointedAs = situation.target == nil ? .none : .target
      return situation.target
    case .code:
      pointedAs = situation.code?.account == nil ? .none : .code
      return situation.code?.account
    case .credential:
      pointedAs = holder == nil ? .none : .credentialHolder
      return holder
    }
  }

  private func credentialHolder() throws(InputError) -> Account? {
    if case .nobody = situation.credentialHolder {
      return nil
    }
    try require(
      attempt.askedCredential(shape) != nil, .contradiction,
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
    guard !asked.isEmpty else { return }
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

  /// The number of the value that a label has; nil where there is nobody to bear it.
  func value(ofLabel index: Int) -> Int? {
    guard let account = pointed else { return nil }
    let label = vocabulary.labels[index]
    var borne = account.labels
    switch label.bearer {
    case .account: break
    case .method:
      guard let own = ownMethod(of: account) else { return nil }
      borne = account.methods[own].labels
    }
    var number = 0
    for (name, value) in borne where name.hasSameBytes(as: label.name.value) {
      for (index, declared) in label.values.enumerated()
      where value.hasSameBytes(as: declared.value) {
        number = index
      }
    }
    return number
  }
}

extension Attempt {
  /// A credential that is looked up: who asserts whom by which kind.
  typealias AskedCredential = (provider: String, subject: String?, kind: MethodKind)

  /// The credential that is looked up; nil for none.
  func askedCredential(_ shape: AttemptShape) -> AskedCredential? {
    guard let kind = shape.kind, kind != .anonymous, !shape.action.namesMethod, let asserted
    else { return nil }
    return (asserted.provider, asserted.subject, kind)
  }
}
