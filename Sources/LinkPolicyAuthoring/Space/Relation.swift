internal import LinkPolicy

/// A possible relation of accounts to an attempt: the values of the facts that the engine reads
/// from the store's rows.
struct Relation: Hashable {
  var providers: ValueSet
  var domains: ValueSet
  /// For each identifier, the possible values of the fact about the identifier.
  var identifiers: [ValueSet]
  /// For each label, whether the account or its method bears the label; if neither bears it, the label's value is
  /// `absent`.
  var bearsLabels: [Bool]
  /// The value of each engine fact that the engine reads from the store's rows; 0 for any other fact.
  private var values: [UInt8]
  /// Whether the attempt identifies an account.
  var hasAccount: Bool { self[.account] != FactValue.AccountVerification.none.rawValue }
  /// Whether the attempt has an address.
  var hasAddress: Bool { self[.address] != FactValue.Address.absent.rawValue }

  /// Creates the relation from the facts read for representative accounts.
  init(
    providers: ValueSet, domains: ValueSet, identifiers: [ValueSet], bearsLabels: [Bool],
    of facts: FactVector, _ found: FoundFacts
  ) {
    self.identifiers = identifiers
    self.bearsLabels = bearsLabels
    self.providers = providers
    self.domains = domains
    values = [UInt8](repeating: 0, count: EngineFact.allCases.count)
    for element in found.elements {
      values[element.fact.rawValue] = UInt8(truncatingIfNeeded: facts[element.fact])
    }
  }

  subscript(fact: EngineFact) -> Int {
    get { self[fact.rawValue] }
    set { values[fact.rawValue] = UInt8(truncatingIfNeeded: newValue) }
  }

  subscript(fact: Int) -> Int { Int(values[fact]) }
}

extension Relation {
  /// Mixes the values of all facts into one word and hashes this word, because hashing each value separately takes
  /// longer.
  func hash(into hasher: inout Hasher) {
    hasher.combine(providers)
    hasher.combine(domains)
    hasher.combine(identifiers)
    hasher.combine(bearsLabels)
    var mixed: UInt64 = 0
    for value in values {
      mixed = (mixed ^ UInt64(value)) &* 0x100_0000_01B3
    }
    hasher.combine(mixed)
  }
}

/// A numbering of the combinations of values that the tested facts about an account's further methods can have.
struct FurtherFacts {
  /// The facts that the policy tests and that depend on further methods.
  private let tested: [EngineFact]
  /// The distinct combinations, each with the values of the tested facts.
  private var combinations: [[Int]] = []
  /// Whether the policy tests no fact that depends on further methods.
  var isEmpty: Bool { tested.isEmpty }

  init(tested: [EngineFact]) {
    self.tested = tested
  }

  /// Returns the number of a combination; the closure returns the combination's value of each tested fact.
  mutating func number(of value: (EngineFact) -> Int) -> Int {
    for (number, values) in combinations.enumerated()
    where tested.indices.allSatisfy({ values[$0] == value(tested[$0]) }) {
      return number
    }
    combinations.append(tested.map(value))
    return combinations.count - 1
  }

  /// Sets the tested facts of a relation to the values of a combination.
  func set(_ number: Int, in relation: inout Relation) {
    for (fact, value) in zip(tested, combinations[number]) {
      relation[fact] = value
    }
  }

  /// Sets the tested facts of a relation to zero.
  func clear(_ relation: inout Relation) {
    for fact in tested {
      relation[fact] = 0
    }
  }
}

/// A generator of representative accounts for one kind of attempt; the generator collects the resulting relations.
///
/// The identified account (the principal) varies in every property that a fact distinguishes. The other accounts vary
/// only in whether they hold the credential or the address, because no fact depends on their other properties.
struct RelationSketch {
  let vocabulary: Vocabulary
  let action: ActionDefinition
  let actionNumber: Int
  let kind: MethodKind?
  let hasSupersededMethods: Bool
  private let facts: FoundFacts
  /// A numbering of the combinations of values that the tested facts about further methods have.
  private var furtherFacts: FurtherFacts
  /// The distinct relations with every tested fact about further methods set to zero.
  private var bases: [Relation] = []
  /// For each base, its index in ``bases``.
  private var indices: [Relation: Int] = [:]
  /// For each base, the numbers of the combinations with which the base occurs.
  private var known: [ValueSet] = []
  private var found: [Relation] = []

