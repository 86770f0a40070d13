/// The reader of facts that depend on accounts, session and code, and of facts stated in the answers.
struct FoundFactReader {
  let reader: FactReader
  var facts: FactVector

  /// Reads all facts and labels that depend on the store's rows.
  mutating func read() throws(InputError) {
    for fact in reader.vocabulary.readFacts {
      try fact.accept(&self)
    }
    readLabels()
    if !reader.vocabulary.schema.identifiers.isEmpty {
      readIdentifiers()
    }
  }

  /// Reads who holds the identifiers of the attempt.
  private mutating func readIdentifiers() {
    let vocabulary = reader.vocabulary
    for (index, fact) in vocabulary.schema.identifiers.enumerated() {
      facts[fact] = reader.value(ofIdentifier: index).rawValue
    }
  }

  /// Reads the labels of the account pointed to and of its method.
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

/// The visitor that lists the facts to read from rows, and sets all others to their unset value.
struct ReadFacts: FoundFactVisitor {
  typealias Failure = Never

  /// The facts that at least one condition tests.
  let used: ValueSet
  private(set) var read: [EngineFact] = []
  /// The facts of attempts that state nothing, indexed by kind of sign-in.
  var facts: [FactVector]

  init(_ used: ValueSet, _ facts: [FactVector]) {
    self.used = used
    self.facts = facts
    EngineFact.acceptAll(&self)
  }

  mutating func visit<Fact: FoundFact>(found fact: Fact.Type) {
    // If no condition tests such a fact, the engine does not iterate over all methods of an account.
    if !fact.looksAtFurtherMethods || used.contains(fact.fact.rawValue) {
      read.append(fact.fact)
    } else {
      for kind in facts.indices {
        facts[kind][fact.fact] = fact.unset.rawValue
      }
    }
  }

  mutating func visit<Fact: StatedFact>(stated fact: Fact.Type) {
    switch fact.carrier {
    case .assertion, .attempt, .link: break
    case .situation: read.append(fact.fact)
    }
  }
}

extension FactVector {
  /// Returns the facts of attempts that state nothing and have no address, with every setting at its default.
  ///
  /// The vectors are ordered by the raw value of the kind of sign-in; the last is for attempts without a kind. Found
  /// facts stay unset.
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
    // A policy with more facts than a vector holds is refused later, together with all of its other errors.
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

/// The visitor that sets each stated fact to the value of an attempt that omits it.
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

  /// Does nothing: a checked fact is read together with the accounts.
  func visit<Fact: CheckedFact>(checked fact: Fact.Type) {}
}

extension Vocabulary {
  /// Creates a vocabulary and precomputes the facts from which readers of attempts start.
  package convenience init(
    schema: FactSchema, actions: [ActionDefinition], actionTable: NameTable,
    providers: ProviderTable, domains: DomainTable, claims: [ClaimDefinition],
    settingTable: NameTable, labels: [LabelDeclaration], purposes: PurposeTable,
    addresses: AddressRules, pools: PoolTable, identifiers: IdentifierTable,
    countedKinds: MethodKindSet, countsDisabled: Bool, listing: MethodListing,
    relayExample: String?, usedFacts: ValueSet
  ) {
    let reads = ReadFacts(
      usedFacts, FactVector.unstated(in: schema, domains: domains, claims: claims))
    self.init(
      schema: schema, actions: actions, actionTable: actionTable, providers: providers,
      domains: domains, claims: claims, settingTable: settingTable, labels: labels,
      purposes: purposes, addresses: addresses, pools: pools, identifiers: identifiers,
      countedKinds: countedKinds,
      countsDisabled: countsDisabled, listing: listing, relayExample: relayExample,
      usedFacts: usedFacts, readFacts: reads.read,
      unstated: reads.facts)
  }

  /// Returns the same vocabulary for a policy whose conditions test only some facts.
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
