internal import LinkPolicy
package import LinkPolicyAuthoring

/// Makes graphs of answers, which differ from cell to cell by what effects come to there.
package struct AnswerMaker {
  private let storage: PolicyStorage
  private let declared: EffectDeclarations
  private let table: CompiledTable
  /// The guards that can apply to the table.
  private let asked: [Int]
  /// Whether the same answer of two rows or guards is two answers.
  private let tellsRows: Bool
  private var proof = CellGraph.empty
  private(set) var book: AnswerBook
  /// What the answers are of, where that is to be told.
  private var source: Decision.Source?
  private var known: [EngineFact: [(value: Int, cells: CellGraph)]] = [:]

  package init(
    _ index: Int, of policy: CompiledPolicy, _ cells: inout TableCells, tellsRows: Bool,
    _ book: AnswerBook
  ) {
    storage = policy.storage
    declared = EffectDeclarations(policy)
    table = storage.tables[index]
    asked = policy.guards(ofTable: index)
    self.tellsRows = tellsRows
    self.book = book
    let needsProof = table.rows.contains { EffectMeaning.recordsProof($0.answer.effects) }
    proof = needsProof && !storage.proof.isEmpty ? cells.cells(matching: storage.proof) : .empty
  }

  /// What a row answers where it decides, guards that are asked of it included.
  package mutating func answer(ofRow number: Int, _ cells: inout TableCells) -> CellGraph {
    source = tellsRows ? .row(number) : nil
    let row = table.rows[number]
    var answer = graph(of: row.answer, &cells)
    for guarding in row.wouldGuards.reversed() where asked.contains(guarding) {
      let refused = self.answer(ofGuard: guarding, &cells)
      let taken = cells.cells(matching: storage.guards[guarding].conditions)
      answer = cells.algebra.choose(taken, refused, else: answer)
    }
    return answer
  }

  /// What a guard answers where it refuses.
  package mutating func answer(ofGuard number: Int, _ cells: inout TableCells) -> CellGraph {
    source = tellsRows ? .guarding(number) : nil
    return graph(of: storage.guards[number].answer, &cells)
  }

  /// The number of what is declared impossible.
  mutating func impossible() -> CellGraph {
    .terminal(book.number(of: .impossible))
  }

  private mutating func graph(of answer: CompiledAnswer, _ cells: inout TableCells) -> CellGraph {
    let own = EffectMeaning.facts(of: answer.effects, supersedes: declared.supersedes)
    var graph = graph(of: answer, own[...], FactVector(every: 0), &cells, isProven: false)
    if !proof.isEmpty, EffectMeaning.recordsProof(answer.effects) {
      let proven = self.graph(of: answer, own[...], FactVector(every: 0), &cells, isProven: true)
      graph = cells.algebra.choose(proof, proven, else: graph)
    }
    return graph
  }

  private mutating func graph(
    of answer: CompiledAnswer, _ rest: ArraySlice<EngineFact>, _ facts: FactVector,
    _ cells: inout TableCells, isProven: Bool
  ) -> CellGraph {
    guard let fact = rest.first else {
      var meaning = AnswerMeaning(
        answer, errors: storage.errors, cell: EffectMeaning.Cell(facts, declared),
        isProven: isProven)
      meaning.source = source
      return .terminal(book.number(of: meaning))
    }
    var graph = CellGraph.empty
    for (value, here) in occurring(fact, &cells) {
      var facts = facts
      facts[fact] = value
      let part = self.graph(of: answer, rest.dropFirst(), facts, &cells, isProven: isProven)
      graph = cells.algebra.choose(here, part, else: graph)
    }
    return graph
  }

  /// The values of a fact that occur in the table, each with its cells.
  private mutating func occurring(
    _ fact: EngineFact, _ cells: inout TableCells
  ) -> [(value: Int, cells: CellGraph)] {
    if let known = known[fact] {
      return known
    }
    var result: [(value: Int, cells: CellGraph)] = []
    for value in 0..<storage.vocabulary.schema.count(fact.rawValue) {
      let here = cells.cells(matching: [
        ResolvedCondition(
          fact: fact.rawValue, values: ValueSet([value]),
          position: SourcePosition(line: 1, column: 1))
      ])
      if !cells.algebra.intersection(cells.space, here).isEmpty {
        result.append((value, here))
      }
    }
    known[fact] = result
    return result
  }
}
