/// The declarations of a policy, from which the engine computes facts, with names resolved to
/// numbers.
///
/// A class, so that all readers of facts share one copy.
package final class Vocabulary: Sendable {
  /// A declared claim, such as `email_verified`: its words, with the JSON values that each word
  /// represents.
  package struct ClaimDefinition: Sendable {
    package var name: Name
    package var words: [[ClaimValue]]

    package init(name: Name, words: [[ClaimValue]]) {
      self.name = name
      self.words = words
    }

    /// Returns the value of the fact for a JSON value.
    package func value(of value: ClaimValue) -> Int {
      for (index, values) in words.enumerated() where values.contains(value) {
        return index
      }
      return words.count
    }

    package var absent: Int { words.count + 1 }
  }

  package let schema: FactSchema
  package let actions: [ActionDefinition]
  package let actionTable: NameTable
  package let providers: ProviderTable
  package let domains: DomainTable
  package let claims: [ClaimDefinition]
  package let settingTable: NameTable
  package let labels: [LabelDeclaration]
  /// The purposes of codes.
  package let purposes: PurposeTable
  package let addresses: AddressRules
  package let pools: PoolTable
  /// The identifiers of accounts, and the order in which actions search accounts.
  package let identifiers: IdentifierTable
  /// The kinds that the fact `methods` counts.
  package let countedKinds: MethodKindSet
  /// Whether the facts about methods count the methods that the service has disabled.
  package let countsDisabled: Bool
  /// The methods that `tell: methods` lists.
  package let listing: MethodListing
  /// A domain of a relay set, if there is one.
  package let relayExample: String?
  /// The provider list of a lookup that searches the accounts of all providers.
  let allProviders = ["*"]
  /// The facts that some condition tests; the engine need not compute the others.
  package let usedFacts: ValueSet
  /// The initial fact vectors of attempts without stated values, indexed by the raw value of the kind; the
  /// last is for attempts without a kind.
  let unstated: [FactVector]
  /// The checksum of the facts and their words.
  package let schemaDigest: FactSchemaDigest
  /// The facts that are read after the accounts are known.
  let readFacts: [EngineFact]

  /// Creates a vocabulary from consistent parts.
  package init(
    schema: FactSchema, actions: [ActionDefinition], actionTable: NameTable,
    providers: ProviderTable, domains: DomainTable, claims: [ClaimDefinition],
    settingTable: NameTable, labels: [LabelDeclaration], purposes: PurposeTable,
    addresses: AddressRules, pools: PoolTable, identifiers: IdentifierTable,
    countedKinds: MethodKindSet, countsDisabled: Bool, listing: MethodListing,
    relayExample: String?, usedFacts: ValueSet, readFacts: [EngineFact], unstated: [FactVector]
  ) {
    self.schema = schema
    self.actions = actions
    self.actionTable = actionTable
    self.providers = providers
    self.domains = domains
    self.claims = claims
    self.settingTable = settingTable
    self.labels = labels
    self.purposes = purposes
    self.addresses = addresses
    self.pools = pools
    self.identifiers = identifiers
    self.countedKinds = countedKinds
    self.countsDisabled = countsDisabled
    self.listing = listing
    self.relayExample = relayExample
    self.usedFacts = usedFacts
    self.readFacts = readFacts
    self.unstated = unstated
    schemaDigest = FactSchemaDigest(schema)
  }

  package func isUsed(_ fact: EngineFact) -> Bool {
    usedFacts.contains(fact.rawValue)
  }

  /// Whether lookups ask for every disabled method: some condition counts methods, but not disabled
  /// ones.
  package var asksDisabledMethods: Bool {
    !countsDisabled && (isUsed(.methods) || isUsed(.otherMethods))
  }

  /// Checks a list of disabled methods.
  ///
  /// - Throws: an ``InputError`` if the policy does not declare a provider or its kind.
  func check(_ disabled: [DisabledMethod]) throws(InputError) {
    for method in disabled {
      guard let number = providers.value(of: method.provider) else {
        throw InputError(
          .undeclared,
          "the policy declares no provider `" + method.provider + "`, and it is listed as disabled"
            + Name.suggestion(
              for: method.provider,
              among: providers.providers.map { $0.id }),
          about: .method)
      }
      guard let kind = method.kind,
        number < providers.providers.count && !providers.providers[number].kinds.contains(kind)
      else { continue }
      throw InputError(
        .undeclared,
        "provider `" + method.provider + "` offers no kind `" + kind.name.text
          + "`, and it is listed as disabled", about: .method)
    }
  }

  /// The facts that decisions list: those that the policy tests, and its derived facts.
  package var listedFacts: [Int] {
    schema.facts.indices.filter { usedFacts.contains($0) || schema.derived.contains($0) }
  }

  /// Returns the canonicalization rules for addresses from a provider.
  package func folding(keepsCase: Bool) -> AddressFolding {
    AddressFolding(
      foldsLocalCase: addresses.foldsCase && !keepsCase, dropsDots: addresses.dropsDots,
      dropsPlusTag: addresses.dropsPlusTag)
  }

  /// Returns the kinds that the tables of an action must decide: the action can carry them, and some provider
  /// declares them.
  package func kinds(of action: ActionDefinition) -> MethodKindSet {
    action.kinds.intersection(providers.declaredKinds)
  }
}

