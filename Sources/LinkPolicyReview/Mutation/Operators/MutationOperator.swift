/// A rule that makes mutants of one form, such as a policy without one of its guards.
///
/// Each mutant has one edit at one place; an operator can make several mutants at a place, such as one for each value.
/// An edit that does not load is not a mutant.
package protocol MutationOperator: Sendable {
  /// The name of the operator, which is the first part of each mutant's id.
  var name: String { get }
  /// A one-line description of the edit, such as `removes a guard`.
  var summary: String { get }
  /// Returns the mutants, in the order of the policy.
  func mutants(of source: MutationSource) -> [Mutant]
}

/// The list of all mutation operators, in the order of reports.
package enum MutationOperators {
  package static var all: [any MutationOperator] {
    [
      RemoveRow(), RemoveTable(), SwapRows(), MoveRow(), DropCondition(), NegateCondition(),
      WidenCondition(), NarrowCondition(), MoveCells(), RefuseInstead(), AllowInstead(),
      ChangeError(), ChangeValue(), ChangeAsk(), ChangeTell(), ChangeShow(), DropEffect(),
      AddEffect(), ReplaceEffect(), SwapEffects(), MoveEffect(), RemoveGuard(), WidenGuard(),
      NarrowGuard(), ExceptGuard(), SwapGuards(), MoveGuard(), ChangeWould(), RemoveDomain(),
      MoveValue(), AddDomain(), WidenDomain(), ChangeRelay(), ChangeDefault(), ChangeProvider(),
      ChangeCount(), CountDisabled(), ChangeListing(), ChangeProof(), ChangeErrorNames(),
      SwapPlaces(), RemovePlace(), DropFold(),
    ]
  }

  /// The name and the summary of each operator, in the order of reports.
  package static var names: [(name: String, summary: String)] {
    all.map { ($0.name, $0.summary) }
  }
}

/// The moves of one element within a list.
enum Moves {
  /// Returns all moves of one element past two or more elements of a list.
  ///
  /// A move past one element is a swap of adjacent elements, which another operator makes.
  ///
  /// - Parameter count: the length of the list.
  /// - Returns: the old and the new index of each move, sorted by the old index.
  static func far(among count: Int) -> [(from: Int, to: Int)] {
    (0..<count).flatMap { from in
      (0..<count).filter { abs($0 - from) > 1 }.map { (from, $0) }
    }
  }

  /// Returns the moves past two or more elements that end at the first or last place.
  ///
  /// - Parameter count: the length of the list.
  /// - Returns: the old and the new index of each move, sorted by the old index.
  static func toEnds(among count: Int) -> [(from: Int, to: Int)] {
    far(among: count).filter { $0.to == 0 || $0.to == count - 1 }
  }
}
