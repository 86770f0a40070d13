internal import LinkPolicy
internal import LinkPolicyAnalysis

/// Claims whose absence is treated more kindly than `false`: who leaves a claim out gets further
/// than who admits that it does not hold.
struct AbsentClaims {
  /// A claim with a word for `false`, by the values of its fact.
  private struct Claim {
    var name: Located<Name>
    var fact: Int
    var denied: [Int]
    var absent: Int
  }

  private let policy: CompiledPolicy
  private let claims: [Claim]
  private(set) var findings: [Diagnostic] = []
  private var found: Set<Int> = []

  init(_ policy: CompiledPolicy) {
    self.policy = policy
    let vocabulary = policy.vocabulary
    claims = policy.document.claims.enumerated().compactMap { index, declared in
      let fact = vocabulary.schema.claims.lowerBound + index
      let denied = declared.words.indices.filter { word in
        declared.words[word].values.contains { $0.value == .boolean(false) }
      }
      guard !denied.isEmpty, vocabulary.usedFacts.contains(fact) else { return nil }
      return Claim(
        name: declared.name, fact: fact, denied: denied, absent: vocabulary.claims[index].absent)
    }
  }

  /// What cells have to tell apart for the claims to be reviewed.
  var conditions: [ResolvedCondition] {
    claims.flatMap { AnswerGraph.everyValue(of: [$0.fact], policy.vocabulary.schema) }
  }

  /// Reviews what one table does about the claims that nothing was found about yet.
  mutating func review(table index: Int, _ cells: inout TableCells) {
    guard claims.contains(where: { !found.contains($0.fact) }) else { return }
    var book = AnswerBook()
    let graph = AnswerGraph(table: index, of: policy, cells, tellsRows: true, &book)
    cells.algebra = graph.algebra
    for claim in claims where !found.contains(claim.fact) {
      guard let axis = graph.algebra.axes.firstIndex(where: { $0.fact == claim.fact }) else {
        continue
      }
      for denied in claim.denied where !found.contains(claim.fact) {
        let classes = graph.algebra.axes[axis].classOfValue
        let admitted = cells.algebra.fixing(axis, to: classes[denied], in: graph.root)
        let silent = cells.algebra.fixing(axis, to: classes[claim.absent], in: graph.root)
        // Two: further into an account; one: otherwise further.
        let kinder = cells.algebra.pairing(admitted, silent) { old, new in
          Self.kindness(book.meaning(new), beyond: book.meaning(old))
        }
        let isThere = cells.cells(matching: [
          ResolvedCondition(
            fact: claim.fact, values: ValueSet([claim.absent]), position: claim.name.position)
        ])
        let here = cells.algebra.intersection(cells.space, isThere)
        let further = cells.algebra.mapping(kinder) { $0 == 2 ? 1 : 0 }
        let anyhow = cells.algebra.mapping(kinder) { $0 > 0 ? 1 : 0 }
        let worst = cells.algebra.intersection(further, here)
        let set = worst.isEmpty ? cells.algebra.intersection(anyhow, here) : worst
        guard let cell = cells.algebra.smallestCell(of: set) else { continue }
        found.insert(claim.fact)
        add(
          claim, table: index, example: cells.example(of: set),
          admitted: book.meaning(cells.algebra.number(of: admitted, at: cell)),
          silent: book.meaning(cells.algebra.number(of: silent, at: cell)))
      }
    }
  }

  private static func kindness(
    _ silent: AnswerMeaning?, beyond admitted: AnswerMeaning?
  ) -> Int {
    guard let silent, let admitted else { return 0 }
    if ChangeKind.kinds(from: admitted, to: silent, in: ChangeSituation(isThere: true)).contains(
      .reachesMore)
    {
      return 2
    }
    let isLetIn = silent.reply.refusal == nil && admitted.reply.refusal != nil
    return isLetIn || (silent.isProof && !admitted.isProof) ? 1 : 0
  }

  private mutating func add(
    _ claim: Claim, table index: Int, example: String, admitted: AnswerMeaning?,
    silent: AnswerMeaning?
  ) {
    var related: [Diagnostic.Related] = []
    for (word, meaning) in [("absent", silent), ("`false`", admitted)] {
      guard let source = meaning?.source else { continue }
      let answer = DescribedAnswer(source, table: index, of: policy)
      guard let place = answer.position, let row = answer.row else { continue }
      related.append(
        Diagnostic.Related(
          word + " is answered by `" + row.text + "`: " + answer.words, at: place))
    }
    findings.append(
      Diagnostic(
        .kinderAbsence, .warning,
        "a missing claim `" + claim.name.value.text
          + "` is treated more kindly than `false`, as in `"
          + policy.storage.tables[index].key.text + "` where " + example, at: claim.name.position,
        help: "who leaves the claim out should get no further: test for the word that grants,"
          + " not for any other", related: related))
  }
}

extension CellAlgebra {
  /// A mapping with the value of one axis fixed; it no longer branches on it.
  mutating func fixing(_ axis: Int, to number: Int, in graph: CellGraph) -> CellGraph {
    var known: [CellGraph: CellGraph] = [:]
    return fixing(axis, to: number, in: graph, &known)
  }

  private mutating func fixing(
    _ fixed: Int, to number: Int, in graph: CellGraph, _ known: inout [CellGraph: CellGraph]
  ) -> CellGraph {
    let axis = axis(of: graph)
    guard !graph.isTerminal, level(ofAxis: axis) <= level(ofAxis: fixed) else { return graph }
    if axis == fixed {
      return branch(graph, axis: axis, class: number)
    }
    if let result = known[graph] {
      return result
    }
    guard takesSteps() else { return .empty }
    let level = level(of: graph)
    var branches: [CellGraph] = []
    for index in 0..<levels[level].branchCount {
      branches.append(fixing(fixed, to: number, in: branch(graph, level: level, index), &known))
    }
    let result = node(level: level, branches)
    known[graph] = result
    return result
  }
}
