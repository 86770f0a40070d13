package import LinkPolicy
package import LinkPolicyAuthoring
internal import LinkPolicySystem
internal import LinkPolicyTesting

/// A worker that judges each mutant: whether it loads, whether it changes anything, and which vectors kill it.
struct MutantJudge: Worker {
  let index: SuiteIndex
  let policy: CompiledPolicy
  private let stakes: HolderStakes
  let loader: MutantLoader
  private let countsTrace: Bool
  private let witnessLimit: Int
  private let seeksOtherFile: Bool
  var book: AnswerBook
  /// The answers of the policy, as one graph for each table.
  let graphs: [AnswerGraph]
  /// The number of the policy's answer in each situation of each table.
  let answers: [[Int]]
  /// The answers of each table, with which the answers of mutants are compared.
  private var baselines: [TableBaseline]

  /// The difference between a mutant and the policy.
  struct MutantChange {
    /// The first cell that the mutant changes, with the table of the cell; nil if no cell shows the change, if a table
    /// is too large to compare, or if the cell is not located.
    var cell: (table: Int, facts: [(fact: Int, value: Int)])?
    /// Whether `cell` must still be located; only the report of a survivor shows the cell.
    var isUnlocated = false
    /// The vectors that may kill the mutant, the most likely first.
    var candidates: [Int32]
  }

  /// Creates a judge for the mutants of a policy.
  ///
  /// - Parameters:
  ///   - policy: the original policy, without edits.
  ///   - index: the index of the vectors that can kill mutants.
  ///   - countsTrace: whether a different row or list of effects counts as a difference.
  ///   - witnessLimit: the maximum number of vectors to find that kill a mutant.
  ///   - seeksOtherFile: whether to play the vectors in order and, if all vectors up to the limit are in one file, to
  ///     look for one more vector in another file.
  init(
    _ policy: CompiledPolicy, _ index: SuiteIndex, countsTrace: Bool, witnessLimit: Int,
    seeksOtherFile: Bool = false
  ) {
    self.policy = policy
    stakes = HolderStakes(of: policy)
    self.index = index
    self.countsTrace = countsTrace
    self.witnessLimit = witnessLimit
    self.seeksOtherFile = seeksOtherFile
    var editor = PolicyEditor(policy)
    for table in policy.document.decisions.indices {
      editor.remember(AnswerGraph.distinguishing(table, of: policy), forTable: table)
    }
    editor.rememberWork()
    loader = MutantLoader(editor: editor)
    var book = AnswerBook()
    baselines = policy.document.decisions.indices.map {
      TableBaseline(table: $0, of: policy, by: editor, in: index.situations[$0], &book)
    }
    self.book = book
    graphs = baselines.map { $0.graph }
    answers = baselines.map { $0.numbers }
  }

  mutating func work(on piece: Mutant) -> MutantVerdict {
    guard let loaded = loader.load(piece) else { return .refused }
    guard var change = change(piece, loaded.policy) else { return .equivalent }
    let witnesses = witnesses(among: change.candidates, under: loaded.policy)
    guard witnesses.isEmpty else { return .killed(by: witnesses) }
    if change.isUnlocated {
      change.cell = answerChange(piece, loaded.policy, isLocated: true)?.cell
    }
    let schema = policy.vocabulary.schema
    return .survived(
      Survivor(
        summary: loaded.summary,
        cell: change.cell.map { cell in
          cell.facts.map { (schema.facts[$0.fact].name, schema.facts[$0.fact].values[$0.value]) }
        },
        table: change.cell.map { policy.document.decisions[$0.table].key.value },
        played: change.candidates.count, kinds: kinds(of: piece, loaded.policy),
        policy: loaded.policy))
  }

  mutating func finish() {}

