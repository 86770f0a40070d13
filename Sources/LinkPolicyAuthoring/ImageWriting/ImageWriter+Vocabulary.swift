internal import LinkPolicy

extension ImageWriter {
  /// The section that a vocabulary is read from again.
  ///
  /// What every policy has is left out: an image is only read where that is the same.
  static func vocabulary(_ vocabulary: Vocabulary) -> ImageSection {
    var writer = ImageWriter()
    writer.addPurposes(vocabulary.purposes)
    writer.addActions(vocabulary)
    writer.addProviders(vocabulary.providers)
    writer.addDomains(vocabulary)
    writer.addClaims(vocabulary)
    writer.addSettings(vocabulary.schema)
    writer.addLabels(vocabulary.labels)
    writer.addDerivedFacts(vocabulary.schema)
    writer.addAddresses(vocabulary.addresses)
    writer.addPools(vocabulary.pools)
    writer.add(vocabulary.countedKinds)
    writer.add(vocabulary.listing.kinds)
    writer.add(UInt32(vocabulary.listing.order.rawValue))
    writer.add(vocabulary.relayExample.map { [Name($0)] } ?? [])
    writer.add(vocabulary.usedFacts)
    return writer.section
  }

  private mutating func addPurposes(_ table: PurposeTable) {
    let declared = table.purposes.dropFirst(PurposeTable.standard.count)
    add(declared.count)
    for entry in declared {
      add(entry.purpose.name)
      add(UInt32(entry.treatment.recipient.rawValue))
      add(UInt32(entry.treatment.owner.rawValue))
      add(UInt32(entry.treatment.staleness.rawValue))
    }
  }

  private mutating func addActions(_ vocabulary: Vocabulary) {
    let declared = vocabulary.actions.dropFirst(ActionDefinition.standard.count)
    add(declared.count)
    for action in declared {
      add(action.name)
      add(UInt32(action.pointsTo.rawValue))
      add(action.kinds)
      add(UInt32(action.address.rawValue))
      add(action.takes.flatMap { vocabulary.purposes.number(of: $0) }.map { $0 + 1 } ?? 0)
    }
  }

  private mutating func addProviders(_ table: ProviderTable) {
    add(table.providers.count)
    for provider in table.providers {
      add(provider.id)
      add(provider.kinds.count)
      for kind in provider.kinds {
        add(UInt32(kind.rawValue))
      }
      add(provider.givesEmail)
      add(provider.givesName)
      add(provider.givesNameOnce)
      add(provider.givesPhoto)
      add(provider.requiresConsent)
      add(provider.keepsCase)
      add(provider.issuer.map { [$0] } ?? [])
    }
  }

  private mutating func addDomains(_ vocabulary: Vocabulary) {
    let names = vocabulary.schema.facts[EngineFact.domain.rawValue].values
    let table = vocabulary.domains
    add(table.setCount)
    for index in 0..<table.setCount {
      add(names[index])
      add(table.relays.contains(index))
    }
    for entries in [table.exactEntries, table.patternEntries] {
      add(entries.count)
      for (name, set) in entries {
        add(name)
        add(set)
      }
    }
  }

  private mutating func addClaims(_ vocabulary: Vocabulary) {
    add(vocabulary.claims.count)
    for (index, claim) in vocabulary.claims.enumerated() {
      let words = vocabulary.schema.facts[vocabulary.schema.claims.lowerBound + index].values
      add(claim.name)
      add(claim.words.count)
      for (number, values) in claim.words.enumerated() {
        add(words[number])
        add(values.count)
        for value in values {
          add(value)
        }
      }
    }
  }

  private mutating func add(_ value: ClaimValue) {
    add(ClaimCode(value).rawValue)
    switch value {
    case .boolean(let isTrue): add(isTrue)
    case .string(let text), .number(let text): add(text)
    case .null: break
    }
  }

  private mutating func addSettings(_ schema: FactSchema) {
    add(schema.settings.count)
    for fact in schema.facts[schema.settings] {
      add(DeclaredFact.setting.declaredName(fact.name))
      add(fact.values)
    }
  }

  private mutating func addLabels(_ labels: [LabelDeclaration]) {
    add(labels.count)
    for label in labels {
      add(label.name.value)
      add(UInt32(label.bearer.rawValue))
      add(label.values.map { $0.value })
    }
  }

  private mutating func addDerivedFacts(_ schema: FactSchema) {
    add(schema.derived.count)
    for fact in schema.facts[schema.derived] {
      add(fact.name)
      add(fact.values)
    }
  }

  private mutating func addAddresses(_ rules: AddressRules) {
    add(UInt32(rules.match.rawValue))
    add(UInt32(rules.heldBy.rawValue))
    add(rules.elect.count)
    for election in rules.elect {
      add(UInt32(election.rawValue))
    }
    add(rules.isUnique)
    add(rules.dropsDots)
    add(rules.dropsPlusTag)
    add(rules.foldsCase)
    add(UInt32(rules.international.rawValue))
    add(rules.aliases.count)
    for (alias, domain) in rules.aliases {
      add(alias.value)
      add(domain.value)
    }
  }

  private mutating func addPools(_ table: PoolTable) {
    add(table.pools.count)
    for pool in table.pools {
      add(pool.name)
      add(pool.providers)
    }
  }
}
