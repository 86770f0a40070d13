/// Everything a policy declares, resolved to numbers: what computing facts needs.
package struct Vocabulary: Sendable {
  /// A claim: the words, and which JSON values stand for which.
  package struct Claim: Sendable {
    package var name: Name
    package var words: [[ClaimValue]]

    /// The value of the fact for a JSON value.
    package func value(of value: ClaimValue) -> Int {
      for (index, values) in words.enumerated() where values.contains(value) {
        return index
      }
      return words.count
    }

    package var absent: Int { words.count + 1 }
  }

  package var schema: FactSchema
  package var actions: [ActionDefinition]
  package var actionTable: NameTable
  package var providers: ProviderTable
  package var domains: DomainTable
  package var claims: [Claim]
  package var settingTable: NameTable
  package var labels: [LabelDeclaration]
  package var addresses: AddressRules
  package var pools: PoolTable
  /// The kinds that the fact `methods` counts.
  package var countedKinds: MethodKindSet
  /// The facts that some condition tests; others need not be computed.
  package var usedFacts: ValueSet
  /// A domain of a relay set, if there is one.
  package var relayExample: String?

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
