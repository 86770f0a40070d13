internal import LinkPolicy

/// A possible relation of accounts to an attempt: the values of the facts that the engine reads
/// from the store's rows.
struct Relation: Hashable {
  var providers: ValueSet
  var domains: ValueSet
  /// The possible values of the fact about each identifier.
  var identifiers: [ValueSet]
  /// The value of each engine fact.
  private var values: [UInt8]
  /// Whether the account has a method of the attempt's provider; without one, labels of methods
  /// have no value.
  var hasOwnMethod: Bool { self[.sameProvider] != FactValue.SameProvider.none.rawValue }
  /// Whether the attempt identifies an account.
  var hasAccount: Bool { self[.account] != FactValue.AccountVerification.none.rawValue }
  /// Whether the attempt has an address.
  var hasAddress: Bool { self[.address] != FactValue.Address.absent.rawValue }

  /// Creates the relation from the facts read for representative accounts.
  init(
    providers: ValueSet, domains: ValueSet, identifiers: [ValueSet], of facts: FactVector,
    _ found: FoundFacts
  ) {
    self.identifiers = identifiers
    self.providers = providers
    self.domains = domains
    values = [UInt8](repeating: 0, count: EngineFact.allCases.count)
    for element in found.elements {
      values[element.fact.rawValue] = UInt8(truncatingIfNeeded: facts[element.fact])
    }
  }

  subscript(fact: EngineFact) -> Int { Int(values[fact.rawValue]) }

  /// Copies the facts that depend on further methods of the account from a relation that has such methods.
  mutating func copy(_ further: [EngineFact], from other: Relation) {
    for fact in further {
      values[fact.rawValue] = other.values[fact.rawValue]
    }
  }
}

/// A generator of representative accounts for one kind of attempt, which collects the resulting relations.
///
/// The identified account (the principal) varies in full. The other accounts vary only in whether they hold the
/// credential or the address, because no fact depends on anything else about them.
struct RelationSketch {
  let vocabulary: Vocabulary
  let action: ActionDefinition
  let actionNumber: Int
  let kind: MethodKind?
  let hasSupersededMethods: Bool
  private let facts: FoundFacts
  /// The facts that the policy tests and that depend on further methods of the account.
  private let testedFurther: [EngineFact]
  private var known: Set<Relation> = []
  private var found: [Relation] = []

  init(
    vocabulary: Vocabulary, actionNumber: Int, kind: MethodKind?, hasSupersededMethods: Bool,
    facts: FoundFacts
  ) {
    self.facts = facts
    testedFurther = facts.further.filter { vocabulary.isUsed($0) }
    self.vocabulary = vocabulary
    self.actionNumber = actionNumber
    action = vocabulary.actions[actionNumber]
    self.kind = kind
    self.hasSupersededMethods = hasSupersededMethods
  }

  private static var plainAddress: String { "somebody@unlisted.invalid" }
  private static var secondAddress: String { "second@unlisted.invalid" }
  static var elsewhere: String { "elsewhere@unlisted.invalid" }
  static var subject: String { "subject" }
  /// The id of the account that the attempt identifies.
  static var principal: String { "principal" }

  /// Returns the distinct relations, in a deterministic order.
  mutating func relations() -> [Relation] {
    for provider in ProviderClass.classes(of: vocabulary, kind) {
      for address in assertedAddresses(provider) {
        readAll(RepresentativeAccounts(sketch: self, provider: provider, asserted: address))
        for identifier in vocabulary.identifiers.searched(byAction: actionNumber) {
          readAll(
            RepresentativeAccounts(
              sketch: self, provider: provider, asserted: address, stating: identifier))
        }
      }
    }
    return found
  }

  /// Reads the relations of an attempt with every principal.
  private mutating func readAll(_ representatives: RepresentativeAccounts) {
    for principal in principals(representatives) {
      read(principal, representatives)
      if let named = principal.flatMap({ representatives.holdingIdentifier($0) }) {
        read(named, representatives)
      }
      if var foreigner = principal, action.pointsTo != .credential, vocabulary.isUsed(.tenant) {
        foreigner.tenant = Self.elsewhere
        read(foreigner, representatives)
      }
    }
  }

