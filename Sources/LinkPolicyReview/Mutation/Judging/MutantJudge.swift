internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicySystem
internal import LinkPolicyTesting

/// Judges mutants one by one: whether they load, whether anything changes, which vector notices.
struct MutantJudge: Worker {
  let index: SuiteIndex
  let policy: CompiledPolicy
  let loader: MutantLoader
  private let countsTrace: Bool
  private let witnessLimit: Int
  private let seeksOtherFile: Bool
  var book: AnswerBook
  /// The answers of the policy by table, and by situation.
  let graphs: [AnswerGraph]
  let answers: [[Int]]

  /// What a mutant's difference from the policy came to.
  struct Change {
    /// The first changed cell, with its table.
    var cell: (table: Int, facts: [(fact: Int, value: Int)])?
    /// Vectors that could notice it, the likeliest first.
    var candidates: [Int32]
  }

  /// With `countsTrace`, a row or a list of effects that differs is noticed as well; `seeksOtherFile`
  /// takes vectors in their order, and after enough of them looks for one of another file.
  init(
    _ policy: CompiledPolicy, _ index: SuiteIndex, countsTrace: Bool, witnessLimit: Int,
    seeksOtherFile: Bool = false
  ) {
    self.policy = policy
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

  /// The first vectors that notice a mutant; with them, where they are all of one file and that is
  /// wanted, the first of another.
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

  // MARK: What changes

  /// What changes; nil where it is proved that nothing does.
  private mutating func change(_ mutant: Mutant, _ edited: CompiledPolicy) -> Change? {
    switch mutant.reading {
    case nil: answerChange(mutant, edited)
    case .domain(let domain, let before, let after):
      domainChange(edited, domain, before, after)
    case .claim(let claim, let before, let after):
      valueChange(edited, policy.vocabulary.schema.claims.lowerBound + claim, [(before, after)])
    case .defaultValue(let fact, let after):
      defaultChange(fact, after)
    case .relay(let domains, let provider):
      relayChange(domains, provider)
    case .profile(let provider): profileChange(provider, edited)
    case .email(let provider): emailChange(provider)
    case .letterCase(let provider): letterChange(provider)
    case .provider(let provider):
      Change(cell: nil, candidates: vectors(ofProvider: provider))
    case .count: countChange()
    case .listing: listingChange()
    case .table(let table):
      index.situations[table].isEmpty
        ? Change(cell: nil, candidates: [])
        : Change(cell: nil, candidates: candidates(table) { _ in true })
    }
  }

  /// Compares the answers of every table that an edit can touch.
  private mutating func answerChange(_ mutant: Mutant, _ edited: CompiledPolicy) -> Change? {
    var change: Change?
    for table in graphs.indices where canDiffer(mutant.part, table, edited) {
      let graph = AnswerGraph(table: table, of: edited, by: loader.editor, &book)
      guard !graphs[table].isSpent, !graph.isSpent else {
        addUnknown(&change, table)
        continue
      }
      guard let cell = graphs[table].difference(from: graph) else { continue }
      add(&change, table, cell) { [answers] place, facts in
        graph.number(at: facts) != answers[table][place]
      }
    }
    if electsOtherwise(mutant.part) {
      for table in graphs.indices where policy.storage.tables[table].kinds.contains(.federated) {
        addUnknown(&change, table)
      }
    }
    return change
  }

  /// Whether an edit of a part can have other addresses of an assertion looked up, which no cell tells: those for which
  /// `proof` holds.
  private func electsOtherwise(_ part: PolicyEditor.Part) -> Bool {
    guard policy.vocabulary.addresses.match == .anyProven else { return false }
    switch part {
    case .proof: return true
    case .fact(let fact):
      return policy.withDerived(policy.storage.proof).contains { $0.fact == fact }
    case .table, .guards, .errors, .readings, .rules, .tables, .everything: return false
    }
  }

  /// Whether an edit of a part can change what a table answers.
  func canDiffer(
    _ part: PolicyEditor.Part, _ table: Int, _ edited: CompiledPolicy
  ) -> Bool {
    if loader.editor.touches(part, table, of: edited) {
      return true
    }
    let rows = edited.storage.tables[table].rows
    switch part {
    case .table(let own): return own == table
    case .guards(let guards):
      // What a guard takes is the same here; what it answers may not be.
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
    _ change: inout Change?, _ table: Int, _ cell: [(fact: Int, value: Int)],
    _ isChanged: (Int, FactVector) -> Bool
  ) {
    var joined = change ?? Change(cell: (table, cell), candidates: [])
    joined.candidates += candidates(table) { isChanged($0, index.situations[table][$0].facts) }
    change = joined
  }

  /// Where the cells of a table are too many to be compared, anything may have changed in it.
  func addUnknown(_ change: inout Change?, _ table: Int) {
    var joined = change ?? Change(cell: nil, candidates: [])
    joined.candidates += candidates(table) { _ in true }
    change = joined
  }

  /// The vectors through the situations of a table that are picked: the first of each situation
  /// first, then the second of each.
  func candidates(_ table: Int, where isPicked: (Int) -> Bool) -> [Int32] {
    let picked = index.situations[table].indices.filter(isPicked)
    var seen: Set<Int32> = []
    var result: [Int32] = []
    var round = 0
    var isOver = false
    while !isOver {
      isOver = true
      for place in picked {
        let vectors = index.situations[table][place].vectors
        guard round < vectors.count else { continue }
        isOver = false
        if seen.insert(vectors[round]).inserted {
          result.append(vectors[round])
        }
      }
      round += 1
    }
    return result
  }
}

extension Mismatch {
  /// Whether it is about what an implementation does, and not about how it says it came to it.
  var isNormative: Bool {
    if key.hasSameBytes(as: "effects") {
      // What could not be carried out is no matter of a trace.
      return expected.hasSameBytes(as: "to be carried out")
    }
    return !key.hasSameBytes(as: "row") && !key.hasSameBytes(as: "table")
      && !key.hasPrefix("facts.")
  }
}
