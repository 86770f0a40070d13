package import LinkPolicy

/// A row or guard, resolved.
package struct CompiledRow: Sendable {
  package var id: Name
  package var conditions: [ResolvedCondition]
  package var answer: CompiledAnswer
  /// The value of a derived fact.
  package var value = 0
  /// The guards with `would` that this row's effects can meet, in order.
  package var wouldGuards: [Int] = []
  /// The effect words that a guard asks for; empty for a guard without `would`.
  package var would: [Name] = []
  package var hasWould = false
  package var because: [Name]
  package var position: SourcePosition
}
