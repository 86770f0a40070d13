package import LinkPolicy
package import LinkPolicyAuthoring
package import LinkPolicyExploration
internal import LinkPolicySystem
internal import LinkPolicyTesting

/// A worker that judges each mutant: whether it loads, whether it changes anything, and which vectors kill it.
struct MutantJudge: Worker {
  let index: SuiteIndex
  let policy: CompiledPolicy
  let stakes: HolderStakes
  let loader: MutantLoader
  private let countsTrace: Bool
  private let witnessLimit: Int
  private let seeksOtherFile: Bool
  var book: AnswerBook
  /// The answers of the policy, as one graph for each table.
  let graphs: [AnswerGraph]
  /// For each situation of each table, the number that identifies the policy's answer.
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
    /// The vectors that may kill the mutant, the most likely first; a vector can occur several times.
    var candidates: [Int32]
  }

  /// Creates a judge for the mutants of a policy.
  ///
  /// - Parameters:
  ///   - policy: the original policy, without edits.
  ///   - index: the index of the vectors that can kill mutants.
  ///   - countsTrace: whether a mutant counts as different even if only its deciding row or its list of effects
  ///     differs.
  ///   - witnessLimit: the maximum number of vectors to find that kill a mutant.
  ///   - seeksOtherFile: whether to play the vectors in order, and to look for one more vector in another file if all
  ///     killing vectors are in one file.
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
    var search = KillSearch(by: loaded.policy, vectorCount: index.vectors.count)
    guard var change = change(by: piece, to: loaded.policy, &search) else { return .equivalent }
    if seeksOtherFile {
      let witnesses = witnesses(among: Set(change.candidates).sorted(), &search)
      guard witnesses.isEmpty else { return .killed(by: witnesses) }
    } else {
      _ = isKilled(bySome: change.candidates, &search)
      guard search.found.isEmpty else { return .killed(by: search.found) }
    }
    if change.isUnlocated {
      change.cell = changedCell(piece, loaded.policy)
    }
    let schema = policy.vocabulary.schema
    return .survived(
      Survivor(
        summary: loaded.summary,
        cell: change.cell.map { cell in
          cell.facts.map { (schema.facts[$0.fact].name, schema.facts[$0.fact].values[$0.value]) }
        },
        table: change.cell.map { policy.document.decisions[$0.table].key.value },
        played: Set(change.candidates).count, kinds: kinds(of: piece, loaded.policy),
        policy: loaded.policy))
  }

  mutating func finish() {}

  /// The search for vectors that kill one mutant.
  private struct KillSearch {
    let player: Player
    /// The numbers of the vectors that kill the mutant, in the order of the search.
    var found: [Int] = []
    /// The number of candidates that the search has visited.
    var visited = 0
    /// For each vector, whether the search has played the vector; a vector that reaches several changed situations is
    /// several candidates.
    var isPlayed: [Bool]

    init(by edited: CompiledPolicy, vectorCount: Int) {
      player = Player(edited.policy)
      isPlayed = [Bool](repeating: false, count: vectorCount)
    }
  }

  /// Plays the candidates that the search has not visited yet, and returns whether the search has found enough vectors.
  private func isKilled(bySome candidates: [Int32], _ search: inout KillSearch) -> Bool {
    while search.visited < candidates.count, search.found.count < witnessLimit {
      let number = Int(candidates[search.visited])
      search.visited += 1
      guard !search.isPlayed[number] else { continue }
      search.isPlayed[number] = true
      if notices(search.player.play(index.vectors[number])) {
        search.found.append(number)
      }
    }
    return search.found.count >= witnessLimit
  }

  /// Returns the first vectors that kill a mutant.
  ///
  /// If all returned vectors are in one file, the result also contains the first vector of another file.
  private func witnesses(among candidates: [Int32], _ search: inout KillSearch) -> [Int] {
    var found: [Int] = []
    var file: String?
    for number in candidates {
      let vector = index.vectors[Int(number)]
      if found.count >= witnessLimit {
        guard let only = file else { break }
        guard !vector.file.hasSameBytes(as: only) else { continue }
      }
      guard notices(search.player.play(vector)) else { continue }
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
  ///
  /// The effect is incomplete if the search has found enough vectors.
  private mutating func change(
    by mutant: Mutant, to edited: CompiledPolicy, _ search: inout KillSearch
  ) -> MutantChange? {
    var change: MutantChange?
    if case nil = mutant.reading {
      change = answerChange(by: mutant, to: edited, &search)
    } else {
      change = declarationChange(mutant, edited)
    }
    if electsOtherwise(mutant, edited) {
      for table in graphs.indices where policy.storage.tables[table].kinds.contains(.federated) {
        addUnknown(&change, table)
      }
    }
    return change
  }

  /// Returns the effect of a mutant that edits a declaration, apart from a change of the addresses that the lookup
  /// requests; nil if nothing else changes.
  private mutating func declarationChange(
    _ mutant: Mutant, _ edited: CompiledPolicy
  ) -> MutantChange? {
    switch mutant.reading {
    case nil: nil
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

  /// Returns the difference in the answers of the tables that an edit can affect; nil if no answer changes.
  ///
  /// The search plays the vectors of each changed table before the next table is compared. Once the search has found
  /// enough vectors, no further table matters.
  private mutating func answerChange(
    by mutant: Mutant, to edited: CompiledPolicy, _ search: inout KillSearch
  ) -> MutantChange? {
    var change: MutantChange?
    for table in graphs.indices where canDiffer(mutant.part, inTable: table, of: edited) {
      let compared = baselines[table].comparison(
        with: edited, editing: mutant.part, by: loader.editor, &book)
      if let compared, compared.differs {
        change = change ?? MutantChange(cell: nil, isUnlocated: true, candidates: [])
        change?.candidates += candidates(table, in: compared.situations)
      } else if compared == nil {
        addAnswers(ofTable: table, edited, to: &change)
      }
      if !seeksOtherFile, let change, isKilled(bySome: change.candidates, &search) {
        break
      }
    }
    return change
  }

  /// Returns the first cell that an edit changes, as reports show it: without facts that the edited policy does not
  /// test.
  private mutating func changedCell(
    _ mutant: Mutant, _ edited: CompiledPolicy
  ) -> (table: Int, facts: [(fact: Int, value: Int)])? {
    var change: MutantChange?
    for table in graphs.indices where canDiffer(mutant.part, inTable: table, of: edited) {
      addAnswers(ofTable: table, edited, to: &change)
      if let change {
        return change.cell
      }
    }
    return nil
  }

  /// Adds the difference in the answers of a table.
  private mutating func addAnswers(
    ofTable table: Int, _ edited: CompiledPolicy, to change: inout MutantChange?
  ) {
    let graph = AnswerGraph(table: table, of: edited, by: loader.editor, &book)
    guard !graphs[table].isSpent, !graph.isSpent else {
      addUnknown(&change, table)
      return
    }
    guard let cell = graphs[table].difference(from: graph) else { return }
    add(cell, ofTable: table, to: &change) { [answers] place, facts in
      graph.number(at: facts) != answers[table][place]
    }
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

  /// Returns the vectors that reach selected situations of a table: the first vector of each situation, then the second
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

/// The verdict on a mutant: refused, equivalent, killed or survived.
///
/// A vector kills a mutant if the vector passes under the original policy and fails under the edited policy.
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
