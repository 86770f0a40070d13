internal import LinkPolicy
internal import LinkPolicyAuthoring

/// What edits of declarations, of which no table is rewritten, can change.
extension MutantJudge {
  func domainChange(
    _ edited: CompiledPolicy, _ domain: Name, _ before: Int, _ after: Int
  ) -> Change? {
    let relays = policy.vocabulary.domains.relays
    let isRelayed = policy.vocabulary.isUsed(.relay)
    var change: Change?
    for (table, graph) in graphs.enumerated() {
      if graph.isSpent {
        change = change ?? Change(cell: nil, candidates: [])
      } else if let cell = graph.difference(
        from: graph, reading: EngineFact.domain.rawValue, as: [(before, after)])
      {
        change = change ?? Change(cell: (table, cell), candidates: [])
      }
    }
    if change == nil, isRelayed, relays.contains(before) != relays.contains(after) {
      change = Change(cell: nil, candidates: [])
    }
    change?.candidates = index.named[domain] ?? []
    return change
  }

  /// Values of a fact that are read as others, wherever they occur.
  mutating func valueChange(
    _ edited: CompiledPolicy, _ fact: Int, _ pairs: [(before: Int, after: Int)]
  ) -> Change? {
    var change: Change?
    for (table, graph) in graphs.enumerated() {
      guard !graph.isSpent else {
        addUnknown(&change, table)
        continue
      }
      guard let cell = graph.difference(from: graph, reading: fact, as: pairs) else { continue }
      add(&change, table, cell) { [answers] place, facts in
        pairs.contains { pair in
          facts[fact] == pair.before
            && graph.number(at: facts, with: fact, being: pair.after) != answers[table][place]
        }
      }
    }
    return change
  }

  mutating func defaultChange(_ fact: Int, _ after: Int) -> Change? {
    valueChange(policy, fact, [(0, after)])
  }

  func relayChange(_ domains: [Name], _ provider: Int?) -> Change? {
    guard policy.vocabulary.isUsed(.relay) else { return nil }
    var candidates: [Int32] = []
    for domain in domains {
      candidates += index.named[domain.lowercased] ?? []
    }
    if let provider {
      candidates += vectors(ofProvider: provider)
    }
    return Change(cell: nil, candidates: candidates)
  }

  /// The vectors that name a provider, or one of a family.
  func vectors(ofProvider provider: Int) -> [Int32] {
    let providers = policy.vocabulary.providers
    return index.named.keys.sorted().flatMap { name in
      providers.value(of: name.text) == provider ? index.named[name] ?? [] : []
    }
  }

  /// What a provider gives to the profile shows only where a profile is filled or overwritten, under the policy or the
  /// edited one: where nobody gives anything, filling it is no write.
  mutating func profileChange(_ provider: Int, _ edited: CompiledPolicy) -> Change? {
    let before = policy.vocabulary.providers.providers[provider]
    let after = edited.vocabulary.providers.providers[provider]
    var facts = [(fact: EngineFact.provider.rawValue, values: ValueSet([provider]))]
    if before.givesPhoto == after.givesPhoto {
      // A name that comes with every attempt comes with the first one too.
      if before.givesName, after.givesName {
        return nil
      }
      if before.givesNameOnce, after.givesNameOnce {
        let later = ValueSet(FactValue.Credential.allCases.map { $0.rawValue })
          .subtracting(ValueSet(of: FactValue.Credential.new))
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
    return isShown ? Change(cell: nil, candidates: vectors(ofProvider: provider)) : nil
  }

  private static func writesProfile(_ answer: CompiledAnswer) -> Bool {
    answer.effects.contains { effect in
      effect.templates.contains { $0.kind == .setProfile }
    }
  }

  /// Only federated attempts are held to whether their provider gives addresses.
  func emailChange(_ provider: Int) -> Change? {
    policy.vocabulary.providers.providers[provider].kinds.contains(.federated)
      ? Change(cell: nil, candidates: vectors(ofProvider: provider)) : nil
  }

  /// The case of addresses matters where the provider's attempts carry one.
  func letterChange(_ provider: Int) -> Change? {
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
    return isCarried ? Change(cell: nil, candidates: vectors(ofProvider: provider)) : nil
  }

  mutating func countChange() -> Change? {
    guard policy.vocabulary.isUsed(.methods) else { return nil }
    let values = 0..<policy.vocabulary.schema.count(EngineFact.methods.rawValue)
    let pairs = values.flatMap { before in values.map { (before: before, after: $0) } }
    return valueChange(policy, EngineFact.methods.rawValue, pairs)
  }

  /// Nothing changes where no answer tells of methods; else any vector through such a table may notice.
  func listingChange() -> Change? {
    var change: Change?
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
