internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyExploration

/// The effects of mutants that edit declarations and leave the tables unchanged.
extension MutantJudge {
  /// Returns the fact whose values a mutant changes, with pairs of the old and the new value; nil if every value keeps
  /// its meaning.
  func movedValues(
    by mutant: Mutant, _ edited: CompiledPolicy
  ) -> (fact: Int, pairs: [(before: Int, after: Int)])? {
    switch mutant.reading {
    case .domain:
      let pairs = domains(edited).values.map { (before: $0.own.old, after: $0.own.new) }
      return (EngineFact.domain.rawValue, pairs.filter { $0.before != $0.after })
    case .claim(let claim, let before, let after):
      return (policy.vocabulary.schema.claims.lowerBound + claim, [(before, after)])
    case .defaultValue(let fact, let after): return (fact, [(0, after)])
    case nil, .relay, .profile, .email, .letterCase, .providers, .count, .listing, .search,
      .comparison, .table:
      return nil
    }
  }

  /// Returns the domains of the policy and of an edited policy.
  private func domains(_ edited: CompiledPolicy) -> JointDomains {
    JointDomains(
      Sides(old: JointVocabulary.JointSource(policy), new: JointVocabulary.JointSource(edited)))
  }

  /// Returns the effect of a mutant that moves some domains to other sets; nil if no decision can change.
  func domainChange(
    to edited: CompiledPolicy, _ pairs: [(before: Int, after: Int)]
  ) -> MutantChange? {
    var change: MutantChange?
    for (table, graph) in graphs.enumerated() where !pairs.isEmpty {
      if graph.isSpent {
        change = change ?? MutantChange(cell: nil, candidates: [])
      } else if let cell = graph.difference(
        from: graph, reading: EngineFact.domain.rawValue, as: pairs)
      {
        change = change ?? MutantChange(cell: (table, cell), candidates: [])
      }
    }
    let relays = policy.vocabulary.domains.relays
    if change == nil, policy.vocabulary.isUsed(.relay),
      pairs.contains(where: { relays.contains($0.before) != relays.contains($0.after) })
    {
      change = MutantChange(cell: nil, candidates: [])
    }
    change?.candidates = vectors(under: edited) { $0 != $1 }
    return change
  }

  /// Returns the numbers of the vectors that contain an address at a changed domain.
  private func vectors(
    under edited: CompiledPolicy, where isChanged: (_ before: Int, _ after: Int) -> Bool
  ) -> [Int32] {
    let (old, new) = (policy.vocabulary.domains, edited.vocabulary.domains)
    let found = index.vectorsOfDomain.filter { domain, _ in
      let bytes = domain.bytes
      return isChanged(old.value(of: bytes.span, from: 0), new.value(of: bytes.span, from: 0))
    }
    return Set(found.values.joined()).sorted()
  }

  /// Returns the effect of a mutant that replaces some values of a fact by other values; nil if no table's answers
  /// change.
  mutating func valueChange(
    _ fact: Int, _ pairs: [(before: Int, after: Int)]
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

  func relayChange(to edited: CompiledPolicy, _ provider: Int?) -> MutantChange? {
    guard policy.vocabulary.isUsed(.relay) else { return nil }
    if let provider {
      return MutantChange(cell: nil, candidates: vectors(ofProvider: provider))
    }
    guard !domains(edited).haveSameRelays else { return nil }
    let relays = (policy.vocabulary.domains.relays, edited.vocabulary.domains.relays)
    return MutantChange(
      cell: nil,
      candidates: vectors(under: edited) { relays.0.contains($0) != relays.1.contains($1) })
  }

  /// Returns the numbers of the vectors that name a provider or a member of its family.
  func vectors(ofProvider provider: Int) -> [Int32] {
    let providers = policy.vocabulary.providers
    return index.vectorsOfProvider.keys.sorted().flatMap { id in
      providers.value(of: id.text) == provider ? index.vectorsOfProvider[id] ?? [] : []
    }
  }

  /// Returns the effect of a change in the profile fields of a provider, such as the photo; nil if no answer shows the
  /// change.
  ///
  /// The change is visible only if the policy or the edited policy fills or overwrites a profile. If no provider gives
  /// a profile, filling a profile writes nothing.
  mutating func profileChange(_ provider: Int, _ edited: CompiledPolicy) -> MutantChange? {
    let before = policy.vocabulary.providers.providers[provider]
    let after = edited.vocabulary.providers.providers[provider]
    var facts = [(fact: EngineFact.provider.rawValue, values: ValueSet([provider]))]
    if before.givesPhoto == after.givesPhoto {
      // If every attempt gives a name under both policies, the name in the first attempt changes nothing.
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

  /// Returns the effect of a mutant in which a provider begins or ceases to give addresses; nil for a provider that is
  /// not federated.
  ///
  /// Only federated attempts depend on whether their provider gives addresses.
  func emailChange(_ provider: Int) -> MutantChange? {
    policy.vocabulary.providers.providers[provider].kinds.contains(.federated)
      ? MutantChange(cell: nil, candidates: vectors(ofProvider: provider)) : nil
  }

  /// Returns the effect of a mutant in which a provider's addresses begin or cease to keep their case; nil if nothing
  /// can change.
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

  /// Returns the effect of a mutant in which some facts count a different set of methods; nil if no table's answers
  /// change.
  ///
  /// In one attempt, the values of several of these facts can change.
  mutating func countChange(_ facts: [EngineFact]) -> MutantChange? {
    let schema = policy.vocabulary.schema
    let counts = facts.filter { policy.vocabulary.isUsed($0) }.map { fact in
      (fact: fact.rawValue, values: 0..<schema.count(fact.rawValue))
    }
    guard !counts.isEmpty else { return nil }
    var change: MutantChange?
    for (table, graph) in graphs.enumerated() {
      guard !graph.isSpent else {
        addUnknown(&change, table)
        continue
      }
      let cells = counts.compactMap { count in
        graph.difference(
          from: graph, reading: count.fact,
          as: count.values.flatMap { before in count.values.map { (before, $0) } })
      }
      guard let cell = cells.first else { continue }
      add(cell, ofTable: table, to: &change) { [answers] place, facts in
        let others = counts.reduce(into: [facts]) { others, count in
          others = others.flatMap { facts in
            count.values.map { value in
              var other = facts
              other[count.fact] = value
              return other
            }
          }
        }
        return others.contains { graph.number(at: $0) != answers[table][place] }
      }
    }
    return change
  }

  /// Returns the effect of a mutant in which identifiers find accounts differently.
  ///
  /// A vector can kill the mutant only if an attempt of the vector states one of the identifiers.
  ///
  /// - Parameters:
  ///   - identifiers: the indices of the identifiers.
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

  /// Returns the effect of a change in the kinds of methods that answers list, or in their order.
  ///
  /// If no answer lists methods, the mutant changes nothing. Otherwise, a vector may kill the mutant if the vector
  /// reaches a table in which an answer lists methods.
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
