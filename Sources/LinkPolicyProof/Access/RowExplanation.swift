package import LinkPolicy
package import LinkPolicyReview

/// How the attempts of a proof come to a row or guard, or why none does.
package struct RowExplanation: Sendable {
  /// The row or guard.
  package let row: RowName
  /// What became of the cells that it decides, by table: a guard decides in several.
  package let cells: [(table: Name, cells: TableCoverage.Cells)]
  /// The domain of the owner's address in the sequence; nil for no sequence.
  package private(set) var domain: String?
  /// A real sequence in which it decides last, as short as was found; empty for none.
  package private(set) var steps: [ToldStep] = []

  /// Explains a row; nil for a row that no table of the policy has, or that decides no cell.
  init?(_ row: RowName, of coverage: [TableCoverage], _ proofs: [AccessProof]) {
    let found = coverage.flatMap { table in
      table.rows.filter { $0.name == row }.map { (table.table, $0.cells) }
    }
    guard !found.isEmpty else { return nil }
    self.row = row
    cells = found
    for proof in proofs {
      guard let story = Self.story(to: row, proof.closure) else { continue }
      let words = StoryWords(proof.closure.model)
      domain = proof.closure.model.domain
      steps = story.steps.map { ToldStep($0, words) }
      break
    }
  }

  private static let worldLimit = 2_000

  private static func story(
    to row: RowName, _ closure: AccountClosure
  ) -> StorySearch.Story? {
    let leads = StoryLeads(closure).ways(to: row)
    let goal = StorySearch.Goal.deciding(row)
    for effort in [AccessProof.Effort.inOrder, .everyOrder(worlds: worldLimit)] {
      for moves in leads {
        var allowance = Int.max
        let found = AccessProof.stories(moves, to: [goal], closure.model, effort, &allowance)
        if let story = found[goal] {
          return story
        }
      }
    }
    return nil
  }
}