  /// Returns the first vectors that kill a mutant.
  ///
  /// If all returned vectors are in one file and `seeksOtherFile` is true, the result also contains the first vector of
  /// another file.
  private func witnesses(among candidates: [Int32], under edited: CompiledPolicy) -> [Int] {
    let player = Player(edited.policy)
    var found: [Int] = []
    var file: String?
    for number in seeksOtherFile ? candidates.sorted() : candidates {
      let vector = index.vectors[Int(number)]
      if found.count >= witnessLimit {
        guard seeksOtherFile, let only = file else { break }
        guard !vector.file.hasSameBytes(as: only) else { continue }
      }
      guard notices(player.play(vector)) else { continue }
      let isFirst = found.isEmpty
      found.append(Int(number))
      file = isFirst || file.map { vector.file.hasSameBytes(as: $0) } ?? false ? vector.file : nil
    }
    return found
  }

  private func notices(_ played: PlayedCase) -> Bool {
    played.mismatches.contains { countsTrace || $0.isNormative }
  }

  // MARK: Effects

  /// Returns the effect of a mutant; nil if the mutant is proved equivalent to the policy.
  private mutating func change(_ mutant: Mutant, _ edited: CompiledPolicy) -> MutantChange? {
    var change = cellChange(mutant, edited)
    if electsOtherwise(mutant, edited) {
      for table in graphs.indices where policy.storage.tables[table].kinds.contains(.federated) {
        addUnknown(&change, table)
      }
    }
    // A vector that reaches several changed situations is one candidate.
    if let candidates = change?.candidates {
      var isSeen = [Bool](repeating: false, count: index.vectors.count)
      change?.candidates = candidates.filter { number in
        defer { isSeen[Int(number)] = true }
        return !isSeen[Int(number)]
      }
    }
    return change
  }

  /// Returns the effect of a mutant, apart from a change of the addresses that the lookup requests; nil if nothing else
  /// changes.
  private mutating func cellChange(_ mutant: Mutant, _ edited: CompiledPolicy) -> MutantChange? {
    switch mutant.reading {
    case nil: answerChange(mutant, edited, isLocated: false)
    case .domain: movedValues(by: mutant, edited).flatMap { domainChange(to: edited, $0.pairs) }
    case .claim, .defaultValue:
      movedValues(by: mutant, edited).flatMap { valueChange($0.fact, $0.pairs) }
    case .relay(let provider): relayChange(to: edited, provider)
    case .profile(let provider): profileChange(provider, edited)
    case .email(let provider): emailChange(provider)
    case .letterCase(let provider): letterChange(provider)
    case .providers(let providers):
      MutantChange(
        cell: nil,
        candidates: Set(providers.flatMap { vectors(ofProvider: $0) }).sorted())
    case .count(let facts): countChange(facts)
    case .listing: listingChange()
    case .search(let action):
      identifierChange(
        policy.vocabulary.identifiers.searched(byAction: action),
        inTables: graphs.indices.filter { policy.storage.tables[$0].action == action })
    case .comparison(let identifier):
      identifierChange([identifier], inTables: Array(graphs.indices))
    case .table(let table):
      index.situations[table].isEmpty
        ? MutantChange(cell: nil, candidates: [])
        : MutantChange(cell: nil, candidates: candidates(table) { _ in true })
    }
  }

  /// Returns the difference in the answers of all tables that an edit can affect; nil if no answer changes.
  ///
  /// With `isLocated`, the result contains the first changed cell as readers of the report need it: without facts that
  /// the edited policy does not test.
  private mutating func answerChange(
    _ mutant: Mutant, _ edited: CompiledPolicy, isLocated: Bool
  ) -> MutantChange? {
    var change: MutantChange?
    for table in graphs.indices where canDiffer(mutant.part, inTable: table, of: edited) {
      if !isLocated,
        let compared = baselines[table].comparison(
          with: edited, editing: mutant.part, by: loader.editor, &book)
      {
        guard compared.differs else { continue }
        change = change ?? MutantChange(cell: nil, isUnlocated: true, candidates: [])
        change?.candidates += candidates(table, in: compared.situations)
        continue
      }
      let graph = AnswerGraph(table: table, of: edited, by: loader.editor, &book)
      guard !graphs[table].isSpent, !graph.isSpent else {
        addUnknown(&change, table)
        continue
      }
      guard let cell = graphs[table].difference(from: graph) else { continue }
      add(cell, ofTable: table, to: &change) { [answers] place, facts in
        graph.number(at: facts) != answers[table][place]
      }
    }
    return change
  }

