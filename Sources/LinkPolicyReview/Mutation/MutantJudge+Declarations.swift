internal import LinkPolicy
internal import LinkPolicyAuthoring

/// The effects of mutants that edit declarations and leave the tables unchanged.
extension MutantJudge {
  func domainChange(
    to edited: CompiledPolicy, domain: Name, before: Int, after: Int
  ) -> MutantChange? {
    let relays = policy.vocabulary.domains.relays
    let isRelayed = policy.vocabulary.isUsed(.relay)
    var change: MutantChange?
    for (table, graph) in graphs.enumerated() {
      if graph.isSpent {
        change = change ?? MutantChange(cell: nil, candidates: [])
      } else if let cell = graph.difference(
        from: graph, reading: EngineFact.domain.rawValue, as: [(before, after)])
      {
        change = change ?? MutantChange(cell: (table, cell), candidates: [])
      }
    }
    if change == nil, isRelayed, relays.contains(before) != relays.contains(after) {
      change = MutantChange(cell: nil, candidates: [])
    }
    change?.candidates = index.named[domain] ?? []
    return change
  }

  /// Returns the effect, in all tables, of a mutant that reads values of a fact as other values.
  mutating func valueChange(
    to edited: CompiledPolicy, fact: Int, pairs: [(before: Int, after: Int)]
  ) -> MutantChange? {
    var change: MutantChange?
    for (table, graph) in graphs.enumerated() {
      guard !graph.isSpent else {
        addUnknown(&change, table)
        continue
      }
      guard let cell = graph.difference(from: graph, reading: fact, as: pairs) else { continue }
      add(cell, ofTable: table, to: &change) { [answers] place, facts in
        pairs.contains { pair in
          facts[fact] == pair.before
            && graph.number(at: facts, with: fact, being: pair.after) != answers[table][place]
        }
      }
    }
    return change
  }

  mutating func defaultChange(_ fact: Int, _ after: Int) -> MutantChange? {
    valueChange(to: policy, fact: fact, pairs: [(0, after)])
  }

  func relayChange(_ domains: [Name], _ provider: Int?) -> MutantChange? {
    guard policy.vocabulary.isUsed(.relay) else { return nil }
    var candidates: [Int32] = []
    for domain in domains {
      candidates += index.named[domain.lowercased] ?? []
    }
    if let provider {
      candidates += vectors(ofProvider: provider)
    }
    return MutantChange(cell: nil, candidates: candidates)
  }

  /// Returns the vectors that name a provider or a member of a family.
  func vectors(ofProvider provider: Int) -> [Int32] {
    let providers = policy.vocabulary.providers
    return index.named.keys.sorted().flatMap { name in
      providers.value(of: name.text) == provider ? index.named[name] ?? [] : []
    }
  }

  /// Returns the effect of a change in the profile fields of a provider.
  ///
  /// The change is visible only if the policy or the edited one fills or overwrites a profile. If no provider
  /// gives a profile, filling it writes nothing.
  mutating func profileChange(_ provider: Int, _ edited: CompiledPolicy) -> MutantChange? {
    let before = policy.vocabulary.providers.providers[provider]
    let after = edited.vocabulary.providers.providers[provider]
    var facts = [(fact: EngineFact.provider.rawValue, values: ValueSet([provider]))]
    if before.givesPhoto == after.givesPhoto {
      // If every attempt gives a name under both policies, so does the first attempt.
      if before.givesName, after.givesName {
        return nil
      }
      if before.givesNameOnce, after.givesNameOnce {
        let later = ValueSet(FactValue.CredentialValue.allCases.map { $0.rawValue })
          .subtracting(ValueSet(of: FactValue.CredentialValue.new))
        facts.append((EngineFact.credential.rawValue, later))
      }
    }
    let isShown = graphs.indices.contains { table in
      guard policy.storage.tables[table].rows.contains(where: { Self.writesProfile($0.answer) })
      else { return false }
      let after = AnswerGraph(
        table: table, of: edited, by: loader.editor, isExact: true, &book)
      return [graphs[table], after].contains { graph in
        graph.contains(where: facts) { number in
          book.meaning(number)?.writes.contains { $0.kind == .setProfile } ?? false
        }
      }
    }
    return isShown ? MutantChange(cell: nil, candidates: vectors(ofProvider: provider)) : nil
  }

