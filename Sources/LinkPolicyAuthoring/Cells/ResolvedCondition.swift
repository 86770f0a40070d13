package import LinkPolicy

/// A condition with fact and values resolved to numbers.
package struct ResolvedCondition: Sendable {
  package var fact: Int
  /// The values under which it holds.
  package var values: ValueSet
  package var position: SourcePosition

  package init(fact: Int, values: ValueSet, position: SourcePosition) {
    self.fact = fact
    self.values = values
    self.position = position
  }

  package func holds(_ facts: FactVector) -> Bool {
    values.contains(facts[fact])
  }
}
