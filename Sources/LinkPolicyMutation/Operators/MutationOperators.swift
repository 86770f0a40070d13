/// The operators there are.
package enum MutationOperators {
  package static var all: [any MutationOperator] {
    [
      RemoveRow(), RemoveTable(), SwapRows(), DropCondition(), NegateCondition(),
      WidenCondition(), NarrowCondition(), MoveCells(), RefuseInstead(), AllowInstead(),
      ChangeError(), ChangeValue(), ChangeAsk(), ChangeTell(), ChangeShow(), DropEffect(),
      ReplaceEffect(), SwapEffects(), RemoveGuard(), WidenGuard(), NarrowGuard(), SwapGuards(),
      ChangeWould(), RemoveDomain(), MoveValue(), AddDomain(), ChangeRelay(), ChangeDefault(),
      ChangeProvider(), ChangeCount(), ChangeListing(), ChangeProof(), ChangeErrorNames(),
    ]
  }

  /// The names of the operators, in the order of reports, each with what it does.
  package static var names: [(name: String, summary: String)] {
    all.map { ($0.name, $0.summary) }
  }
}