extension Vocabulary {
  /// Reads the given settings; the other settings keep their first value.
  ///
  /// - Throws: an ``InputError`` if the policy does not declare a setting or a value.
  func read(_ settings: Settings, into facts: inout FactVector) throws(InputError) {
    let first = schema.settings.lowerBound
    for (name, value) in settings.values {
      guard let index = settingTable.number(of: name) else {
        let names = schema.facts[schema.settings].map { $0.name }
        throw InputError(
          .undeclared,
          "the policy declares no setting `" + name + "`"
            + Name.suggestion(
              for: name,
              among: names.map { Name(bytes: Array($0.bytes.dropFirst("setting.".utf8.count))) }))
      }
      let values = schema.facts[first + index].values
      guard let number = values.firstIndex(where: { value.hasSameBytes(as: $0) }) else {
        throw InputError(
          .undeclared,
          "setting `" + name + "` has no value `" + value + "`"
            + Name.suggestion(for: value, among: values))
      }
      facts[first + index] = number
    }
  }

  /// Reads the given inputs; the other inputs keep their first value.
  ///
  /// - Throws: an ``InputError`` if the policy does not declare an input or a value.
  func read(_ inputs: Inputs, into facts: inout FactVector) throws(InputError) {
    for (name, value) in inputs.values {
      let declared = schema.inputs.first {
        name.hasSameBytes(as: DeclaredFact.input.declaredName(schema.facts[$0].name))
      }
      guard let index = declared else {
        throw InputError(
          .undeclared,
          "the policy declares no input `" + name + "`"
            + Name.suggestion(
              for: name,
              among: schema.facts[schema.inputs].map { DeclaredFact.input.declaredName($0.name) }))
      }
      let values = schema.facts[index].values
      guard let number = values.firstIndex(where: { value.hasSameBytes(as: $0) }) else {
        throw InputError(
          .undeclared,
          "input `" + name + "` has no value `" + value + "`"
            + Name.suggestion(for: value, among: values))
      }
      facts[index] = number
    }
  }

  /// Checks that an attempt states every required input.
  ///
  /// Only attempts of callers are checked. Attempts that stand for many, whose inputs can have any value, are not.
  ///
  /// - Throws: an ``InputError`` if a required input is missing.
  func checkRequired(_ inputs: Inputs) throws(InputError) {
    guard !schema.requiredInputs.isEmpty else { return }
    let missing = schema.requiredInputs.values.first { input in
      let name = DeclaredFact.input.declaredName(schema.facts[input].name)
      return !inputs.values.contains { $0.name.hasSameBytes(as: name) }
    }
    guard let first = missing else { return }
    let fact = schema.facts[first]
    var message = "the attempt does not state input `"
    message += DeclaredFact.input.declaredName(fact.name).text
    message += "`, which the policy requires: state one of"
    for (place, value) in fact.values.enumerated() {
      message += place == 0 ? " `" : ", `"
      message += value.text + "`"
    }
    throw InputError(.missing, message)
  }
}

extension Vocabulary {
  /// Checks that an attempt states a second factor only for an account that has one.
  ///
  /// - Throws: an ``InputError`` if an input with `factor: yes` has another value than its first, and the account
  ///   pointed to has no second factor.
  func checkFactors(_ facts: FactVector, of account: Account?) throws(InputError) {
    guard !schema.factorInputs.isEmpty, (account?.factors ?? 0) == 0 else { return }
    guard let input = schema.factorInputs.values.first(where: { facts[$0] != 0 }) else { return }
    let fact = schema.facts[input]
    throw InputError(
      .contradiction,
      "input `" + DeclaredFact.input.declaredName(fact.name).text + "` states `"
        + fact.values[facts[input]].text + "`, but "
        + (account.map { "account `" + $0.id + "` has no second factor" }
          ?? "the attempt points to no account")
        + "; state `" + fact.values[0].text + "`, or omit the input")
  }

  /// Returns the key of a method whose kind is known.
  package func key(of method: Method) -> MethodKey {
    MethodKey(
      issuer: providers.issuer(of: method.provider), kind: method.closedKind,
      subject: method.subject)
  }

  /// Returns whether a method has a key; compares the issuer last, since it needs a table lookup.
  func has(_ method: Method, _ key: MethodKey) -> Bool {
    method.closedKind == key.kind && method.subject.hasSameBytes(as: key.subject)
      && providers.issuer(of: method.provider).hasSameBytes(as: key.issuer)
  }
}

extension Vocabulary {
  /// Returns the canonical form of an address, which is the key for storing and finding it.
  ///
  /// The function is idempotent. The policy specifies the folding (`addresses:`); a provider with `case:
  /// exact` keeps the case of local parts.
  package func canonical(
    _ email: String, keepsCase: Bool = false
  ) throws(InputError) -> String {
    let at: Int
    do {
      at = try EmailAddress.validate(email.utf8Span.span)
    } catch {
      throw .malformedAddress(email, error)
    }
    return try canonical(wellFormed: email, at: at, folding(keepsCase: keepsCase))
  }

