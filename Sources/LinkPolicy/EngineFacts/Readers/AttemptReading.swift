/// The facts of an attempt before the lookup, and the addresses to look up.
///
/// The facts describe the attempt's statements, settings and address. The lookup reads the attempt's facts once, and
/// the decision adds the facts about the stored rows. The lookup, its answers and the decision share one object.
package final class AttemptReading: Sendable {
  /// The attempt, with its subject in canonical form.
  let attempt: Attempt
  /// The settings under which the attempt was read.
  let settings: Settings
  let vocabulary: Vocabulary
  /// The attempt's action, kind and provider.
  package let named: NamedAttempt
  /// The facts that are known before the lookup, and the index of the address record that they describe.
  ///
  /// If the lookup asks for several records, the decision chooses the record later, when the holders are known.
  let reading: Reading
  /// The addresses to look up, nearly always one or none.
  let asked: AskedAddresses
  /// The identifiers to look up, in canonical form.
  package var identifiers: [AccountIdentifier] { stated.elements }
  let stated: RareArray<AccountIdentifier>
  /// Whether the attempt takes its address from a code that has not been looked up yet, so that the service must first
  /// look up the code.
  let isOpen: Bool

  init(
    _ attempt: Attempt, under settings: Settings, by vocabulary: Vocabulary, named: NamedAttempt,
    reading: __shared Reading, asked: AskedAddresses, stated: RareArray<AccountIdentifier>,
    isOpen: Bool
  ) {
    self.attempt = attempt
    self.settings = settings
    self.vocabulary = vocabulary
    self.named = named
    self.reading = reading
    self.asked = asked
    self.stated = stated
    self.isOpen = isOpen
  }

  /// Returns the same facts and addresses for an attempt that differs only in checked facts, such as `secret`.
  package func replacing(_ attempt: Attempt) -> AttemptReading {
    AttemptReading(
      attempt, under: settings, by: vocabulary, named: named, reading: reading, asked: asked,
      stated: stated, isOpen: isOpen)
  }

  /// The action and the kind of the attempt, which determine the facts that the attempt can carry.
  var shape: AttemptShape { AttemptShape(vocabulary.actions[named.action].traits, named.kind) }

  /// Returns whether a method has the attempt's provider and kind.
  func hasProviderAndKind(of method: Method) -> Bool {
    guard let kind = named.kind, method.kind == kind, let provider = attempt.assertedProvider
    else { return false }
    return vocabulary.providers.haveSameIssuer(method.provider, provider)
  }

  /// Returns the address of an address record, in the spelling of the attempt or its code; nil if `record` is nil.
  func address(_ record: Int?, in situation: Situation) -> String? {
    guard let record else { return nil }
    let records = attempt.assertedAddresses
    if record < records.count {
      return records[record].email
    }
    return attempt.address ?? (attempt.assertedProvider == nil ? situation.code?.address : nil)
  }
}

/// The address of an attempt's code, known or still unknown.
package enum BroughtAddress {
  /// The address is unknown, because the code has not been looked up yet.
  case open
  /// The address of the code; nil for an attempt without a code, or for an unknown code.
  case known(String?)
}

/// The action, the kind and the provider of an attempt, as numbers instead of names.
package struct NamedAttempt: Sendable {
  /// The index of the action in the vocabulary.
  package let action: Int
  /// The kind of method; nil for an action that carries no method.
  package let kind: MethodKind?
  /// The attempt's provider, as a value of the fact `provider`.
  package let provider: Int

  /// Resolves the names of an attempt; throws an ``InputError`` for names that the policy does not offer.
  package init(
    _ attempt: __shared Attempt, in vocabulary: __shared Vocabulary
  ) throws(InputError) {
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
    guard let provider = attempt.assertedProvider else {
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
  /// The role of the account to which the attempt points, such as the holder of the credential.
  package enum AccountRole: UInt8, Sendable {
    case none, session, target, code, credentialHolder, addressHolder
    /// The holder of the first, second, third or fourth identifier of the attempt.
    case firstIdentifier, secondIdentifier, thirdIdentifier, fourthIdentifier

    /// Returns the role of an identifier's holder, given the identifier's index in the attempt.
    static func identifierHolder(_ place: Int) -> AccountRole {
      AccountRole(rawValue: firstIdentifier.rawValue + UInt8(truncatingIfNeeded: place)) ?? .none
    }
  }

  /// The values of all facts except derived facts.
  package var facts: FactVector
  /// The role of the account to which the attempt points, such as the holder of the credential.
  package var pointed = AccountRole.none
  /// The index of the address record that the facts describe; nil if the facts describe no record.
  package var record: Int?

  init(_ facts: FactVector) {
    self.facts = facts
  }

  /// Creates the facts of an attempt that states nothing.
  init(_ named: NamedAttempt, by vocabulary: Vocabulary) {
    let kind = named.kind.map { Int($0.rawValue) } ?? MethodKind.count
    facts = vocabulary.unstated[kind]
    facts[.action] = named.action
    facts[.kind] = kind
    facts[.provider] = named.provider
  }

  /// Returns the account to which the attempt points; nil for an attempt that points to no account.
  package func account(in situation: Situation) -> Account? {
    pointed.account(in: situation)
  }
}

extension Reading.AccountRole {
  /// Returns the account with this role; nil if no account has the role.
  func account(in situation: Situation) -> Account? {
    switch self {
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
  /// Returns the attempt with the asserted subject in the provider's canonical form, in which stores keep subjects.
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
