/// The operators there are.
package enum MutationOperators {
  package static var all: [any MutationOperator] {
    [
      RemoveRow(), RemoveTable(), SwapRows(), MoveRow(), DropCondition(), NegateCondition(),
      WidenCondition(), NarrowCondition(), MoveCells(), RefuseInstead(), AllowInstead(),
      ChangeError(), ChangeValue(), ChangeAsk(), ChangeTell(), ChangeShow(), DropEffect(),
      AddEffect(), ReplaceEffect(), SwapEffects(), MoveEffect(), RemoveGuard(), WidenGuard(),
      NarrowGuard(), ExceptGuard(), SwapGuards(), MoveGuard(), ChangeWould(), RemoveDomain(),
      MoveValue(), AddDomain(), WidenDomain(), ChangeRelay(), ChangeDefault(), ChangeProvider(),
      ChangeCount(), ChangeListing(), ChangeProof(), ChangeErrorNames(),
    ]
  }

  /// The names of the operators, in the order of reports, each with what it does.
  package static var names: [(name: String, summary: String)] {
    all.map { ($0.name, $0.summary) }
  }
}
