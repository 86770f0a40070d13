/// Everything a policy declares, resolved to numbers: what computing facts needs.
///
/// A class, so that every reader of facts shares it at the cost of one reference.
package final class Vocabulary: Sendable {
  /// A claim: the words, and which JSON values stand for which.
  package struct Claim: Sendable {
    package var name: Name
    package var words: [[ClaimValue]]

    package init(name: Name, words: [[ClaimValue]]) {
      self.name = name
      self.words = words
    }

    /// The value of the fact for a JSON value.
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
  package let claims: [Claim]
  package let settingTable: NameTable
  package let labels: [LabelDeclaration]
  /// What codes can be mailed for.
  package let purposes: PurposeTable
  package let addresses: AddressRules
  package let pools: PoolTable
  /// The kinds that the fact `methods` counts.
  package let countedKinds: MethodKindSet
  /// What `tell: methods` lists.
  package let listing: MethodListing
  /// A domain of a relay set, if there is one.
  package let relayExample: String?
  /// What a look-up that searches among all providers says.
  let allProviders = ["*"]
  /// The facts that some condition tests; others need not be computed.
  package let usedFacts: ValueSet
  /// The facts of attempts that state nothing, to begin reading with: by the raw value of the kind of sign-in, and
  /// last of attempts without one.
  let unstated: [FactVector]
  /// The facts that are read when accounts are known.
  let readFacts: [EngineFact]

  /// Creates a vocabulary of parts that belong together.
  package init(
    schema: FactSchema, actions: [ActionDefinition], actionTable: NameTable,
    providers: ProviderTable, domains: DomainTable, claims: [Claim], settingTable: NameTable,
    labels: [LabelDeclaration], purposes: PurposeTable, addresses: AddressRules, pools: PoolTable,
    countedKinds: MethodKindSet, listing: MethodListing, relayExample: String?, usedFacts: ValueSet,
    readFacts: [EngineFact], unstated: [FactVector]
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
    self.countedKinds = countedKinds
    self.listing = listing
    self.relayExample = relayExample
    self.usedFacts = usedFacts
    self.readFacts = readFacts
    self.unstated = unstated
  }

  package func isUsed(_ fact: EngineFact) -> Bool {
    usedFacts.contains(fact.rawValue)
  }

  /// The canonical form of addresses from a provider.
  package func folding(keepsCase: Bool) -> AddressFolding {
    AddressFolding(
      foldsLocalCase: addresses.foldsCase && !keepsCase, dropsDots: addresses.dropsDots,
      dropsPlusTag: addresses.dropsPlusTag)
  }

  /// The kinds that a table of the action must decide: those it can carry and a provider declares.
  package func kinds(of action: ActionDefinition) -> MethodKindSet {
    action.kinds.intersection(providers.declaredKinds)
  }
}
