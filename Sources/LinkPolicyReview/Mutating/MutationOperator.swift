/// A kind of small edit.
///
/// An operator edits one thing at a time, everywhere it can; edits that do not load are no matter
/// to it.
protocol MutationOperator: Sendable {
  /// The operator's name, first part of the ids of its mutants.
  var name: String { get }
  /// What it does, in one line.
  var summary: String { get }
  /// The edits, in the order of the policy.
  func mutants(of source: MutationSource) -> [Mutant]
}

/// The operators there are.
package enum MutationOperators {
  static var all: [any MutationOperator] {
    [
      RemoveRow(), RemoveTable(), SwapRows(), DropCondition(), NegateCondition(),
      WidenCondition(), NarrowCondition(), MoveCells(), RefuseInstead(), AllowInstead(),
      ChangeError(), ChangeValue(), ChangeAsk(), ChangeTell(), ChangeShow(), DropEffect(),
      ReplaceEffect(), SwapEffects(), RemoveGuard(), WidenGuard(), NarrowGuard(), SwapGuards(),
      ChangeWould(), RemoveDomain(), MoveValue(), AddDomain(), ChangeRelay(), ChangeDefault(),
      ChangeProvider(), ChangeCount(), ChangeProof(), ChangeErrorNames(),
    ]
  }

  /// The names of the operators, in the order of reports, each with what it does.
  package static var names: [(name: String, summary: String)] {
    all.map { ($0.name, $0.summary) }
  }
}
