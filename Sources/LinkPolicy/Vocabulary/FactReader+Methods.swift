extension FactReader {
  /// The place of the account's own method of the attempt's provider and kind, if it has one.
  ///
  /// Where it has several of them, the one with the attempt's subject comes first.
  func ownMethod(of account: Account) -> Int? {
    guard let asserted, let kind else { return nil }
    var found: Int?
    let methods = account.methods
    for index in methods.indices
    where methods[index].kind == kind && !methods[index].isSuperseded {
      guard vocabulary.providers.haveSameIssuer(methods[index].provider, asserted.provider)
      else { continue }
      if asserted.subject != nil, methods[index].subject.hasSameBytes(as: asserted.subject) {
        return index
      }
      found = found ?? index
    }
    // An attempt that names a method by its subject means that one and no other.
    return action.namesMethod && asserted.subject != nil ? nil : found
  }

  /// Reads who holds the credential: the fact `credential`, and with it `secret`.
  mutating func readCredential(
    _ holder: Account?, _ reference: Account?
  ) throws(InputError) {
    let value: FactValue.Credential
    if case .gone = situation.credentialHolder {
      value = .broken
    } else if action.namesMethod {
      value = reference.flatMap { ownMethod(of: $0) } == nil ? .new : .own
    } else if let holder {
      let isOwn =
        action.pointsTo != .credential
        && (reference.map { $0.id.hasSameBytes(as: holder.id) } ?? false)
      value = isOwn ? .own : .known
    } else {
      value = .new
    }
    reading.facts[.credential] = value.rawValue
    try readSecret(value)
  }

  private mutating func readSecret(_ credential: FactValue.Credential) throws(InputError) {
    let secret = attempt.assertion?.secret ?? .absent
    guard kind == .password, action.checksSecret else {
      try require(
        secret == .absent, .unexpected,
        "`" + attempt.action.name + "` checks no stored password")
      reading.facts[.secret] = FactValue.Secret.absent.rawValue
      return
    }
    guard credential == .own || credential == .known else {
      try require(
        secret != .right, .contradiction, "a right password for an account that has none")
      reading.facts[.secret] = FactValue.Secret.absent.rawValue
      return
    }
    try require(secret != .absent, .missing, "the password has not been checked")
    reading.facts[.secret] = Int(secret.rawValue)
  }

  /// Whether the account's own address is the one that is used: the subject of a password or
  /// e-mail link, whatever holds addresses otherwise.
  private func hasUsedAddress(_ account: Account) -> Bool {
    guard vocabulary.addresses.heldBy == .methods else {
      return situation.addressHolders.contains { $0.id.hasSameBytes(as: account.id) }
    }
    guard let email = account.email, let asked = asked?.first else { return false }
    return email.hasSameBytes(as: asked)
  }

  /// Reads what the account pointed to has of methods.
  mutating func readMethods(of account: Account) {
    if let own = ownMethod(of: account), let kind {
      let isSame: Bool
      if kind.isSubjectTheAddress {
        isSame = action.namesMethod || hasUsedAddress(account)
      } else {
        let isUnnamed = asserted?.subject == nil
        let subject = account.methods[own].subject
        isSame = isUnnamed || subject.hasSameBytes(as: asserted?.subject)
      }
      let value: FactValue.SameProvider = isSame ? .sameSubject : .otherSubject
      reading.facts[.sameProvider] = value.rawValue
    }
    guard vocabulary.usedFacts.contains(EngineFact.methods.rawValue) else { return }
    var count = 0
    let methods = account.methods
    for index in methods.indices
    where vocabulary.countedKinds.contains(methods[index].closedKind)
      && !methods[index].isSuperseded
    {
      count += 1
    }
    reading.facts[.methods] = min(count, 2)
  }

  /// Reads which side is a relay or needs consent.
  mutating func readRelay(of account: Account?) {
    guard vocabulary.usedFacts.contains(EngineFact.relay.rawValue) else { return }
    let domain = reading.facts[.domain]
    let isAsserted =
      vocabulary.domains.relays.contains(domain)
      || (provider < vocabulary.providers.none
        && vocabulary.providers.providers[provider].requiresConsent)
    let isAccounts = account.map(isRelayed) ?? false
    let value: FactValue.Relay =
      switch (isAsserted, isAccounts) {
      case (false, false): .neither
      case (true, false): .asserted
      case (false, true): .account
      case (true, true): .both
      }
    reading.facts[.relay] = value.rawValue
  }

  private func isRelayed(_ account: Account) -> Bool {
    let methods = account.methods
    for index in methods.indices
    where vocabulary.providers.requiresConsent(methods[index].provider)
      && !methods[index].isSuperseded
    {
      return true
    }
    guard let email = account.email else { return false }
    let bytes = email.utf8Span.span
    var at = 0
    while at < bytes.count, bytes[at] != UInt8(ascii: "@") {
      at += 1
    }
    return vocabulary.domains.relays.contains(vocabulary.domains.value(of: bytes, from: at + 1))
  }
}
