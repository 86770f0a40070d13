package import LinkPolicy
package import LinkPolicyAuthoring

/// The meaning of an answer in a cell: everything that people can observe without the trace of the decision.
///
/// Two rows can give the same answer, because the meaning of an answer does not include the row.
package struct AnswerMeaning: Hashable {
  /// The reply to the caller: the outcome, the remedy and the disclosures.
  package var reply: Reply
  /// The writes of the answer's effects, in normal form.
  package var writes: [WriteTemplate] = []
  /// Whether the method that the answer adds or refreshes counts as proof of the method's address.
  package var isProof = false
  /// Whether the answer can replace an existing password.
  package var replacesPassword = false
  /// The row or guard, if the answers of different rows must count as different; otherwise nil.
  package var source: Decision.Source?

  /// The answer to a combination of facts that the policy declares impossible.
  package static var impossible: AnswerMeaning {
    AnswerMeaning(Reply(refusing: "impossible-situation"))
  }

  /// The answer of a policy that does not declare the attempt's provider, so that the attempt is malformed and changes
  /// nothing.
  package static var notOffered: AnswerMeaning {
    var meaning = AnswerMeaning(Reply(refusing: "not-offered"))
    meaning.source = .cannotOccur
    return meaning
  }

  package init(_ reply: Reply) {
    self.reply = reply
  }

  package init(
    _ answer: CompiledAnswer, errors: [CompiledError], cell: EffectMeaning.EffectCell,
    isProven: Bool
  ) {
    reply = Reply(answer, errors)
    writes = EffectMeaning.normal(answer.effects, in: cell)
    isProof = isProven && EffectMeaning.recordsProof(answer.effects, in: cell)
    replacesPassword =
      writes.contains(.putMethod(.password)) && !writes.makeAccount && cell.canHavePassword
  }
}

/// A numbering of answers, in which equal answers share a number.
///
/// An impossible cell has the number 0.
package struct AnswerBook {
  private var numbers: [AnswerMeaning: Int] = [:]
  private(set) var meanings: [AnswerMeaning] = []

  package init() {}

  package mutating func number(of meaning: AnswerMeaning) -> Int {
    if let number = numbers[meaning] {
      return number
    }
    meanings.append(meaning)
    numbers[meaning] = meanings.count
    return meanings.count
  }

  package func meaning(_ number: Int) -> AnswerMeaning? {
    number == 0 ? nil : meanings[number - 1]
  }
}

/// A builder of the graphs of a table's answers.
///
/// A row can have several answers, because the same effect can have different results in different cells.
package struct AnswerMaker {
  private let storage: PolicyStorage
  private let declared: EffectDeclarations
  private let table: CompiledTable
  /// The indices of the guards that can apply to the table.
  private let asked: [Int]
  /// Whether equal answers of two rows or guards count as two answers.
  private let tellsRows: Bool
  private var proof = CellGraph.empty
  private(set) var book: AnswerBook
  /// The row or guard that gives the answers; nil if answers of different rows can be equal.
  private var source: Decision.Source?
  private var known: [EngineFact: [(value: Int, cells: CellGraph)]] = [:]
  /// The answers whose graphs are made, with their graphs.
  private var made: [(answer: CompiledAnswer, graph: CellGraph)] = []
  /// The cells that can occur when the first graph was made.
  private let space: CellGraph

  /// Creates a builder of the graphs of a table's answers.
  ///
  /// - Parameters:
  ///   - index: the index of the table.
  ///   - policy: the policy of the table.
  ///   - cells: the cells of the table.
  ///   - tellsRows: whether equal answers of two rows or guards count as two answers.
  ///   - book: the numbers of the answers.
  ///   - earlier: the builder of another version of the table in the same algebra; its policy must have the same
  ///     vocabulary and errors. The new builder uses its graphs if they hold for the new version too.
  package init(
    table index: Int, of policy: CompiledPolicy, cells: inout TableCells, tellsRows: Bool,
    book: AnswerBook, reusing earlier: AnswerMaker? = nil
  ) {
    storage = policy.storage
    declared = EffectDeclarations(policy)
    table = storage.tables[index]
    asked = policy.guards(ofTable: index)
    self.tellsRows = tellsRows
    self.book = book
    let needsProof = table.rows.contains { EffectMeaning.recordsProof($0.answer.effects) }
    proof = needsProof && !storage.proof.isEmpty ? cells.cells(matching: storage.proof) : .empty
    space = cells.space
    // The graph of an answer depends on these cells and declarations, and not on the rows.
    guard let earlier, !tellsRows, !earlier.tellsRows, earlier.space == space,
      earlier.proof == proof, earlier.declared.supersedes == declared.supersedes,
      earlier.declared.addsSubjects == declared.addsSubjects
    else { return }
    known = earlier.known
    made = earlier.made
  }

  /// Removes the numbers of answers from the builder, which then serves only for reuse.
  mutating func takeBook() -> AnswerBook {
    let taken = book
    book = AnswerBook()
    return taken
  }

  /// Returns the graph of the answers that a row gives.
  ///
  /// In the cells in which a guard refuses the row's answer, the result is the answer of the guard.
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

  /// Returns the graph of a guard's answers, which can differ between cells because effects depend on facts.
  package mutating func answer(ofGuard number: Int, _ cells: inout TableCells) -> CellGraph {
    source = tellsRows ? .guarding(number) : nil
    return graph(of: storage.guards[number].answer, &cells)
  }

  /// Returns the answer to combinations of facts that the policy declares impossible.
  mutating func impossible() -> CellGraph {
    .terminal(book.number(of: .impossible))
  }

  private mutating func graph(of answer: CompiledAnswer, _ cells: inout TableCells) -> CellGraph {
    if source == nil, let known = made.first(where: { $0.answer == answer }) {
      return known.graph
    }
    let own = EffectMeaning.facts(of: answer.effects, supersedes: declared.supersedes)
    var graph = graph(
      of: answer, varying: own[...], with: FactVector(every: 0), in: &cells, isProven: false)
    if !proof.isEmpty, EffectMeaning.recordsProof(answer.effects) {
      let proven = self.graph(
        of: answer, varying: own[...], with: FactVector(every: 0), in: &cells, isProven: true)
      graph = cells.algebra.choose(proof, proven, else: graph)
    }
    if source == nil {
      made.append((answer, graph))
    }
    return graph
  }

  private mutating func graph(
    of answer: CompiledAnswer, varying rest: ArraySlice<EngineFact>, with facts: FactVector,
    in cells: inout TableCells, isProven: Bool
  ) -> CellGraph {
    guard let fact = rest.first else {
      var meaning = AnswerMeaning(
        answer, errors: storage.errors, cell: EffectMeaning.EffectCell(facts, declared),
        isProven: isProven)
      meaning.source = source
      return .terminal(book.number(of: meaning))
    }
    var graph = CellGraph.empty
    for (value, here) in occurring(fact, &cells) {
      var facts = facts
      facts[fact] = value
      let part = self.graph(
        of: answer, varying: rest.dropFirst(), with: facts, in: &cells, isProven: isProven)
      graph = cells.algebra.choose(here, part, else: graph)
    }
    return graph
  }

  /// Returns each value of a fact that occurs in the table, with the cells that have the value.
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

extension CompiledPolicy {
  /// The basic facts that the conditions of the policy test, in the order of the schema.
  package var testedFacts: [Int] {
    (0..<vocabulary.schema.derived.lowerBound).filter { vocabulary.usedFacts.contains($0) }
  }
}
