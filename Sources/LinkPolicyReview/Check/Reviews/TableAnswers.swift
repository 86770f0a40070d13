internal import LinkPolicy
internal import LinkPolicyAuthoring

/// What a table answers, row by row and guard by guard, for the reviews that compare answers.
struct TableAnswers {
  let policy: CompiledPolicy
  /// The table's place in the policy.
  let table: Int
  let book: AnswerBook
  /// The number of the answer in each cell; derived facts are not told apart.
  let root: CellGraph
  /// The cells, in the algebra of the answers.
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

  /// The kinds of sign-in that attempts carry; nil for none.
  var kinds: [MethodKind?] {
    let kinds = policy.storage.tables[table].kinds
    return kinds.isEmpty ? [nil] : kinds
  }

  /// The axis of a fact; nil where no condition tells its values apart.
  func axis(of fact: EngineFact) -> Int? {
    cells.algebra.axes.firstIndex { $0.fact == fact.rawValue }
  }

  /// The answers where a fact has a value, whatever it is in the cell.
  mutating func answers(
    where axis: Int, is value: Int, in answers: CellGraph? = nil
  ) -> CellGraph {
    cells.algebra.fixing(
      axis, to: cells.algebra.axes[axis].classOfValue[value], in: answers ?? root)
  }

  /// The cells that can occur in which a fact has one of some values.
  mutating func cells(where fact: EngineFact, isIn values: [Int]) -> CellGraph {
    guard axis(of: fact) != nil else { return cells.space }
    let condition = ResolvedCondition(
      fact: fact.rawValue, values: ValueSet(values), position: SourcePosition(line: 1, column: 1))
    let matching = cells.cells(matching: [condition])
    return cells.algebra.intersection(cells.space, matching)
  }

  /// The answer in the smallest cell of a set.
  func answer(in set: CellGraph) -> AnswerMeaning? {
    cells.algebra.smallestCell(of: set).flatMap {
      book.meaning(cells.algebra.number(of: root, at: $0))
    }
  }

  /// The row or guard that answers in the smallest cell of a set, and where it is.
  func place(of set: CellGraph) -> (row: RowName, position: SourcePosition)? {
    guard let source = answer(in: set)?.source else { return nil }
    let answer = DescribedAnswer(source, table: table, of: policy)
    guard let row = answer.row, let position = answer.position else { return nil }
    return (row, position)
  }

  /// The line of the outermost file that has a part in the answer of the smallest cell of a set.
  func overlayPlace(of set: CellGraph) -> SourcePosition? {
    guard let cell = cells.algebra.smallestCell(of: set) else { return nil }
    let source = book.meaning(cells.algebra.number(of: root, at: cell))?.source
    return OverlayPlace(policy: policy, table: table, algebra: cells.algebra, cell: cell)
      .position(of: source.map { [$0] } ?? [], varying: -1, over: [-1])
  }
}