  private static func writesProfile(_ answer: CompiledAnswer) -> Bool {
    answer.effects.contains { effect in
      effect.templates.contains { $0.kind == .setProfile }
    }
  }

  /// Returns the effect of a change in whether a provider gives addresses.
  ///
  /// Only federated attempts depend on it.
  func emailChange(_ provider: Int) -> MutantChange? {
    policy.vocabulary.providers.providers[provider].kinds.contains(.federated)
      ? MutantChange(cell: nil, candidates: vectors(ofProvider: provider)) : nil
  }

  /// Returns the effect of a change in the case of addresses.
  ///
  /// The edit matters only if the provider's attempts carry an address.
  func letterChange(_ provider: Int) -> MutantChange? {
    let carried = ValueSet(FactValue.Address.allCases.map { $0.rawValue })
      .subtracting(ValueSet(of: FactValue.Address.absent))
    let isCarried = graphs.contains { graph in
      graph.contains(
        where: [
          (EngineFact.provider.rawValue, ValueSet([provider])),
          (EngineFact.address.rawValue, carried),
        ]
      ) { _ in true }
    }
    return isCarried ? MutantChange(cell: nil, candidates: vectors(ofProvider: provider)) : nil
  }

  mutating func countChange() -> MutantChange? {
    let vocabulary = policy.vocabulary
    // The kinds that count determine `methods` alone; whether disabled methods count determines both facts.
    let facts: [EngineFact] =
      vocabulary.asksDisabledMethods && !vocabulary.isUsed(.methods) ? [.otherMethods] : [.methods]
    guard let fact = facts.first, vocabulary.isUsed(fact) else { return nil }
    let values = 0..<vocabulary.schema.count(fact.rawValue)
    let pairs = values.flatMap { before in values.map { (before: before, after: $0) } }
    return valueChange(to: policy, fact: fact.rawValue, pairs: pairs)
  }

  /// Returns the effect of a change in how identifiers find accounts.
  ///
  /// Only vectors with an attempt that states one of the identifiers can kill the mutant.
  ///
  /// - Parameters:
  ///   - identifiers: the identifiers, by index.
  ///   - tables: the tables of the attempts.
  /// - Returns: the vectors that can kill the mutant; nil if there are no tables.
  func identifierChange(_ identifiers: [Int], inTables tables: [Int]) -> MutantChange? {
    guard !tables.isEmpty else { return nil }
    let facts = identifiers.map { policy.vocabulary.schema.identifiers.lowerBound + $0 }
    // A situation distinguishes only the values of facts that the policy tests.
    let isTested = Set(facts).isSubset(of: policy.testedFacts)
    var change = MutantChange(cell: nil, candidates: [])
    for table in tables {
      change.candidates += candidates(table) { place in
        !isTested
          || facts.contains {
            index.situations[table][place].facts[$0] != IdentifierValue.absent.rawValue
          }
      }
    }
    return change
  }

  /// Returns the effect of a change in the listing of methods.
  ///
  /// Without an answer that lists methods, nothing changes. Otherwise any vector through such a table may
  /// kill the mutant.
  func listingChange() -> MutantChange? {
    var change: MutantChange?
    for (table, compiled) in policy.storage.tables.enumerated() {
      let rows = compiled.rows + policy.guards(ofTable: table).map { policy.storage.guards[$0] }
      let tells = rows.contains { row in
        row.answer.tell.contains { $0 == .methods || $0 == .addressMethods }
      }
      if tells {
        addUnknown(&change, table)
      }
    }
    return change
  }
}
