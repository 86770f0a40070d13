/// What can occur for the tables of a policy, as it was worked out when the policy was compiled.
///
/// Whoever looks at cells later goes on from it: reading all that can be around accounts takes longer than most of what is
/// asked of them.
struct OccurringBoxes: Sendable {
  /// What was read of accounts.
  let space: SituationSpace
  /// The boxes of each table, in the order of the tables; empty where nothing asked for all of them.
  let boxes: [BoxSet]

  init(space: SituationSpace, boxes: [BoxSet]) {
    self.space = space
    self.boxes = boxes
  }

  /// What a checker has worked out so far.
  init(_ checker: TableChecker) {
    space = checker.space
    boxes = checker.boxesOfTable
  }
}
