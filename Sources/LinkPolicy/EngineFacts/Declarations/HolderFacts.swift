extension FactValue {
  /// The holder of a credential, compared with the account of the session, target or code; `new` if nobody holds the
  /// credential.
  package enum CredentialValue: Int, FactWord {
    case new, own, known, broken

    package var word: Name {
      switch self {
      case .new: "new"
      case .own: "own"
      case .known: "known"
      case .broken: "broken"
      }
    }
  }
}

/// The fact `credential`: the holder of the attempt's credential (issuer, kind and subject).
package enum CredentialFact: FoundFact {
  package typealias Value = FactValue.CredentialValue

  package static var fact: EngineFact { .credential }
  package static var unset: Value { .new }
  package static var looksAtFurtherMethods: Bool { false }

  package static func read(_ reader: FactReader) -> Value {
    switch reader.situation.credentialHolder {
    case .gone: return .broken
    case .nobody, .account: break
    }
    if reader.action.namesMethod {
      return reader.reference.flatMap { reader.ownMethod(of: $0) } == nil ? .new : .own
    }
    guard let holder = reader.holder else { return .new }
    let isOwn =
      reader.action.pointsTo != .credential
      && (reader.reference.map { $0.id.hasSameBytes(as: holder.id) } ?? false)
    return isOwn ? .own : .known
  }

  package static func values(whereRead value: Value) -> [Value] { [value] }
}

extension FactValue {
  /// The holder of the address that an attempt asserts, such as nobody (`free`).
  package enum Address: Int, FactWord {
    case absent, free, own, taken, several

    package var word: Name {
      switch self {
      case .absent: "absent"
      case .free: "free"
      case .own: "own"
      case .taken: "taken"
      case .several: "several"
      }
    }
  }
}

/// The fact `address`: the holder of the address that an attempt asserts.
package enum AddressFact: FoundFact {
  package typealias Value = FactValue.Address

  package static var fact: EngineFact { .address }
  package static var unset: Value { .absent }
  package static var looksAtFurtherMethods: Bool { false }
  package static var isAboutAssertion: Bool { true }

  package static func read(_ reader: FactReader) -> Value {
    guard !reader.asked.isEmpty else { return .absent }
    let holders = reader.situation.addressHolders
    guard let holder = holders.first else { return .free }
    guard holders.count == 1 else { return .several }
    return reader.reference.map { $0.id.hasSameBytes(as: holder.id) } ?? false ? .own : .taken
  }

  package static func values(whereRead value: Value) -> [Value] { [value] }
}

extension FactValue {
  /// The side that has a relay address or a provider that requires consent: the assertion, the account, both or
  /// neither.
  package enum Relay: Int, FactWord {
    case neither, asserted, account, both

    package var word: Name {
      switch self {
      case .neither: "neither"
      case .asserted: "asserted"
      case .account: "account"
      case .both: "both"
      }
    }
  }
}

/// The fact `relay`: the side that has a relay address or a provider that requires consent (the assertion, the account,
/// both or neither).
package enum RelayFact: FoundFact {
  package typealias Value = FactValue.Relay

  package static var fact: EngineFact { .relay }
  package static var unset: Value { .neither }
  package static var looksAtFurtherMethods: Bool { true }

  package static func read(_ reader: FactReader) -> Value {
    let vocabulary = reader.vocabulary
    let isAsserted =
      vocabulary.domains.relays.contains(reader.domain)
      || (reader.provider < vocabulary.providers.none
        && vocabulary.providers.providers[reader.provider].requiresConsent)
    let isAccounts = reader.pointed.map { isRelayed($0, reader) } ?? false
    return switch (isAsserted, isAccounts) {
    case (false, false): .neither
    case (true, false): .asserted
    case (false, true): .account
    case (true, true): .both
    }
  }

  /// Returns whether an account has a relay address, or a method of a provider that requires
  /// consent.
  ///
  /// The relay address can be the account's own address or the address of a federated method.
  private static func isRelayed(_ account: Account, _ reader: FactReader) -> Bool {
    let vocabulary = reader.vocabulary
    let methods = account.methods
    for index in methods.indices where !methods[index].isSuperseded {
      if vocabulary.providers.requiresConsent(methods[index].provider)
        || (methods[index].closedKind == .federated
          && isRelay(methods[index].address, vocabulary))
      {
        return true
      }
    }
    if reader.isAddressOfPointed {
      return vocabulary.domains.relays.contains(reader.domain)
    }
    return isRelay(account.email, vocabulary)
  }

  private static func isRelay(_ address: String?, _ vocabulary: Vocabulary) -> Bool {
    guard let address else { return false }
    let bytes = address.utf8Span.span
    var at = 0
    while at < bytes.count, bytes[at] != UInt8(ascii: "@") {
      at += 1
    }
    return vocabulary.domains.relays.contains(vocabulary.domains.value(of: bytes, from: at + 1))
  }

  package static func values(whereRead value: Value) -> [Value] { [value] }
}
