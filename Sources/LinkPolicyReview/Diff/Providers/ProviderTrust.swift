internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyExploration

/// The answers that show whether a policy trusts the addresses that providers assert.
struct ProviderTrust {
  /// The strongest results that assertions of a provider have in any cell.
  struct ProviderDeeds {
    /// Whether an assertion proves its address, or enters or changes an existing account that has the address.
    var areTrusted = false
    /// Whether an assertion opens an account with its address.
    var openAccounts = false
  }

  private let policy: CompiledPolicy
  /// The answers of each table that decides attempts of the providers.
  private let graphs: [(table: Int, graph: AnswerGraph)]
  private let book: AnswerBook

  /// Computes the policy's answers to attempts with the given providers.
  ///
  /// - Parameters:
  ///   - values: the providers, as values of the fact `provider`.
  ///   - policy: the policy whose answers show its trust.
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

  /// Returns the strongest results that assertions of a provider have.
  ///
  /// - Parameter value: the provider's value of the fact `provider`.
  /// - Returns: the strongest results in any cell.
  func deeds(of value: Int) -> ProviderDeeds {
    let kinds = policy.vocabulary.providers.providers[value].kinds
    var deeds = ProviderDeeds()
    for (table, graph) in graphs {
      guard policy.storage.tables[table].kinds.contains(where: { kinds.contains($0) }) else {
        continue
      }
      // If the cells of a table need more steps than the limit, the function assumes the strongest results.
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

  /// The fact values of attempts whose address has an account but whose credential has none.
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