  /// Returns the canonical form of a validated address, given the byte offset of its `@`.
  ///
  /// - Throws: an ``InputError`` if the folding removes the complete local part.
  func canonical(
    wellFormed email: String, at: Int, _ folding: AddressFolding
  ) throws(InputError) -> String {
    if addresses.aliases.isEmpty, EmailAddress.isCanonical(email, at: at, under: folding) {
      return email
    }
    let address: EmailAddress
    do {
      address = try EmailAddress(wellFormed: email.utf8Span.span, at: at, folding: folding)
    } catch {
      throw .malformedAddress(email, error)
    }
    var bytes = address.bytes
    let domain = bytes[(address.atIndex + 1)...]
    for (alias, target) in addresses.aliases where domain.elementsEqual(alias.value.bytes) {
      bytes.replaceSubrange((address.atIndex + 1)..., with: target.value.bytes)
      break
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns whether an address is treated as absent, because it is internationalized and the
  /// policy states `addresses: {international: absent}`.
  ///
  /// A federated assertion can have such an address, if its action needs no address. In any other
  /// attempt, it is malformed, because the engine cannot compare it.
  package func ignores(
    _ email: String, assertedBy kind: MethodKind?, for action: ActionTraits
  ) -> Bool {
    guard kind == .federated, action.addressPresence(kind) == .optional,
      addresses.international == .absent
    else { return false }
    return EmailAddress.isInternational(email)
  }

  /// Returns the value of the fact `domain` for an address, which must be well formed.
  package func domain(of email: String) throws(InputError) -> Int {
    do {
      let bytes = email.utf8Span.span
      return domains.value(of: bytes, from: try EmailAddress.validate(bytes) + 1)
    } catch {
      throw .malformedAddress(email, error)
    }
  }

  /// Returns whether two addresses have the same canonical form; with `keepsCase`, the case of the local part
  /// counts.
  package func isSameAddress(
    _ a: String, _ b: String, keepsCase: Bool = false
  ) throws(InputError) -> Bool {
    if a.hasSameBytes(as: b) {
      return true
    }
    let forms = (
      try canonical(a, keepsCase: keepsCase), try canonical(b, keepsCase: keepsCase)
    )
    return forms.0.hasSameBytes(as: forms.1)
  }
}

/// The kinds of facts that a policy adds to those of the engine.
package enum DeclaredFact {
  case claim, setting, input, identifier, label, derived

  /// The prefix of the fact's name before the declared name.
  var prefix: Name {
    switch self {
    case .claim: "claim."
    case .setting: "setting."
    case .input: "input."
    case .identifier: "identifier."
    case .label: "label."
    case .derived: ""
    }
  }

  /// The values that follow the declared ones.
  package var ownValues: [Name] {
    switch self {
    case .claim: ["other", "absent"]
    case .setting, .input, .derived: []
    case .identifier: IdentifierValue.allCases.map { $0.word }
    case .label: ["absent"]
    }
  }

  /// Returns the fact for a declaration.
  package func fact(_ name: Name, _ values: [Name]) -> FactSchema.SchemaFact {
    FactSchema.SchemaFact(name: Name(bytes: prefix.bytes + name.bytes), values: values + ownValues)
  }

  /// Returns the declared part of a fact's name.
  package func declaredName(_ name: Name) -> Name {
    Name(bytes: Array(name.bytes.dropFirst(prefix.bytes.count)))
  }
}

/// A label with a finite set of values that the policy stores at accounts or methods.
public struct LabelDeclaration: Sendable {
  /// The record that carries a label.
  public enum Bearer: UInt8, Sendable {
    /// The account, independent of the method of sign-in.
    case account
    /// The account's method of the attempt's provider and kind.
    case method
  }

  /// The name of the label, which is the fact `label.NAME`.
  public var name: Located<Name>
  /// The values; a new account or method has the first one.
  public var values: [Located<Name>]
  /// The record that carries the label.
  public var bearer: Bearer

  /// Creates a label that effects set and rows can test.
  ///
  /// - Parameters:
  ///   - name: the name of the label, which is the fact `label.NAME`.
  ///   - values: the values, at least one; a new account or method has the first one.
  ///   - bearer: the record that carries the label, an account or a method.
  public init(_ name: Located<Name>, values: [Located<Name>], bearer: Bearer = .account) {
    self.name = name
    self.values = values
    self.bearer = bearer
  }
}

/// A question of a lookup; the raw value is its key in JSON and its label in Swift.
package enum LookupQuestion: String, Sendable, CaseIterable {
  case credential, addresses, identifiers, session, target, code, method

  /// The key as a name.
  package var name: Name { Name(rawValue) }
}

extension InputError {
  static func malformedAddress(_ email: String, _ problem: EmailAddressProblem) -> InputError {
    let what =
      EmailAddress.isInternational(email)
      ? "` is not an e-mail address that can be compared: it is internationalised"
      : "` is not an e-mail address: " + problem.message
    return InputError(.malformedAddress, "`" + email + what)
  }
}
