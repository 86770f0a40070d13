import LinkPolicy
import Testing

@testable import LinkPolicyReview

/// The proof that nothing changes, held against every vector of facts that can occur.
@Suite("Equivalent mutants")
struct EquivalenceTests {
  @Test("the proof agrees with brute force", arguments: Sketches.tiny)
  func bruteForce(_ name: String) throws {
    let policy = try Sketches.policy(name)
    let source = MutationSource(policy)
    let editor = PolicyEditor(policy)
    let loader = MutantLoader(editor: editor)
    var verdicts = (equal: 0, different: 0)
    var book = AnswerBook()
    let graphs = policy.document.decisions.indices.map {
      AnswerGraph(table: $0, of: policy, by: editor, isExact: true, &book)
    }
    let vectors = graphs.indices.map { Self.vectors(ofTable: $0, policy) }
    let answers = vectors.map { $0.map { Self.answer($0, policy) } }
    // A sample, for brute force is slow; its stride shares no factor with how edits come in groups.
    for (number, mutant) in MutationOperators.all.flatMap({ $0.mutants(of: source) }).enumerated()
    where mutant.reading == nil && number % 37 == 0 {
      guard let edited = loader.load(mutant)?.policy else { continue }
      var isProved = true
      var isEqual = true
      for table in graphs.indices {
        let graph = AnswerGraph(table: table, of: edited, by: editor, &book)
        isProved = isProved && graphs[table].difference(from: graph) == nil
        for (facts, answer) in zip(vectors[table], answers[table]) where isEqual {
          isEqual = answer == Self.answer(facts, edited)
        }
      }
      #expect(isProved == isEqual, "\(mutant.id)")
      verdicts.equal += isProved ? 1 : 0
      verdicts.different += isProved ? 0 : 1
    }
    #expect(verdicts.equal > 0 && verdicts.different > 0)
  }

  /// One vector for every cell that any edit can tell apart.
  private static func vectors(ofTable table: Int, _ policy: Policy) -> [FactVector] {
    let schema = policy.vocabulary.schema
    let told = VisitedSituation.usedFacts(of: policy).flatMap { fact in
      (0..<schema.count(fact)).map { value in
        ResolvedCondition(
          fact: fact, values: ValueSet([value]), position: SourcePosition(line: 1, column: 1))
      }
    }
    let told2 = [EngineFact.kind, .account, .accountState, .address, .sameProvider].flatMap {
      fact in
      (0..<schema.count(fact.rawValue)).map { value in
        ResolvedCondition(
          fact: fact.rawValue, values: ValueSet([value]),
          position: SourcePosition(line: 1, column: 1))
      }
    }
    let cells = policy.cells(ofTable: table, toldApart: told + told2)
    var vectors: [FactVector] = []
    var cell = [Int](repeating: 0, count: cells.algebra.axes.count)
    func go(_ axis: Int, _ graph: CellGraph) {
      guard !graph.isEmpty else { return }
      guard axis < cell.count else {
        var facts = FactVector()
        facts[.action] = policy.storage.tables[table].action
        for (index, axis) in cells.algebra.axes.enumerated() {
          facts[axis.fact] = axis.members[cell[index]][0]
        }
        return vectors.append(facts)
      }
      for number in 0..<cells.algebra.axes[axis].classCount {
        cell[axis] = number
        go(axis + 1, cells.algebra.branch(graph, axis: axis, class: number))
      }
    }
    var algebra = cells.algebra
    go(0, algebra.union(cells.space, cells.impossible))
    return vectors
  }

  private static func answer(_ vector: FactVector, _ policy: Policy) -> AnswerMeaning? {
    var facts = vector
    let storage = policy.storage
    guard let table = policy.tableIndex(of: facts), let source = policy.source(of: &facts) else {
      return nil
    }
    let answer: CompiledAnswer
    switch source {
    case .row(let index): answer = storage.tables[table].rows[index].answer
    case .guarding(let index), .would(let index, _): answer = storage.guards[index].answer
    case .impossible: return .impossible
    case .cannotOccur: return nil
    }
    return AnswerMeaning(
      answer, errors: storage.errors, cell: EffectMeaning.Cell(facts),
      isProven: policy.holdsProof(facts))
  }
}
