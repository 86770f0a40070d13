internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyExploration

/// The answers of a table of a policy, with which the answers of edited versions of the table are compared.
///
/// All versions use one algebra, so the parts of a table that an edit does not reach take no new steps. After each
/// comparison, the algebra returns to its state before the comparison. A comparison therefore does not depend on
/// earlier comparisons.
struct TableBaseline {
  /// The result of comparing the answers of an edited version of the table.
  struct Comparison {
    /// Whether the edited version gives another answer in at least one possible cell.
    var differs: Bool
    /// The indices of the situations in which the edited version gives another answer.
    var situations: [Int]
  }

  private let table: Int
  private var cells: TableCells
  private var memo = GraphMemo()
  /// The builder of the answers of the unedited table.
  private let maker: AnswerMaker
  /// The answers of the unedited table; each possible value of each axis is a separate branch.
  private let root: CellGraph
  private let growth: CellAlgebra.GrowthMark
  private let memoCount: Int
  /// The situations that vectors reach in the table.
  private let situations: [SuiteIndex.IndexedSituation]
  /// Whether the unedited table answers in every situation that vectors reach.
  ///
  /// If not, a situation has values of untested facts that cannot occur, so exact cells do not show its answer.
  private let hasEveryAnswer: Bool

  /// The graph of the answers of the unedited table.
  var graph: AnswerGraph { AnswerGraph(root, of: cells.algebra) }
  /// The number of the answer of the unedited table in each situation.
  let numbers: [Int]

  /// Computes the answers of a table of the unedited policy.
  init(
    table: Int, of policy: CompiledPolicy, by editor: PolicyEditor,
    in situations: [SuiteIndex.IndexedSituation], _ book: inout AnswerBook
  ) {
    self.table = table
    self.situations = situations
    let further =
      AnswerGraph.distinguishing(table, of: policy)
      + AnswerGraph.everyValue(of: policy.testedFacts, policy.vocabulary.schema)
    cells = editor.cells(ofTable: table, of: policy, distinguishing: further)
    (root, maker) = AnswerGraph.root(
      table: table, of: policy, &cells, tellsRows: false, book: &book, memo: &memo)
    let (algebra, root) = (cells.algebra, root)
    numbers = situations.map { situation in
      algebra.number(of: root) { situation.facts[$0] }
    }
    hasEveryAnswer = !numbers.contains(0)
    growth = algebra.growth
    memoCount = memo.count
  }

  /// Compares the answers of an edited version of the table; returns nil if the version tests other values than the
  /// table, has other possible fact vectors, or takes too many steps.
  ///
  /// A cell that is impossible does not count as different.
  mutating func comparison(
    with policy: CompiledPolicy, editing part: PolicyEditor.Part, by editor: PolicyEditor,
    _ book: inout AnswerBook
  ) -> Comparison? {
    guard !cells.isSpent else { return nil }
    defer {
      cells.algebra.shrink(to: growth)
      memo.removeAll(after: memoCount)
    }
    let further = AnswerGraph.distinguishing(table, of: policy)
    guard editor.recompute(&cells, ofTable: table, of: policy, distinguishing: further) else {
      return nil
    }
    let keepsDeclarations =
      switch part {
      case .table, .guards, .fact, .proof: true
      case .errors, .readings, .rules, .tables, .everything: false
      }
    let edited = AnswerGraph.root(
      table: table, of: policy, &cells, tellsRows: false, book: &book, memo: &memo,
      reusing: keepsDeclarations ? maker : nil
    ).root
    let differing = cells.algebra.differing(root, edited)
    guard !cells.isSpent else { return nil }
    guard !differing.isEmpty else { return Comparison(differs: false, situations: []) }
    guard hasEveryAnswer else { return nil }
    // Both versions have an answer in each of these situations, because the same cells can occur.
    let changed = situations.indices.filter { place in
      cells.algebra.number(of: differing) { situations[place].facts[$0] } == 1
    }
    return Comparison(differs: true, situations: changed)
  }
}
