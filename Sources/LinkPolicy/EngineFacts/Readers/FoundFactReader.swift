/// The reader of facts about accounts, the session and the code, and of facts that the answers to the lookup state.
struct FoundFactReader {
  var reader: FactReader
  var facts: FactVector

  /// Reads all facts and labels that depend on the store's rows.
  mutating func read() throws(InputError) {
    let plan = reader.vocabulary.readFacts
    let present = plan.facts(of: reader)
    try read(present)
    #if DEBUG
      var complete = self
      try complete.read(plan.all & ~present)
      precondition(complete.facts.isSame(as: facts), "a fact without its input has a value")
    #endif
    readLabels()
    if !reader.vocabulary.schema.identifiers.isEmpty {
      readIdentifiers()
    }
  }

  /// Reads the facts whose bits are set in a mask.
  private mutating func read(_ facts: UInt32) throws(InputError) {
    var left = facts
    while left != 0 {
      if let fact = EngineFact(rawValue: left.trailingZeroBitCount) {
        try fact.accept(&self)
      }
      left &= left - 1
    }
  }

  /// Reads the facts about the holders of the attempt's identifiers.
  private mutating func readIdentifiers() {
    let vocabulary = reader.vocabulary
    for (index, fact) in vocabulary.schema.identifiers.enumerated() {
      facts[fact] = reader.value(ofIdentifier: index).rawValue
    }
  }

  /// Reads the labels of the account to which the attempt points, and of the account's method with the attempt's
  /// provider and kind.
  private mutating func readLabels() {
    let vocabulary = reader.vocabulary
    let first = vocabulary.schema.labels.lowerBound
    for index in vocabulary.labels.indices {
      facts[first + index] =
        reader.value(ofLabel: index) ?? vocabulary.labels[index].values.count
    }
  }
}

extension FoundFactReader: FoundFactVisitor {
  mutating func visit<Fact: FoundFact>(found fact: Fact.Type) throws(InputError) {
    facts[fact.fact] = try fact.read(reader).rawValue
  }

  mutating func visit<Fact: StatedFact>(stated fact: Fact.Type) throws(InputError) {
    let value = try reader.vocabulary.accepted(
      reader.situation.stated[fact], of: fact, in: reader.shape, action: reader.actionNumber)
    facts[fact.fact] = value.rawValue
  }
}

extension ReadFacts {
  /// Returns the facts whose input is present, such as the facts about the session if the caller has a session; one bit
  /// for each fact.
  func facts(of reader: FactReader) -> UInt32 {
    var facts = self[.attempt]
    let situation = reader.situation.box.span
    if situation[0].code != nil {
      facts |= self[.code]
    }
    if situation[0].session != nil {
      facts |= self[.session]
    }
    if reader.attempt.ticket != nil {
      facts |= self[.ticket]
    }
    if SecretFact.isCarried(by: reader.shape) {
      facts |= self[.password]
    }
    if reader.pointed != nil {
      facts |= self[.account]
    }
    return facts
  }
}

/// A visitor that lists the facts to read after the lookup, and sets every found fact to its unset value.
struct FactPlanner: FoundFactVisitor {
  typealias Failure = Never

  /// The facts that at least one condition tests.
  let used: ValueSet
  private(set) var read = ReadFacts()
  /// The facts of an attempt that states nothing, one vector for each kind of method.
  var facts: [FactVector]

  init(_ used: ValueSet, _ facts: [FactVector]) {
    self.used = used
    self.facts = facts
    EngineFact.acceptAll(&self)
  }

  mutating func visit<Fact: FoundFact>(found fact: Fact.Type) {
    // A fact about further methods is read only if a condition tests the fact, because the reading iterates over all
    // methods.
    if !fact.looksAtFurtherMethods || used.contains(fact.fact.rawValue) {
      read.insert(fact.fact, of: fact.input)
    }
    set(fact.fact, to: fact.unset.rawValue)
  }

  /// Sets a fact to a value in the vectors of all kinds.
  ///
  /// The function is not generic, so that a program contains the code of this function once, not once for each fact.
  private mutating func set(_ fact: EngineFact, to value: Int) {
    for kind in facts.indices {
      facts[kind][fact] = value
    }
  }