  init(
    vocabulary: Vocabulary, actionNumber: Int, kind: MethodKind?, hasSupersededMethods: Bool,
    facts: FoundFacts
  ) {
    self.facts = facts
    furtherFacts = FurtherFacts(tested: facts.further.filter { vocabulary.isUsed($0) })
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
      let methods = RepresentativeMethods(
        vocabulary: vocabulary, kind: kind, provider: provider,
        hasSupersededMethods: hasSupersededMethods)
      var further = FurtherMethods(methods)
      for address in assertedAddresses(provider) {
        readAll(
          RepresentativeAccounts(sketch: self, methods: methods, asserted: address),
          having: methods, &further)
        for identifier in vocabulary.identifiers.searched(byAction: actionNumber) {
          readAll(
            RepresentativeAccounts(
              sketch: self, methods: methods, asserted: address, stating: identifier),
            having: methods, &further)
        }
      }
    }
    return found
  }

  /// For every principal, reads the relations of accounts to the attempt.
  private mutating func readAll(
    _ representatives: RepresentativeAccounts, having methods: RepresentativeMethods,
    _ further: inout FurtherMethods
  ) {
    for principal in principals(representatives, methods) {
      read(principal, beside: representatives, &further)
      if let named = principal.flatMap({ representatives.holdingIdentifier($0) }) {
        read(named, beside: representatives, &further)
      }
      if var foreigner = principal, action.pointsTo != .credential, vocabulary.isUsed(.tenant) {
        foreigner.tenant = Self.elsewhere
        read(foreigner, beside: representatives, &further)
      }
    }
  }

  /// Returns the values that the facts about identifiers can have in a relation.
  ///
  /// - Parameters:
  ///   - reading: the reading of the representative attempt.
  ///   - stated: the stated identifier by which the search can find the account; nil if the search finds no account by
  ///     an identifier.
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
    // The identifiers by which the engine searched without success before another key found the account.
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
        // If the account of a credential is deleted, the credential ends the search, so other accounts can hold the identifier.
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

  /// Returns the lists of addresses that an attempt can carry: no address, a plain address, or a relay address.
  ///
  /// If the lookup requests every proven address, the result also contains a list of two addresses.
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
  private func principals(
    _ representatives: RepresentativeAccounts, _ methods: RepresentativeMethods
  ) -> [Account?] {
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
        for own in methods.ownMethods() {
          var account = Account(id: Self.principal, email: email, isEmailVerified: isVerified)
          account.methods = own
          accounts.append(account)
          for member in methods.memberships where !member.isEmpty {
            account.methods = own + member
            accounts.append(account)
          }
          guard vocabulary.addresses.heldBy == .methods,
            let asserted = representatives.asserted.emails.first
          else { continue }
          for holding in methods.withHolding(asserted, own) {
            account.methods = holding
            accounts.append(account)
          }
        }
      }
    }
    return accounts
  }

  /// Reads the relations of one principal with each set of other accounts.
  private mutating func read(
    _ principal: Account?, beside representatives: RepresentativeAccounts,
    _ further: inout FurtherMethods
  ) {
    let principal = principal.map { RepresentativeAccounts.apart($0) }
    var bases: [Int] = []
    for others in representatives.otherAccountSets {
      guard
        let relation = relation(
          of: principal, others: others.accounts, isGone: others.isGone,
          representatives: representatives)
      else { continue }
      if principal == nil || furtherFacts.isEmpty {
        add(relation)
      } else {
        bases.append(index(ofBase: relation))
      }
    }
    guard let principal, !furtherFacts.isEmpty else { return }
    guard vocabulary.pools.pools.count == 1 else {
      readInPools(
        principal, having: further.additions(to: principal, representatives, &furtherFacts),
        representatives)
      return
    }
    // Further methods change only the facts about further methods. The attempt still identifies the same account.
    guard !bases.isEmpty else { return }
    read(
      principal, having: further.additions(to: principal, representatives, &furtherFacts),
      without: bases, beside: representatives)
  }

  /// Adds the relations of a principal with further methods, for a policy with several pools.
  ///
  /// A further method can put the principal into a pool that the lookup searches.
  private mutating func readInPools(
    _ principal: Account, having additions: [FurtherMethods.Addition],
    _ representatives: RepresentativeAccounts
  ) {
    for addition in additions {
      let account = addition.added(to: principal)
      for others in representatives.otherAccountSets {
        let relation = relation(
          of: account, others: others.accounts, isGone: others.isGone,
          representatives: representatives, disabled: addition.disabled)
        if let relation {
          add(relation)
        }
      }
    }
  }

  /// Adds the relations of a principal with further methods.
  ///
  /// - Parameters:
  ///   - principal: the principal without further methods.
  ///   - additions: the further methods.
  ///   - bases: the indices of the relations that the principal has without further methods.
  ///   - representatives: the attempt with the other accounts.
  private mutating func read(
    _ principal: Account, having additions: [FurtherMethods.Addition],
    without bases: [Int], beside representatives: RepresentativeAccounts
  ) {
    // Most further methods lead to the same facts, and only an account that can exist is an example of the facts. Other
    // accounts do not affect facts about further methods.
    var complete = bases.dropFirst().reduce(known[bases[0]]) { $0.intersection(known[$1]) }
    for addition in additions {
      guard let facts = addition.facts, !complete.contains(facts),
        canExist(
          addition.added(to: principal), without: addition.disabled, beside: representatives)
      else { continue }
      for base in bases {
        add(base, having: facts)
      }
      complete.insert(facts)
    }
  }

  /// Returns whether an account can exist as the only account, and the attempt then identifies the account.
  private func canExist(
    _ principal: Account, without disabled: [DisabledMethod],
    beside representatives: RepresentativeAccounts
  ) -> Bool {
    representatives.read(principal, among: [principal], isGone: false, disabled: disabled) != nil
  }

  private mutating func add(_ relation: Relation) {
    let facts = furtherFacts.number { relation[$0] }
    add(index(ofBase: relation), having: facts)
  }

  /// Adds the relation that consists of a base and a combination of facts about further methods.
  private mutating func add(_ base: Int, having facts: Int) {
    guard !known[base].contains(facts) else { return }
    known[base].insert(facts)
    var relation = bases[base]
    furtherFacts.set(facts, in: &relation)
    found.append(relation)
  }

  /// Returns the index of a relation's base: the relation with every tested fact about further methods set to zero.
  private mutating func index(ofBase relation: consuming Relation) -> Int {
    var base = relation
    furtherFacts.clear(&base)
    if let index = indices[base] { return index }
    indices[base] = bases.count
    bases.append(base)
    known.append(ValueSet())
    return bases.count - 1
  }

  /// Returns the relation of a set of accounts to the attempt.
  ///
  /// The result is nil if the combination cannot occur, or if the attempt does not identify the principal.
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
    let firstLabel = vocabulary.schema.labels.lowerBound
    return Relation(
      providers: representatives.provider.values, domains: representatives.asserted.domains,
      identifiers: identifierValues(reading, stating: representatives.identifier),
      bearsLabels: vocabulary.labels.enumerated().map { index, label in
        reading.facts[firstLabel + index] != label.values.count
      },
      of: reading.facts, facts)
  }
}

/// The addresses of an attempt, and the domain values that the first address represents.
struct AssertedAddresses {
  var emails: [String]
  var domains: ValueSet
}
