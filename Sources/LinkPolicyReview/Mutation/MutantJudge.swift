package import LinkPolicy
package import LinkPolicyAuthoring
package import LinkPolicyExploration
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
  /// For each situation of each table, the number that identifies the policy's answer.
  let answers: [[Int]]

  /// The difference between a mutant and the policy.
  struct MutantChange {
    /// The first cell that the mutant changes, with its table; nil if no cell shows the change, or if a table is too
    /// large to compare.
    var cell: (table: Int, facts: [(fact: Int, value: Int)])?
    /// The vectors that may kill the mutant, the most likely first.
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
    loader = MutantLoader(editor: editor)
    var book = AnswerBook()
    graphs = policy.document.decisions.indices.map {
      AnswerGraph(table: $0, of: policy, by: editor, isExact: true, &book)
    }
    self.book = book
    answers = graphs.indices.map { [graphs] table in
      index.situations[table].map { graphs[table].number(at: $0.facts) }
    }
  }

  mutating func work(on piece: Mutant) -> MutantVerdict {
    guard let loaded = loader.load(piece) else { return .refused }
    guard let change = change(piece, loaded.policy) else { return .equivalent }
    let witnesses = witnesses(among: change.candidates, under: loaded.policy)
    guard witnesses.isEmpty else { return .killed(by: witnesses) }
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
    // A vector that reaches several changed tables is one candidate.
    var seen: Set<Int32> = []
    change?.candidates.removeAll { !seen.insert($0).inserted }
    return change
  }

  /// Returns the effect of a mutant on answers, ignoring which addresses the lookup requests; nil if no answer can
  /// change.
  private mutating func cellChange(_ mutant: Mutant, _ edited: CompiledPolicy) -> MutantChange? {
    switch mutant.reading {
    case nil: answerChange(mutant, edited)
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
  private mutating func answerChange(_ mutant: Mutant, _ edited: CompiledPolicy) -> MutantChange? {
    var change: MutantChange?
    for table in graphs.indices where canDiffer(mutant.part, inTable: table, of: edited) {
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

  /// Returns whether a mutant can make the lookup request other addresses of an assertion than the policy requests.
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
    var open = index.situations[table].indices.filter(isPicked)
    var seen: Set<Int32> = []
    var result: [Int32] = []
    var round = 0
    while !open.isEmpty {
      open.removeAll { index.situations[table][$0].vectors.count <= round }
      for place in open {
        let vector = index.situations[table][place].vectors[round]
        if seen.insert(vector).inserted {
          result.append(vector)
        }
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

  /// Returns the kinds of change that a policy makes if it replaces some values of a fact by other values.
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