  /// Returns the values that the facts about identifiers can have in a relation.
  ///
  /// - Parameters:
  ///   - reading: the reading of the representative attempt.
  ///   - stated: the identifier that the attempt states, by which the account can be found; nil for none.
  /// - Returns: for each declared identifier, the values of its fact.
  private func identifierValues(_ reading: Reading, stating stated: Int?) -> [ValueSet] {
    let table = vocabulary.identifiers
    guard !table.identifiers.isEmpty else { return [] }
    let unheld: [IdentifierValue] = [.absent, .free, .address]
    let pointed = reading.pointed
    let isFound = pointed != .none
    let isForeign = reading.facts[.tenant] == FactValue.Tenant.other.rawValue
    let searched = table.searched(byAction: actionNumber)
    let places = action.pointsTo == .credential ? table.places(ofAction: actionNumber) : []
    // The places that were searched in vain, before the one that found the account.
    var vain: Set<Int> = []
    var finder: Int?
    if action.pointsTo == .credential, pointed != .credentialHolder {
      if pointed == .firstIdentifier {
        finder = stated
      }
      for place in places {
        if place == .address, pointed == .addressHolder { break }
        guard case .identifier(let index) = place else { continue }
        if index == finder { break }
        // A credential whose account is gone ends the search, so that others can hold the identifier.
        if reading.facts[.credential] != FactValue.CredentialValue.broken.rawValue {
          vain.insert(index)
        }
      }
    }
    let needsOne =
      kind == .password && searched.count == 1
      && reading.facts[.address] == FactValue.Address.absent.rawValue
      && action.addressPresence(kind) == .required
    return table.identifiers.indices.map { index in
      if index == finder { return ValueSet(of: IdentifierValue.own) }
      var values = ValueSet(unheld.map { $0.rawValue })
      if !vain.contains(index) {
        values.insert(IdentifierValue.taken.rawValue)
        if isFound, !isForeign {
          values.insert(IdentifierValue.own.rawValue)
        }
      }
      if needsOne, searched.contains(index) {
        values.remove(IdentifierValue.absent.rawValue)
      }
      return values
    }
  }

  /// Returns the address lists that an attempt can carry: none, a plain one, a relay, and two if every proven address
  /// is looked up.
  private func assertedAddresses(_ provider: ProviderClass) -> [AssertedAddresses] {
    let domains = vocabulary.domains
    var lists: [AssertedAddresses] = []
    let presence = action.addressPresence(kind)
    let isCodes = action.pointsTo == .code && kind == nil
    let isNamed =
      kind == .password && !vocabulary.identifiers.searched(byAction: actionNumber).isEmpty
    if presence == .none || presence == .optional || isCodes || isNamed {
      lists.append(AssertedAddresses(emails: [], domains: ValueSet([domains.absent])))
    }
    guard presence != .none || isCodes, provider.givesEmail else { return lists }
    var plain = ValueSet.all(domains.other + 1)
    if let relay = vocabulary.relayExample, vocabulary.isUsed(.relay) {
      plain = plain.subtracting(domains.relays)
      lists.append(AssertedAddresses(emails: ["somebody@" + relay], domains: domains.relays))
    }
    lists.append(AssertedAddresses(emails: [Self.plainAddress], domains: plain))
    if vocabulary.addresses.match == .anyProven, kind == .federated {
      lists.append(
        AssertedAddresses(emails: [Self.plainAddress, Self.secondAddress], domains: plain))
    }
    return lists
  }

  /// Returns the identified account in every state that a fact distinguishes; nil represents no account.
  private func principals(_ representatives: RepresentativeAccounts) -> [Account?] {
    var accounts: [Account?] = [nil]
    var emails: [String?] = [nil, Self.elsewhere]
    if let asserted = representatives.asserted.emails.first {
      emails.append(asserted)
    }
    if let relay = vocabulary.relayExample, vocabulary.isUsed(.relay) {
      emails.append("elsewhere@" + relay)
    }
    for email in emails {
      for isVerified in email == nil ? [false] : [false, true] {
        for own in representatives.ownMethods() {
          var account = Account(id: Self.principal, email: email, isEmailVerified: isVerified)
          account.methods = own
          accounts.append(account)
          for member in representatives.memberships() where !member.isEmpty {
            account.methods = own + member
            accounts.append(account)
          }
          guard vocabulary.addresses.heldBy == .methods,
            let asserted = representatives.asserted.emails.first
          else { continue }
          for methods in representatives.withHolding(asserted, own) {
            account.methods = methods
            accounts.append(account)
          }
        }
      }
    }
    return accounts
  }