  mutating func visit<Fact: StatedFact>(stated fact: Fact.Type) {
    switch fact.carrier {
    case .assertion, .attempt, .link: break
    case .situation: read.insert(fact.fact, of: .attempt)
    }
  }
}

extension FactVector {
  /// Returns the facts of an attempt that states nothing and has no address, with every setting at its default.
  ///
  /// The index of a vector is the raw value of its kind of method; the last vector is for attempts without a kind.
  /// Facts that depend on stored rows stay unset.
  static func unstated(
    in schema: FactSchema, domains: DomainTable, claims: [Vocabulary.ClaimDefinition]
  ) -> [FactVector] {
    (MethodKind.allCases.map { $0 } + [nil]).map { kind in
      unstated(for: kind, in: schema, domains: domains, claims: claims)
    }
  }

  private static func unstated(
    for kind: MethodKind?, in schema: FactSchema, domains: DomainTable,
    claims: [Vocabulary.ClaimDefinition]
  ) -> FactVector {
    var unstated = UnstatedFacts(kind: kind)
    EngineFact.acceptAll(&unstated)
    var facts = unstated.facts
    facts[.domain] = domains.absent
    // Facts beyond the capacity are skipped, because the compiler later refuses a policy with too many facts, and then
    // reports all its errors together.
    for (index, claim) in claims.enumerated() where schema.claims.lowerBound + index < capacity {
      facts[schema.claims.lowerBound + index] = claim.absent
    }
    for setting in schema.settings where setting < capacity {
      facts[setting] = 0
    }
    for input in schema.inputs where input < capacity {
      facts[input] = 0
    }
    for identifier in schema.identifiers where identifier < capacity {
      facts[identifier] = IdentifierValue.absent.rawValue
    }
    return facts
  }
}

/// A visitor that sets each stated fact to its value in an attempt that omits the fact.
private struct UnstatedFacts: StatedFactVisitor {
  typealias Failure = Never

  let kind: MethodKind?
  var facts = FactVector()

  init(kind: MethodKind?) {
    self.kind = kind
  }

  mutating func visit<Fact: StatedFact>(stated fact: Fact.Type) {
    facts[fact.fact] = fact.unstated(for: kind).rawValue
  }

  /// Does nothing, because the engine reads a checked fact together with the accounts.
  func visit<Fact: CheckedFact>(checked fact: Fact.Type) {}
}

extension Vocabulary {
  /// Creates a vocabulary, and precomputes the initial facts of attempts.
  package convenience init(
    schema: FactSchema, actions: [ActionDefinition], actionTable: NameTable,
    providers: ProviderTable, domains: DomainTable, claims: [ClaimDefinition],
    settingTable: NameTable, labels: [LabelDeclaration], purposes: PurposeTable,
    addresses: AddressRules, pools: PoolTable, identifiers: IdentifierTable,
    countedKinds: MethodKindSet, countsDisabled: Bool, listing: MethodListing,
    relayExample: String?, usedFacts: ValueSet
  ) {
    let planner = FactPlanner(
      usedFacts, FactVector.unstated(in: schema, domains: domains, claims: claims))
    self.init(
      schema: schema, actions: actions, actionTable: actionTable, providers: providers,
      domains: domains, claims: claims, settingTable: settingTable, labels: labels,
      purposes: purposes, addresses: addresses, pools: pools, identifiers: identifiers,
      countedKinds: countedKinds,
      countsDisabled: countsDisabled, listing: listing, relayExample: relayExample,
      usedFacts: usedFacts, readFacts: planner.read,
      unstated: planner.facts)
  }

  /// Returns a copy of the vocabulary for a policy whose conditions test exactly the given facts.
  package func using(_ facts: ValueSet) -> Vocabulary {
    Vocabulary(
      schema: schema, actions: actions, actionTable: actionTable, providers: providers,
      domains: domains, claims: claims, settingTable: settingTable, labels: labels,
      purposes: purposes, addresses: addresses, pools: pools, identifiers: identifiers,
      countedKinds: countedKinds,
      countsDisabled: countsDisabled, listing: listing, relayExample: relayExample, usedFacts: facts
    )
  }
}
