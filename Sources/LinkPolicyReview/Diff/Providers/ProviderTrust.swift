internal import LinkPolicy
internal import LinkPolicyAuthoring

/// Whether a policy trusts the addresses that a provider asserts, determined from its answers.
struct ProviderTrust {
  /// The most that assertions of a provider can achieve in any cell.
  struct ProviderDeeds {
    /// True if an assertion proves its address, or enters or changes an existing account by it.
    var areTrusted = false
    /// True if an assertion opens an account with its address.
    var openAccounts = false
  }

  private let policy: CompiledPolicy
  /// The answers of each table that decides attempts of providers.
  private let graphs: [(table: Int, graph: AnswerGraph)]
  private let book: AnswerBook

  /// Determines the answers to some providers.
  ///
  /// - Parameters:
  ///   - values: the providers, as values of the fact `provider`.
  ///   - policy: the policy.
  init(of values: [Int], in policy: CompiledPolicy) {
    self.policy = policy
    var (maker, book) = (CellMaker(policy), AnswerBook())
    let providers = values.map { policy.vocabulary.providers.providers[$0] }
    let each = values.map { value in
      ResolvedCondition(
        fact: EngineFact.provider.rawValue, values: ValueSet([value]),
        position: SourcePosition(line: 1, column: 1))
    }
    let tables = policy.storage.tables.indices.filter { table in
      policy.storage.tables[table].kinds.contains { kind in
        providers.contains { $0.kinds.contains(kind) }
      }
    }
    graphs = tables.map { table in
      let further =
        AnswerGraph.distinguishing(table, of: policy) + JointPresence.conditions
        + policy.storage.proof + each
      let cells = maker.cells(
        ofTable: table, within: maker.boxes(ofTable: table), distinguishing: further)
      return (table, AnswerGraph(table: table, of: policy, cells, tellsRows: false, &book))
    }
    self.book = book
  }

  /// Returns what assertions of a provider can achieve.
  ///
  /// - Parameter value: the provider's value of the fact `provider`.
  /// - Returns: the most that any cell permits.
  func deeds(of value: Int) -> ProviderDeeds {
    let kinds = policy.vocabulary.providers.providers[value].kinds
    var deeds = ProviderDeeds()
    for (table, graph) in graphs {
      guard policy.storage.tables[table].kinds.contains(where: { kinds.contains($0) }) else {
        continue
      }
      // A table beyond the limit of cells could do anything.
      guard !graph.isSpent else { return ProviderDeeds(areTrusted: true, openAccounts: true) }
      let caller = ChangeSituation.CallerClass(table: table, of: policy)
      let own = [(fact: EngineFact.provider.rawValue, values: ValueSet([value]))]
      deeds.areTrusted =
        deeds.areTrusted || graph.contains(where: own) { proves($0) }
        || caller == .bearer
          && graph.contains(where: own + Self.strangers) { changesAccount($0) }
      deeds.openAccounts =
        deeds.openAccounts || graph.contains(where: own) { opensAccount($0) }
    }
    return deeds
  }

  /// The situations in which an account has the address, and not the credential.
  private static var strangers: [(fact: Int, values: ValueSet)] {
    [
      (EngineFact.credential.rawValue, ValueSet(of: FactValue.CredentialValue.new, .broken)),
      (EngineFact.address.rawValue, ValueSet(of: FactValue.Address.own, .taken, .several)),
    ]
  }

  private func proves(_ answer: Int) -> Bool {
    guard let meaning = book.meaning(answer) else { return false }
    return meaning.isProof || AnswerDeeds(meaning, holdsCredential: false).verifies
  }

  private func changesAccount(_ answer: Int) -> Bool {
    guard let meaning = book.meaning(answer) else { return false }
    let deeds = AnswerDeeds(meaning, holdsCredential: false)
    return deeds.makes == nil && !meaning.writes.allSatisfy { $0 == .tellOwner }
  }

  private func opensAccount(_ answer: Int) -> Bool {
    book.meaning(answer).map { AnswerDeeds($0, holdsCredential: false).makes == true } ?? false
  }
}
