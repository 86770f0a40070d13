internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyExploration

/// The answers of a table for each cell, with the row or guard of each answer, for reviews that
/// compare answers.
struct TableAnswers {
  let policy: CompiledPolicy
  /// The index of the table in the policy.
  let table: Int
  let book: AnswerBook
  /// The graph that gives each cell the number of its answer, without tests of derived facts.
  let root: CellGraph
  /// The cells of the table, in the same algebra as `root`.
  var cells: TableCells

  init(table: Int, of policy: CompiledPolicy, _ cells: TableCells) {
    var book = AnswerBook()
    let graph = AnswerGraph(table: table, of: policy, cells, tellsRows: true, &book)
    self.policy = policy
    self.table = table
    self.book = book
    root = graph.root
    self.cells = cells
    self.cells.algebra = graph.algebra
  }

  var key: Name { policy.storage.tables[table].key }
  var schema: FactSchema { policy.vocabulary.schema }
  var action: ActionDefinition { policy.vocabulary.actions[policy.storage.tables[table].action] }

  /// The kinds of method that the table's attempts carry.
  ///
  /// If the attempts carry no kind of method, nil is the only element.
  var kinds: [MethodKind?] { policy.storage.tables[table].attemptKinds }

  /// Returns the axis of a fact, or nil if no condition distinguishes its values.
  func axis(of fact: EngineFact) -> Int? {
    cells.algebra.axes.firstIndex { $0.fact == fact.rawValue }
  }

  /// Returns, for every cell, the answer that the cell would get if one fact had the given value.
  mutating func answers(
    where axis: Int, is value: Int, in answers: CellGraph? = nil
  ) -> CellGraph {
    cells.algebra.fixing(
      axis, to: cells.algebra.axes[axis].classOfValue[value], in: answers ?? root)
  }

  /// Returns the possible cells in which a fact has one of the given values; all possible cells if no condition
  /// distinguishes the values.
  mutating func cells(where fact: EngineFact, isIn values: [Int]) -> CellGraph {
    guard axis(of: fact) != nil else { return cells.space }
    let condition = ResolvedCondition(
      fact: fact.rawValue, values: ValueSet(values), position: SourcePosition(line: 1, column: 1))
    let matching = cells.cells(matching: [condition])
    return cells.algebra.intersection(cells.space, matching)
  }

  /// Returns the answer in the smallest cell of a set; nil if the set is empty.
  func answer(in set: CellGraph) -> AnswerMeaning? {
    cells.algebra.smallestCell(of: set).flatMap {
      book.meaning(cells.algebra.number(of: root, at: $0))
    }
  }

  /// Returns the row or guard that answers in the smallest cell of a set, with its position; nil if neither answers
  /// there.
  func place(of set: CellGraph) -> (row: RowName, position: SourcePosition)? {
    guard let source = answer(in: set)?.source else { return nil }
    let answer = DescribedAnswer(source, table: table, of: policy)
    guard let row = answer.row, let position = answer.position else { return nil }
    return (row, position)
  }

  /// Returns the line of the outermost file that contributes to the answer of the smallest cell of a set; nil if the
  /// set is empty.
  func overlayPlace(of set: CellGraph) -> SourcePosition? {
    guard let cell = cells.algebra.smallestCell(of: set) else { return nil }
    let source = book.meaning(cells.algebra.number(of: root, at: cell))?.source
    return OverlayPlace(policy: policy, table: table, algebra: cells.algebra, cell: cell)
      .position(of: source.map { [$0] } ?? [], varying: -1, over: [-1])
  }
}

extension CellAlgebra {
  /// Returns, for every cell, the number that the cell would have if it were in a given class of one axis.
  ///
  /// The returned graph does not branch on this axis.
  mutating func fixing(_ axis: Int, to number: Int, in graph: CellGraph) -> CellGraph {
    var known = GraphResults()
    return fixing(axis, to: number, in: graph, &known)
  }

  private mutating func fixing(
    _ fixed: Int, to number: Int, in graph: CellGraph, _ known: inout GraphResults
  ) -> CellGraph {
    let axis = axis(of: graph)
    guard !graph.isTerminal, level(ofAxis: axis) <= level(ofAxis: fixed) else { return graph }
    if axis == fixed {
      return branch(graph, axis: axis, class: number)
    }
    if let result = known.result(of: graph) {
      return result
    }
    guard takesSteps() else { return .empty }
    let level = level(of: graph)
    let result = node(level: level) { algebra, index in
      algebra.fixing(fixed, to: number, in: algebra.branch(graph, level: level, index), &known)
    }
    known.remember(result, of: graph)
    return result
  }
}
