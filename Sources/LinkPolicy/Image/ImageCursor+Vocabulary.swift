extension ImageCursor {
  /// Reads the vocabulary of a policy from the vocabulary section of an image.
  static func vocabulary(_ section: ImageSection) throws(InvalidImage) -> Vocabulary {
    var cursor = ImageCursor(section, "vocabulary")
    let vocabulary = try cursor.nextVocabulary()
    try cursor.require(cursor.isAtEnd, "there are words after the last part")
    return vocabulary
  }

  private mutating func nextVocabulary() throws(InvalidImage) -> Vocabulary {
    let purposes = try nextPurposes()
    let (actions, actionTable) = try nextActions(purposes)
    let providers = try nextProviders()
    let (domainSets, domains) = try nextDomains()
    let (claims, claimFacts) = try nextClaims()
    let (settingTable, settingFacts, marks) = try nextSettings()
    let inputs = marks & ImageFormat.hasInputs == 0 ? [] : try nextInputs()
    let identifiers =
      marks & ImageFormat.hasIdentifiers == 0
      ? IdentifierTable() : try nextIdentifiers(actions.count)
    let labels = try nextLabels()
    var schema = FactSchema(
      actions, providers, domains: domainSets, claims: claimFacts, settings: settingFacts,
      inputs: inputs.map { $0.fact },
      identifiers: identifiers.identifiers.map { DeclaredFact.identifier.fact($0.name, []) },
      labels: labels.map { label in
        DeclaredFact.label.fact(label.name.value, label.values.map { $0.value })
      }, derived: try nextFacts(.derived))
    schema.requireInputs(inputs.map { $0.marks & 1 != 0 })
    schema.markInputs(
      retry: inputs.map { $0.marks & ImageFormat.retryInput != 0 },
      factor: inputs.map { $0.marks & ImageFormat.factorInput != 0 })
    try require(
      schema.facts.count <= FactSchema.capacity
        && !schema.facts.contains { $0.values.isEmpty || $0.values.count > Int(UInt16.max) },
      "too many facts or values, or a fact without values")
    let addresses = try nextAddresses()
    let pools = try nextPools(providers)
    let (countedKinds, countsDisabled) = try nextCounted()
    return Vocabulary(
      schema: schema, actions: actions, actionTable: actionTable, providers: providers,
      domains: domains, claims: claims, settingTable: settingTable, labels: labels,
      purposes: purposes, addresses: addresses, pools: pools, identifiers: identifiers,
      countedKinds: countedKinds,
      countsDisabled: countsDisabled,
      listing: MethodListing(
        kinds: try nextKinds(), order: try next("unknown order of a list")),
      relayExample: try nextOptionalText()?.text,
      usedFacts: try nextSet(below: schema.facts.count))
  }

  private mutating func nextPurposes() throws(InvalidImage) -> PurposeTable {
    var declared: [PurposeDeclaration] = []
    for _ in 0..<(try nextCount(ofAtLeast: 4)) {
      let name = try nextText()
      let treatment = CodeTreatment(
        to: try next("unknown recipient of a code"), for: try next("unknown owner of a code"),
        stale: try next("unknown treatment of stale codes"))
      declared.append(PurposeDeclaration(Located(name), treatment))
    }
    let table = PurposeTable(adding: declared)
    try require(
      table.purposes.count == PurposeTable.standard.count + declared.count,
      "duplicate purpose")
    return table
  }

  private mutating func nextActions(
    _ purposes: PurposeTable
  ) throws(InvalidImage) -> ([ActionDefinition], NameTable) {
    var actions = ActionDefinition.standard
    for _ in 0..<(try nextCount(ofAtLeast: 5)) {
      var action = ActionDefinition(
        name: try nextText(), pointsTo: try next("unknown way to point to an account"),
        kinds: try nextKinds(), address: try next("unknown requirement of an address"))
      let purpose = try next(below: purposes.purposes.count + 1, "there is no such purpose")
      action.takes = purpose == 0 ? nil : purposes.purposes[purpose - 1].purpose
      actions.append(action)
    }
    var table = NameTable()
    for (index, action) in actions.enumerated() {
      try require(table.insert(action.name, index) == nil, "duplicate action")
    }
    return (actions, table)
  }

  private mutating func nextProviders() throws(InvalidImage) -> ProviderTable {
    var providers: [ProviderTable.Provider] = []
    var ids = NameTable()
    for index in 0..<(try nextCount(ofAtLeast: 9)) {
      var provider = ProviderTable.Provider(id: try nextText(), kinds: [])
      try require(ids.insert(provider.id, index) == nil, "duplicate provider")
      for _ in 0..<(try nextCount()) {
        provider.kinds.append(try next("unknown kind"))
      }
      try require(!provider.kinds.isEmpty, "a provider offers no kind")
      provider.givesEmail = try nextFlag()
      provider.givesName = try nextFlag()
      provider.givesNameOnce = try nextFlag()
      provider.givesPhoto = try nextFlag()
      provider.requiresConsent = try nextFlag()
      let cases = try next(below: 4, "unknown marks of a provider")
      provider.keepsCase = cases & ImageFormat.keepsCase != 0
      provider.foldsSubjects = cases & ImageFormat.foldsSubjects != 0
      provider.issuer = try nextOptionalText()
      providers.append(provider)
    }
    return ProviderTable(providers)
  }

  private mutating func nextDomains() throws(InvalidImage) -> ([Name], DomainTable) {
    var names: [Name] = []
    var relays = ValueSet()
    for index in 0..<(try nextCount(ofAtLeast: 2)) {
      names.append(try nextText())
      if try nextFlag() {
        relays.insert(index)
      }
    }
    var table = DomainTable(setCount: names.count, relays: relays)
    for isPattern in [false, true] {
      for _ in 0..<(try nextCount(ofAtLeast: 2)) {
        let name = try nextText()
        try require(
          DomainTable.isPattern(name) == isPattern,
          "a domain is in the list of patterns, or a pattern in the list of domains")
        let set = try next(below: names.count, "there is no such domain set")
        try require(table.insert(name, into: set) == nil, "duplicate domain")
      }
    }
    return (names, table)
  }

  private mutating func nextClaims() throws(InvalidImage) -> (
    [Vocabulary.ClaimDefinition], [FactSchema.SchemaFact]
  ) {
    var claims: [Vocabulary.ClaimDefinition] = []
    var facts: [FactSchema.SchemaFact] = []
    for _ in 0..<(try nextCount(ofAtLeast: 2)) {
      let name = try nextText()
      var words: [Name] = []
      var values: [[ClaimValue]] = []
      for _ in 0..<(try nextCount(ofAtLeast: 2)) {
        words.append(try nextText())
        var own: [ClaimValue] = []
        for _ in 0..<(try nextCount()) {
          own.append(try nextClaimValue())
        }
        values.append(own)
      }
      claims.append(Vocabulary.ClaimDefinition(name: name, words: values))
      facts.append(DeclaredFact.claim.fact(name, words))
    }
    return (claims, facts)
  }

  private mutating func nextClaimValue() throws(InvalidImage) -> ClaimValue {
    switch try next("unknown kind of claim", ClaimCode.self) {
    case .boolean: .boolean(try nextFlag())
    case .string: .string(try nextText())
    case .number: .number(try nextText())
    case .null: .null
    }
  }

  private mutating func nextFacts(
    _ kind: DeclaredFact
  ) throws(InvalidImage) -> [FactSchema.SchemaFact] {
    try nextFacts(kind, count: nextCount(ofAtLeast: 2))
  }

  private mutating func nextFacts(
    _ kind: DeclaredFact, count: Int
  ) throws(InvalidImage) -> [FactSchema.SchemaFact] {
    var facts: [FactSchema.SchemaFact] = []
    for _ in 0..<count {
      facts.append(kind.fact(try nextText(), try nextTexts()))
    }
    return facts
  }

  private mutating func nextSettings() throws(InvalidImage) -> (
    NameTable, [FactSchema.SchemaFact], marks: UInt32
  ) {
    let (count, marks) = try nextMarkedCount(ofAtLeast: 2)
    let facts = try nextFacts(.setting, count: count)
    var table = NameTable()
    for (index, fact) in facts.enumerated() {
      try require(
        table.insert(DeclaredFact.setting.declaredName(fact.name), index) == nil,
        "duplicate setting")
    }
    return (table, facts, marks)
  }

  private mutating func nextInputs() throws(InvalidImage) -> [(
    fact: FactSchema.SchemaFact, marks: UInt32
  )] {
    var inputs: [(fact: FactSchema.SchemaFact, marks: UInt32)] = []
    for _ in 0..<(try nextCount(ofAtLeast: 3)) {
      let fact = DeclaredFact.input.fact(try nextText(), try nextTexts())
      try require(!inputs.contains { $0.fact.name == fact.name }, "duplicate input")
      let mark = try next()
      try require(mark <= 7, "unknown marks of an input", number: mark)
      inputs.append((fact, mark))
    }
    return inputs
  }

  private mutating func nextIdentifiers(_ actionCount: Int) throws(InvalidImage) -> IdentifierTable
  {
    var table = IdentifierTable()
    let count = try nextCount(ofAtLeast: 2)
    try require(1...IdentifierTable.capacity ~= count, "wrong number of identifiers")
    for _ in 0..<count {
      let name = try nextText()
      try require(!table.identifiers.contains { $0.name == name }, "duplicate identifier")
      table.identifiers.append(.init(name, foldsCase: try nextFlag()))
    }
    for _ in 0..<(try nextCount(ofAtLeast: 3)) {
      let action = try next(below: actionCount, "there is no such action")
      try require(!table.orders.contains { $0.action == action }, "duplicate order of a search")
      var places: [IdentifierTable.SearchPlace] = []
      for _ in 0..<(try nextCount()) {
        let place = try next(below: count + 2, "there is no such place to search")
        places.append(place == 0 ? .credential : place == 1 ? .address : .identifier(place - 2))
      }
      try require(
        places.first == .credential
          && !places.indices.contains { places[..<$0].contains(places[$0]) },
        "an order of a search begins with the credential and has no place twice")
      table.orders.append((action, places))
    }
    return table
  }

  private mutating func nextLabels() throws(InvalidImage) -> [LabelDeclaration] {
    var labels: [LabelDeclaration] = []
    for _ in 0..<(try nextCount(ofAtLeast: 3)) {
      let name = Located(try nextText())
      let bearer = try next("unknown bearer of labels", LabelDeclaration.Bearer.self)
      let values = try nextTexts()
      try require(!values.isEmpty, "a label has no values")
      labels.append(
        LabelDeclaration(name, values: values.map { Located($0) }, bearer: bearer))
    }
    return labels
  }

  private mutating func nextAddresses() throws(InvalidImage) -> AddressRules {
    var rules = AddressRules()
    rules.match = try next("unknown way to match addresses")
    rules.heldBy = try next("unknown holder of addresses")
    for _ in 0..<(try nextCount()) {
      rules.elect.append(try next("unknown preference among addresses"))
    }
    rules.isUnique = try nextFlag()
    rules.dropsDots = try nextFlag()
    rules.dropsPlusTag = try nextFlag()
    rules.foldsCase = try nextFlag()
    rules.international = try next("unknown treatment of internationalized addresses")
    for _ in 0..<(try nextCount(ofAtLeast: 2)) {
      rules.aliases.append((Located(try nextText()), Located(try nextText())))
    }
    return rules
  }

  private mutating func nextPools(_ providers: ProviderTable) throws(InvalidImage) -> PoolTable {
    var pools: [PoolTable.Pool] = []
    for _ in 0..<(try nextCount(ofAtLeast: 2)) {
      let name = try nextText()
      pools.append(
        PoolTable.Pool(name: name, providers: try nextSet(below: providers.none + 1)))
    }
    try require(!pools.isEmpty, "there is no pool")
    return PoolTable(pools: pools)
  }
}
