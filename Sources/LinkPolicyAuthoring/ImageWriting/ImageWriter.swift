internal import LinkPolicy

/// A writer for one section of a policy image.
struct ImageWriter {
  private(set) var section = ImageSection()
  private var numbers = NameTable()

  /// The index of the next word.
  var place: UInt32 { UInt32(section.words.count) }

  mutating func add(_ word: UInt32) {
    section.words.append(word)
  }

  mutating func add(_ number: Int) {
    section.words.append(UInt32(number))
  }

  mutating func add(_ holds: Bool) {
    section.words.append(holds ? 1 : 0)
  }

  /// Returns the number of a text, and adds the text if it is new.
  mutating func number(of name: Name) -> UInt32 {
    let next = section.texts.count
    if let known = numbers.insert(name, next) {
      return UInt32(known)
    }
    section.texts.append(name)
    return UInt32(next)
  }

  /// Adds the number of a text, and the text itself if it is new.
  mutating func add(_ name: Name) {
    add(number(of: name))
  }

  /// Adds the nodes of a graph and returns the edge to its root.
  mutating func add(_ graph: DecisionGraph) -> UInt32 {
    let base = place
    section.words.reserveCapacity(section.words.count + graph.words.count)
    var edges = 0
    for word in graph.words {
      if edges == 0 {
        edges = ImageFormat.high(word)
        section.words.append(word)
      } else {
        edges -= 1
        section.words.append(Self.moved(word, by: base))
      }
    }
    return Self.moved(graph.root, by: base)
  }

  /// Converts an edge of a graph to an edge of the section; in the section, the graph's nodes start at index `base`.
  ///
  /// An edge to a terminal stays unchanged.
  private static func moved(_ edge: UInt32, by base: UInt32) -> UInt32 {
    edge < ImageFormat.terminal ? edge + base : edge
  }

  /// Adds the file index, line or column of a source position.
  ///
  /// The number is clamped, because a document built in code can contain any integer.
  mutating func add(clamping number: Int) {
    section.words.append(UInt32(clamping: number))
  }

  mutating func add(_ names: [Name]) {
    add(names.count)
    for name in names {
      add(name)
    }
  }

  /// Adds a set as a bit mask, preceded by the number of words.
  mutating func add(_ set: ValueSet) {
    let words = Self.words(of: set)
    add(words.count)
    section.words += words
  }

  /// Returns a set as a bit mask in as few words as possible.
  static func words(of set: ValueSet) -> [UInt32] {
    var words: [UInt32] = []
    for value in set.values {
      while words.count <= value >> 5 {
        words.append(0)
      }
      words[value >> 5] |= 1 << UInt32(value & 31)
    }
    return words
  }

  mutating func add(_ kinds: MethodKindSet) {
    add(ImageFormat.bits(of: kinds.kinds))
  }

  /// Adds placeholder words and returns the index of the first placeholder.
  mutating func reserve(_ count: Int) -> Int {
    let place = section.words.count
    section.words += [UInt32](repeating: 0, count: count)
    return place
  }

  /// Sets a reserved word to the index of the next word.
  mutating func fill(_ reserved: Int) {
    section.words[reserved] = place
  }

  /// Sets a reserved word to a value.
  mutating func fill(_ reserved: Int, with value: UInt32) {
    section.words[reserved] = value
  }
}

extension ImageWriter {
  /// Returns the section from which a vocabulary can be read.
  ///
  /// The section omits the standard entries, because a reader accepts an image only if its standard entries equal the
  /// reader's.
  static func vocabulary(_ vocabulary: Vocabulary) -> ImageSection {
    var writer = ImageWriter()
    writer.addPurposes(vocabulary.purposes)
    writer.addActions(vocabulary)
    writer.addProviders(vocabulary.providers)
    writer.addDomains(vocabulary)
    writer.addClaims(vocabulary)
    writer.addSettings(vocabulary.schema, vocabulary.identifiers)
    writer.addLabels(vocabulary.labels)
    writer.addDerivedFacts(vocabulary.schema)
    writer.addAddresses(vocabulary.addresses)
    writer.addPools(vocabulary.pools)
    writer.add(
      ImageFormat.bits(of: vocabulary.countedKinds.kinds)
        | (vocabulary.countsDisabled ? 0 : ImageFormat.leavesOutDisabled))
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
      add(
        (provider.keepsCase ? ImageFormat.keepsCase : 0)
          | (provider.foldsSubjects ? ImageFormat.foldsSubjects : 0))
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

  private mutating func addSettings(_ schema: FactSchema, _ identifiers: IdentifierTable) {
    let marks =
      (schema.inputs.isEmpty ? 0 : ImageFormat.hasInputs)
      | (identifiers.identifiers.isEmpty ? 0 : ImageFormat.hasIdentifiers)
    add(UInt32(schema.settings.count) | marks)
    for fact in schema.facts[schema.settings] {
      add(DeclaredFact.setting.declaredName(fact.name))
      add(fact.values)
    }
    if !schema.inputs.isEmpty {
      add(schema.inputs.count)
      for input in schema.inputs {
        add(DeclaredFact.input.declaredName(schema.facts[input].name))
        add(schema.facts[input].values)
        var marks: UInt32 = schema.requiredInputs.contains(input) ? 1 : 0
        marks |= schema.retryInputs.contains(input) ? ImageFormat.retryInput : 0
        marks |= schema.factorInputs.contains(input) ? ImageFormat.factorInput : 0
        add(marks)
      }
    }
    guard !identifiers.identifiers.isEmpty else { return }
    add(identifiers.identifiers.count)
    for identifier in identifiers.identifiers {
      add(identifier.name)
      add(identifier.foldsCase)
    }
    add(identifiers.orders.count)
    for (action, places) in identifiers.orders {
      add(action)
      add(places.count)
      for place in places {
        switch place {
        case .credential: add(0)
        case .address: add(1)
        case .identifier(let index): add(index + 2)
        }
      }
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