  /// Returns whether a mutant can change which addresses of an assertion the lookup requests.
  ///
  /// The lookup requests the addresses for which `proof` holds, and no cell shows which addresses are requested.
  private func electsOtherwise(_ mutant: Mutant, _ edited: CompiledPolicy) -> Bool {
    guard policy.vocabulary.addresses.match == .anyProven else { return false }
    let tests = policy.withDerived(policy.storage.proof)
    if let moved = movedValues(by: mutant, edited) {
      let axes = ConditionAxes(policy, tests)
      return moved.pairs.contains { pair in
        axes.group(of: moved.fact, pair.before) != axes.group(of: moved.fact, pair.after)
      }
    }
    switch mutant.part {
    case .proof: return true
    case .fact(let fact): return tests.contains { $0.fact == fact }
    case .table, .guards, .errors, .readings, .rules, .tables, .everything: return false
    }
  }

  /// Returns whether an edit of a part can change the answers of a table.
  func canDiffer(
    _ part: PolicyEditor.Part, inTable table: Int, of edited: CompiledPolicy
  ) -> Bool {
    if loader.editor.touches(part, table, of: edited) {
      return true
    }
    let rows = edited.storage.tables[table].rows
    switch part {
    case .table(let own): return own == table
    case .guards(let guards):
      // The edited guards decide the same cells of this table, but the answers of the guards can differ.
      return edited.guards(ofTable: table).contains { guarding in
        guards.contains(guarding)
          && edited.storage.guards[guarding].answer != policy.storage.guards[guarding].answer
      }
    case .fact, .proof:
      return rows.contains { EffectMeaning.recordsProof($0.answer.effects) }
    case .errors:
      let guards = edited.guards(ofTable: table).map { edited.storage.guards[$0] }
      return (rows + guards).contains { row in
        if row.answer.error != nil {
          return true
        }
        if case .error = row.answer.shown { return true }
        return false
      }
    case .rules, .readings, .tables, .everything: return false
    }
  }

  func add(
    _ cell: [(fact: Int, value: Int)], ofTable table: Int, to change: inout MutantChange?,
    where isChanged: (Int, FactVector) -> Bool
  ) {
    var joined = change ?? MutantChange(cell: (table, cell), candidates: [])
    joined.candidates += candidates(table) { isChanged($0, index.situations[table][$0].facts) }
    change = joined
  }

  /// Adds the vectors of all situations in a table, because no comparison shows which cells change.
  func addUnknown(_ change: inout MutantChange?, _ table: Int) {
    var joined = change ?? MutantChange(cell: nil, candidates: [])
    joined.candidates += candidates(table) { _ in true }
    change = joined
  }

  /// Returns the vectors through selected situations of a table: the first vector of each situation, then the second
  /// vectors, and so on.
  func candidates(_ table: Int, where isPicked: (Int) -> Bool) -> [Int32] {
    candidates(table, in: index.situations[table].indices.filter(isPicked))
  }

  /// Returns the vectors through the given situations of a table, in the same order.
  private func candidates(_ table: Int, in situations: [Int]) -> [Int32] {
    var open = situations
    var result: [Int32] = []
    var round = 0
    while !open.isEmpty {
      open.removeAll { index.situations[table][$0].vectors.count <= round }
      for place in open {
        result.append(index.situations[table][place].vectors[round])
      }
      round += 1
    }
    return result
  }
}

extension Mismatch {
  /// Whether the mismatch concerns the behavior of an implementation, not only the trace of a decision.
  var isNormative: Bool {
    if key.hasSameBytes(as: "effects") {
      // An effect that the implementation cannot apply is also a difference in behavior.
      return expected.hasSameBytes(as: "to be carried out")
    }
    return !key.hasSameBytes(as: "row") && !key.hasSameBytes(as: "table")
      && !key.hasPrefix("facts.")
  }
}

