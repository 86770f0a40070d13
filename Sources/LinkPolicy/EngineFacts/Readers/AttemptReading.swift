/// The facts of an attempt before the lookup, and the addresses to look up.
///
/// These are the facts that the attempt states, its settings, and the facts of its address. The
/// lookup reads them once; the decision adds the facts of the rows.
package struct AttemptReading: Sendable {
  /// The attempt's action, kind and provider.
  package let named: NamedAttempt
  /// The facts that are known before the lookup, and the address record in use.
  ///
  /// If several records are looked up, the record is elected later, from their holders.
  var reading: Reading
  /// The addresses to look up.
  var asked: AskedAddresses
  /// The identifiers to look up, in canonical form.
  package var identifiers: [AccountIdentifier] = []
  /// Whether the attempt takes its address from a code that has not been looked up yet.
  var isOpen: Bool

  init(_ named: NamedAttempt, by vocabulary: Vocabulary) {
    self.named = named
    let kind = named.kind.map { Int($0.rawValue) } ?? MethodKind.count
    reading = Reading(vocabulary.unstated[kind])
    reading.facts[.action] = named.action
    reading.facts[.kind] = kind
    reading.facts[.provider] = named.provider
    asked = AskedAddresses()
    isOpen = false
  }
}

/// The address of an attempt's code, as far as it is known.
package enum BroughtAddress {
  /// The code has not been looked up yet.
  case open
  /// The address of the code; nil if there is no code, or if the code is unknown here.
  case known(String?)
}

/// The action, the kind and the provider of an attempt, resolved in a vocabulary.
package struct NamedAttempt: Sendable {
  /// The index of the action.
  package let action: Int
  /// The kind of sign-in; nil if the action carries no method.
  package let kind: MethodKind?
  /// The value of the fact `provider`.
  package let provider: Int

  /// Resolves the names of an attempt; throws an ``InputError`` for names that the policy does not offer.
  package init(_ attempt: Attempt, in vocabulary: Vocabulary) throws(InputError) {
    guard let index = vocabulary.actionTable.number(of: attempt.action.name) else {
      throw InputError(.actionNotOffered, "unknown action `" + attempt.action.name + "`")
    }
    action = index
    (kind, provider) = try Self.method(
      of: attempt, vocabulary.actions[index].kinds, vocabulary.providers)
  }

  private static func method(
    of attempt: Attempt, _ kinds: MethodKindSet, _ providers: ProviderTable
  ) throws(InputError) -> (MethodKind?, Int) {
    guard let provider = attempt.asserted?.provider else {
      guard kinds.isEmpty else {
        throw InputError(
          .missing, "`" + attempt.action.name + "` carries a method, but no provider is given")
      }
      return (nil, providers.none)
    }
    guard !kinds.isEmpty else {
      throw InputError(
        .unexpected, "`" + attempt.action.name + "` carries no method, but a provider is given")
    }
    try IdentifierLength.check(provider, "the provider")
    guard let value = providers.value(of: provider) else { throw providers.undeclared(provider) }
    let kind = attempt.assertedKind ?? providers.usualKind(value)
    guard providers.offers(kind, value) else {
      throw InputError(
        .kindNotOffered,
        "provider `" + provider + "` does not offer kind `" + kind.name.text + "`")
    }
    guard kinds.contains(kind) else {
      throw InputError(
        .kindNotOffered,
        "`" + attempt.action.name + "` does not carry kind `" + kind.name.text + "`")
    }
    return (kind, value)
  }
}

/// The facts of an attempt in a situation, with the account and address record that they describe.
package struct Reading: Sendable {
  /// The role in the situation of the account pointed to.
  package enum AccountRole: UInt8, Sendable {
    case none, session, target, code, credentialHolder, addressHolder
    /// The holder of the first, second, third or fourth identifier of the attempt.
    case firstIdentifier, secondIdentifier, thirdIdentifier, fourthIdentifier

    /// Returns the role of the holder of an identifier, by its place in the attempt.
    static func identifierHolder(_ place: Int) -> AccountRole {
      AccountRole(rawValue: firstIdentifier.rawValue + UInt8(truncatingIfNeeded: place)) ?? .none
    }
  }

  /// All facts except the derived ones.
  package var facts: FactVector
  /// The role of the account pointed to.
  package var pointed = AccountRole.none
  /// The index of the address record in use; nil if the attempt carries none or none is used.
  package var record: Int?

  init(_ facts: FactVector) {
    self.facts = facts
  }

  /// Returns the account pointed to; nil for none.
  package func account(in situation: Situation) -> Account? {
    switch pointed {
    case .none: nil
    case .session: situation.session?.account
    case .target: situation.target
    case .code: situation.code?.account
    case .credentialHolder:
      if case .account(let account) = situation.credentialHolder { account } else { nil }
    case .addressHolder: situation.addressHolders.first
    case .firstIdentifier: situation.identifierHolder(0)
    case .secondIdentifier: situation.identifierHolder(1)
    case .thirdIdentifier: situation.identifierHolder(2)
    case .fourthIdentifier: situation.identifierHolder(3)
    }
  }
}

extension Attempt {
  /// Returns the attempt with its subject in the canonical form of its provider, in which decisions use it.
  func withCanonicalSubject(_ named: NamedAttempt, by vocabulary: Vocabulary) -> Attempt {
    let providers = vocabulary.providers
    guard providers.foldsAnySubject, providers.foldsSubjects(named.provider),
      let subject = asserted?.subject
    else { return self }
    var attempt = self
    attempt.assertion?.subject = providers.canonicalSubject(subject, of: named.provider)
    return attempt
  }
}