  /// Reads the relations of one principal with each set of other accounts.
  private mutating func read(_ principal: Account?, _ representatives: RepresentativeAccounts) {
    let principal = principal.map { RepresentativeAccounts.apart($0) }
    var relations: [Relation] = []
    for others in representatives.otherAccountSets {
      if let relation = relation(
        of: principal, others: others.accounts, isGone: others.isGone,
        representatives: representatives)
      {
        relations.append(relation)
      }
    }
    guard let principal, !testedFurther.isEmpty else {
      for relation in relations {
        add(relation)
      }
      return
    }
    // Other accounts do not affect the number of the principal's methods or the presence of a relay address.
    var seen: Set<[UInt8]> = []
    for extras in representatives.extraMethods(beside: representatives.own(of: principal)) {
      var account = principal
      account.methods += extras
      for account in [account] + representatives.withOwnRelay(account) {
        for disabled in Self.disabledSubsets(of: account, vocabulary) {
          read(
            account, disabled: disabled, relations: relations, representatives: representatives,
            seen: &seen)
        }
      }
    }
  }

  /// Adds the relations of a principal that has further methods or a relay address, and some disabled methods.
  ///
  /// - Parameters:
  ///   - account: the principal with its further methods.
  ///   - disabled: the disabled methods.
  ///   - relations: the relations of the principal without further methods.
  ///   - representatives: the attempt with the other accounts.
  ///   - seen: the facts about further methods for which the relations were already added.
  private mutating func read(
    _ account: Account, disabled: [DisabledMethod], relations: [Relation],
    representatives: RepresentativeAccounts, seen: inout Set<[UInt8]>
  ) {
    guard vocabulary.pools.pools.count == 1 else {
      // A further method can put the principal into a pool that is searched.
      for others in representatives.otherAccountSets {
        let relation = relation(
          of: account, others: others.accounts, isGone: others.isGone,
          representatives: representatives, disabled: disabled)
        if let relation {
          add(relation)
        }
      }
      return
    }
    // Most further methods lead to the same facts, and only an account that can exist is an example of them.
    guard let read = representatives.furtherFacts(of: account, disabled) else { return }
    let further = testedFurther.map { UInt8(truncatingIfNeeded: read[$0]) }
    guard !seen.contains(further),
      let alone = relation(
        of: account, others: [], isGone: false, representatives: representatives,
        disabled: disabled)
    else { return }
    seen.insert(further)
    for var relation in relations {
      relation.copy(facts.further, from: alone)
      add(relation)
    }
  }

  /// Returns every set of an account's methods that the service can have disabled; only the empty one
  /// if the policy counts disabled methods.
  private static func disabledSubsets(
    of account: Account, _ vocabulary: Vocabulary
  ) -> [[DisabledMethod]] {
    guard !vocabulary.countsDisabled else { return [[]] }
    var subsets: [[DisabledMethod]] = [[]]
    var seen: [DisabledMethod] = []
    for method in account.methods
    where !seen.contains(where: { $0.covers(method.provider, method.kind) }) {
      let disabled = DisabledMethod(method.provider, method.kind)
      seen.append(disabled)
      subsets += subsets.map { $0 + [disabled] }
    }
    return subsets
  }

  private mutating func add(_ relation: Relation) {
    if known.insert(relation).inserted {
      found.append(relation)
    }
  }

  /// Returns the relation of a set of accounts to the attempt.
  ///
  /// The result is nil if the combination cannot occur or the attempt does not identify the principal.
  private func relation(
    of principal: Account?, others: [Account], isGone: Bool,
    representatives: RepresentativeAccounts, disabled: [DisabledMethod] = []
  ) -> Relation? {
    var accounts = others
    if let principal {
      accounts.append(principal)
    }
    guard
      let reading = representatives.read(
        principal, among: accounts, isGone: isGone, disabled: disabled)
    else {
      return nil
    }
    return Relation(
      providers: representatives.provider.values, domains: representatives.asserted.domains,
      identifiers: identifierValues(reading, stating: representatives.identifier),
      of: reading.facts, facts)
  }
}

/// The addresses of an attempt, with the domain values that the first address represents.
struct AssertedAddresses {
  var emails: [String]
  var domains: ValueSet
}