/// The kinds of change that surviving mutants make.
extension MutantJudge {
  /// Returns the kinds of changes that a mutant makes, the most dangerous first.
  ///
  /// - Parameters:
  ///   - mutant: the edit.
  ///   - edited: the edited policy.
  /// - Returns: the kinds; empty if no cell shows the change, or if the policy has too many cells.
  mutating func kinds(of mutant: Mutant, _ edited: CompiledPolicy) -> [ChangeKind] {
    if let moved = movedValues(by: mutant, edited) {
      return kinds(reading: moved.fact, as: moved.pairs)
    }
    guard case nil = mutant.reading else { return [] }
    var kinds: Set<ChangeKind> = []
    for table in graphs.indices where canDiffer(mutant.part, inTable: table, of: edited) {
      let graph = AnswerGraph(table: table, of: edited, by: loader.editor, &book)
      guard !graphs[table].isSpent, !graph.isSpent else { continue }
      kinds.formUnion(
        graphs[table].kinds(
          to: graph, book, by: ChangeSituation.CallerClass(table: table, of: edited),
          for: ActionDuties(table: table, of: edited), at: stakes,
          platforms: policy.platforms.union(edited.platforms),
          in: edited.vocabulary.schema,
          outOfReach: outOfReach(inTable: table, edited)))
    }
    return ChangeKind.ordered(kinds)
  }

  /// Returns the kinds of changes that occur if a policy interprets some values of a fact as other values.
  private func kinds(reading fact: Int, as pairs: [(before: Int, after: Int)]) -> [ChangeKind] {
    var kinds: Set<ChangeKind> = []
    for (table, graph) in graphs.enumerated() where !graph.isSpent {
      kinds.formUnion(
        graph.kinds(
          to: graph, book, by: ChangeSituation.CallerClass(table: table, of: policy),
          for: ActionDuties(table: table, of: policy), at: stakes, platforms: policy.platforms,
          in: policy.vocabulary.schema, reading: fact, as: pairs,
          outOfReach: outOfReach(inTable: table, policy)))
    }
    return ChangeKind.ordered(kinds)
  }

  /// Returns the values of facts that are unreachable under both the policy and an edited policy.
  private func outOfReach(
    inTable table: Int, _ edited: CompiledPolicy
  ) -> [ResolvedCondition] {
    let after = Unreachable(edited).values(inTable: table)
    return Unreachable(policy).values(inTable: table).compactMap { before in
      guard let other = after.first(where: { $0.fact == before.fact }) else { return nil }
      let values = before.values.values.filter { other.values.contains($0) }
      return values.isEmpty
        ? nil
        : ResolvedCondition(
          fact: before.fact, values: ValueSet(values), position: before.position)
    }
  }
}

/// The verdict on a mutant: refused, equivalent, killed or survived.
package enum MutantVerdict: Sendable {
  /// The checker rejects the edited policy, so the edit is not a mutant.
  case refused
  /// The mutant behaves like the policy; only the traces, such as the deciding rows, can differ.
  case equivalent
  /// Some vectors kill the mutant; `by` contains their numbers, up to the requested limit.
  case killed(by: [Int])
  /// No vector kills the mutant, so no vector would notice such a mistake in the policy.
  case survived(Survivor)
}

/// A mutant that no vector kills.
package struct Survivor: Sendable {
  /// A description of the edit, such as ``without the condition on `trust` ``.
  package var summary: String
  /// The first changed cell, as facts and values, such as `credential` with `new`; nil if unknown.
  package var cell: [(fact: Name, value: Name)]?
  /// The table of the first changed cell; nil if the cell is unknown.
  package var table: Name?
  /// The number of vectors that reach the change without killing the mutant.
  package var played: Int
  /// The kinds of changes that the edit makes, as `diff` reports them, the most dangerous first; empty if no cell shows
  /// the edit.
  package var kinds: [ChangeKind]
  /// The edited policy.
  package var policy: CompiledPolicy
}
