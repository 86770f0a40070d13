/// A box of fact vectors: for each basic fact the values it may have.
package struct FactBox: Sendable, Hashable {
  /// The values by fact, for every fact but the derived ones.
  package var values: [ValueSet]

  package init(values: [ValueSet]) {
    self.values = values
  }

  package subscript(fact: EngineFact) -> ValueSet {
    get { values[fact.rawValue] }
    set { values[fact.rawValue] = newValue }
  }

  /// Whether the box holds a vector.
  package func contains(_ facts: FactVector) -> Bool {
    for (fact, allowed) in values.enumerated() where !allowed.contains(facts[fact]) {
      return false
    }
    return true
  }
}
