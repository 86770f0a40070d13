extension FactValue {
  /// Which side hides the person's own address.
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

/// Which side hides the person's own address, or is of a provider that asks for consent.
package enum RelayFact: FoundFact {
  package typealias Value = FactValue.Relay

  package static var fact: EngineFact { .relay }
  package static var name: Name { "relay" }
  package static var meaning: Name {
    "which side carries a relay address, in a federated method too, or a provider with `consent: required`"
  }
  package static var unset: Value { .neither }
  package static var ordinary: [Value] { [.neither, .asserted] }
  package static var looksAtFurtherMethods: Bool { true }

  package static func clause(of value: Value) -> Name {
    switch value {
    case .neither: "with a relay address on neither side"
    case .asserted: "with a relay address that is asserted"
    case .account: "with a relay address that the account has"
    case .both: "with a relay address on both sides"
    }
  }

  package static func bringer(of value: Value) -> Bringer {
    switch value {
    case .neither, .asserted, .account, .both: .anybody
    }
  }

  package static func read(_ reader: FactReader) -> Value {
    let vocabulary = reader.vocabulary
    let isAsserted =
      vocabulary.domains.relays.contains(reader.domain)
      || (reader.provider < vocabulary.providers.none
        && vocabulary.providers.providers[reader.provider].requiresConsent)
    let isAccounts = reader.pointed.map { isRelayed($0, vocabulary) } ?? false
    return switch (isAsserted, isAccounts) {
    case (false, false): .neither
    case (true, false): .asserted
    case (false, true): .account
    case (true, true): .both
    }
  }

  /// Whether an account has a relay address, its own or that of a federated method, or a method of a
  /// provider that asks for consent.
  private static func isRelayed(_ account: Account, _ vocabulary: Vocabulary) -> Bool {
    let methods = account.methods
    for index in methods.indices where !methods[index].isSuperseded {
      if vocabulary.providers.requiresConsent(methods[index].provider)
        || (methods[index].closedKind == .federated
          && isRelay(methods[index].address, vocabulary))
      {
        return true
      }
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
