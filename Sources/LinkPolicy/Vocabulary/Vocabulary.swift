/// The declarations of a policy that the engine needs to compute facts, with a number for each declared name.
///
/// The vocabulary is a class, so that all readers of facts share one object.
package final class Vocabulary: Sendable {
  /// A declared claim, such as `email_verified`: the words for its values, with the JSON values that each word
  /// represents.
  package struct ClaimDefinition: Sendable {
    package var name: Name
    package var words: [[ClaimValue]]

    package init(name: Name, words: [[ClaimValue]]) {
      self.name = name
      self.words = words
    }

    /// Returns the value of the claim's fact for a JSON value; `other` if no word represents the JSON value.
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
  /// The purposes of mailed codes, such as `reset`.
  package let purposes: PurposeTable
  package let addresses: AddressRules
  package let pools: PoolTable
  /// The declared identifiers, and the order in which each action searches for its account.
  package let identifiers: IdentifierTable
  /// The kinds of method that the fact `methods` counts.
  package let countedKinds: MethodKindSet
  /// Whether the facts about methods count methods that the service has disabled.
  package let countsDisabled: Bool
  /// The kinds and the order of the methods that `tell: methods` lists.
  package let listing: MethodListing
  /// An example of a relay domain; nil for a policy without a set of relay domains.
  package let relayExample: String?
  /// The names of the providers to search if the policy has a single pool.
  let allProviders = ["*"]
  /// The facts that at least one condition tests; the engine need not compute the other facts.
  package let usedFacts: ValueSet
  /// The initial fact vectors of attempts that state nothing.
  ///
  /// The index of a vector is the raw value of the kind; the last vector is for attempts without a kind.
  let unstated: [FactVector]
  /// The checksum of the policy's facts and of the words for their values.
  package let schemaDigest: FactSchemaDigest
  /// The facts that the engine computes after the lookup is answered.
  let readFacts: ReadFacts

  /// Creates a vocabulary from declarations, which must be consistent with each other.
  init(
    schema: FactSchema, actions: [ActionDefinition], actionTable: NameTable,
    providers: ProviderTable, domains: DomainTable, claims: [ClaimDefinition],
    settingTable: NameTable, labels: [LabelDeclaration], purposes: PurposeTable,
    addresses: AddressRules, pools: PoolTable, identifiers: IdentifierTable,
    countedKinds: MethodKindSet, countsDisabled: Bool, listing: MethodListing,
    relayExample: String?, usedFacts: ValueSet, readFacts: ReadFacts, unstated: [FactVector]
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

  /// Whether lookups ask for a list of every disabled method.
  ///
  /// True if a condition tests the fact `methods` or `other-methods`, and disabled methods do not count.
  package var asksDisabledMethods: Bool {
    !countsDisabled && (isUsed(.methods) || isUsed(.otherMethods))
  }

  /// Checks that the policy declares the methods in a list of disabled methods.
  ///
  /// - Throws: an ``InputError`` if the list contains a provider that the policy does not declare, or a kind that the
  ///   provider does not offer.
  func check(_ disabled: [DisabledMethod]) throws(InputError) {
    for method in disabled {
      guard let number = providers.value(of: method.provider) else {
        throw InputError(
          .undeclared,
          "the policy declares no provider `" + method.provider
            + "`, which the list of disabled methods names"
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
          + "`, which the list of disabled methods names", about: .method)
    }
  }

  /// The facts that decisions list: the facts that the policy tests, and all derived facts.
  package var listedFacts: [Int] {
    schema.facts.indices.filter { usedFacts.contains($0) || schema.derived.contains($0) }
  }

  /// Returns the policy's rules for folding local parts; a provider with `case: exact` keeps the case of its addresses'
  /// local parts.
  package func folding(keepsCase: Bool) -> AddressFolding {
    AddressFolding(
      foldsLocalCase: addresses.foldsCase && !keepsCase, dropsDots: addresses.dropsDots,
      dropsPlusTag: addresses.dropsPlusTag)
  }

  /// Returns the kinds that the tables of an action must decide.
  ///
  /// The result has the kinds that attempts of the action can carry and that at least one provider declares.
  package func kinds(of action: ActionDefinition) -> MethodKindSet {
    action.kinds.intersection(providers.declaredKinds)
  }
}

extension Vocabulary {
  /// Sets the facts of the given settings in a fact vector; the facts of other settings are unchanged.
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

  /// Sets the facts of the given inputs in a fact vector; the facts of other inputs are unchanged.
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
  /// The engine checks only the attempts of callers. A tool's attempt can represent many attempts with any inputs, so
  /// the engine does not check this attempt.
  ///
  /// - Throws: an ``InputError`` if a required input is missing.
  func checkRequiredInputs(of attempt: Attempt) throws(InputError) {
    guard !schema.requiredInputs.isEmpty else { return }
    let missing = schema.requiredInputs.values.first { input in
      let name = DeclaredFact.input.declaredName(schema.facts[input].name)
      return !attempt.inputs.values.contains { $0.name.hasSameBytes(as: name) }
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
  /// Checks that an attempt states no second factor if the account has no second factor.
  ///
  /// - Throws: an ``InputError`` if `account` is nil or has no second factor, but an input with `factor: yes` states
  ///   that the person showed a factor. Every value of the input except the first states that the person showed a
  ///   factor.
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

  /// Returns the key of a method; the method must have a kind.
  package func key(of method: Method) -> MethodKey {
    MethodKey(
      issuer: providers.issuer(of: method.provider), kind: method.closedKind,
      subject: method.subject)
  }

  /// Returns whether a method has the given key.
  ///
  /// The function compares the issuer last, because finding a provider's issuer requires a search in a table.
  func has(_ method: Method, _ key: MethodKey) -> Bool {
    method.closedKind == key.kind && method.subject.hasSameBytes(as: key.subject)
      && providers.issuer(of: method.provider).hasSameBytes(as: key.issuer)
  }
}

extension Vocabulary {
  /// Returns the canonical form of an address, under which stores keep and find the address.
  ///
  /// The function is idempotent: a canonical address stays the same. The policy specifies the folding under
  /// `addresses:`. A provider with `case: exact` keeps the case of local parts.
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
  /// - Throws: an ``InputError`` if the folding leaves no valid local part.
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

  /// Returns whether the engine treats an address as absent: an internationalized address, under the rule
  /// `addresses: {international: absent}`.
  ///
  /// The engine ignores an internationalized address only in a federated assertion, for an action that requires no
  /// address. In any other attempt, an internationalized address is malformed, because the engine cannot compare
  /// internationalized addresses.
  package func ignores(
    _ email: String, assertedBy kind: MethodKind?, for action: ActionTraits
  ) -> Bool {
    guard kind == .federated, action.addressPresence(kind) == .optional,
      addresses.international == .absent
    else { return false }
    return EmailAddress.isInternational(email)
  }

  /// Returns the value of the fact `domain` for an address; throws an error for a malformed address.
  package func domain(of email: String) throws(InputError) -> Int {
    do {
      let bytes = email.utf8Span.span
      return domains.value(of: bytes, from: try EmailAddress.validate(bytes) + 1)
    } catch {
      throw .malformedAddress(email, error)
    }
  }

  /// Returns whether two addresses have the same canonical form.
  ///
  /// If `keepsCase` is true, addresses that differ in the case of the local part are different.
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

/// The categories of facts that a policy can declare, such as claims and settings.
package enum DeclaredFact {
  case claim, setting, input, identifier, label, derived

  /// The prefix of the fact's name before the declared name, such as `setting.`.
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

  /// The values that the engine adds after the declared values of a fact, such as `absent`.
  package var ownValues: [Name] {
    switch self {
    case .claim: ["other", "absent"]
    case .setting, .input, .derived: []
    case .identifier: IdentifierValue.allCases.map { $0.word }
    case .label: ["absent"]
    }
  }

  /// Returns the fact that a declaration defines, such as `setting.NAME` for a setting.
  package func fact(_ name: Name, _ values: [Name]) -> FactSchema.SchemaFact {
    FactSchema.SchemaFact(name: Name(bytes: prefix.bytes + name.bytes), values: values + ownValues)
  }

  /// Returns the name that the policy declares, given the fact's name with the prefix, such as `NAME` for
  /// `setting.NAME`.
  package func declaredName(_ name: Name) -> Name {
    Name(bytes: Array(name.bytes.dropFirst(prefix.bytes.count)))
  }
}

/// A label with a finite set of values, which effects of the policy store with accounts or methods.
public struct LabelDeclaration: Sendable {
  /// The record that carries a label: an account or a method.
  public enum Bearer: UInt8, Sendable {
    /// The account carries the label, for all its methods.
    case account
    /// A method carries the label; a row tests the label of the account's method that has the attempt's provider and
    /// kind.
    case method
  }

  /// The name of the label, such as `tier`, which rows test as the fact `label.tier`.
  public var name: Located<Name>
  /// The values of the label, such as `member` and `staff`; a new account or method has the first value.
  public var values: [Located<Name>]
  /// The record that carries the label.
  public var bearer: Bearer

  /// Creates a label, which effects can set and rows can test.
  ///
  /// - Parameters:
  ///   - name: the name of the label, such as `tier`, which rows test as the fact `label.tier`.
  ///   - values: the values, at least one value; a new account or method has the first value.
  ///   - bearer: the record that carries the label, an account or a method.
  public init(_ name: Located<Name>, values: [Located<Name>], bearer: Bearer = .account) {
    self.name = name
    self.values = values
    self.bearer = bearer
  }
}

/// A question of a lookup; the raw value is the question's key in JSON and the argument label of the answer in Swift.
package enum LookupQuestion: String, Sendable, CaseIterable {
  case credential, addresses, identifiers, session, target, code, method

  /// The question's key in JSON, as a name.
  package var name: Name { Name(rawValue) }
}

extension InputError {
  static func malformedAddress(_ email: String, _ problem: EmailAddressProblem) -> InputError {
    let what =
      EmailAddress.isInternational(email)
      ? "` is not an e-mail address that can be compared: the address is internationalized"
      : "` is not an e-mail address: " + problem.message
    return InputError(.malformedAddress, "`" + email + what)
  }
}
