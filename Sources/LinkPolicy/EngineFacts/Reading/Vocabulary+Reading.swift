extension Vocabulary {
  /// Creates a vocabulary, with what reading attempts by it begins with.
  package convenience init(
    schema: FactSchema, actions: [ActionDefinition], actionTable: NameTable,
    providers: ProviderTable, domains: DomainTable, claims: [Claim], settingTable: NameTable,
    labels: [LabelDeclaration], purposes: PurposeTable, addresses: AddressRules, pools: PoolTable,
    countedKinds: MethodKindSet, listing: MethodListing, relayExample: String?, usedFacts: ValueSet
  ) {
    let reads = ReadFacts(usedFacts, FactVector.unstated(schema, domains, claims))
    self.init(
      schema: schema, actions: actions, actionTable: actionTable, providers: providers,
      domains: domains, claims: claims, settingTable: settingTable, labels: labels,
      purposes: purposes, addresses: addresses, pools: pools, countedKinds: countedKinds,
      listing: listing, relayExample: relayExample, usedFacts: usedFacts, readFacts: reads.read,
      unstated: reads.facts)
  }

  /// The same vocabulary for a policy whose conditions test only some facts.
  package func using(_ facts: ValueSet) -> Vocabulary {
    Vocabulary(
      schema: schema, actions: actions, actionTable: actionTable, providers: providers,
      domains: domains, claims: claims, settingTable: settingTable, labels: labels,
      purposes: purposes, addresses: addresses, pools: pools, countedKinds: countedKinds,
      listing: listing, relayExample: relayExample, usedFacts: facts)
  }
}
