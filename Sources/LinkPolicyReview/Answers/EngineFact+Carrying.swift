package import LinkPolicy

extension EngineFact {
  /// Whether attempts of a shape can state the fact; false for a fact that is not stated.
  package func isCarried(by shape: AttemptShape) -> Bool {
    var visitor = CarriedFact(shape: shape)
    accept(&visitor)
    return visitor.isCarried
  }
}

/// Whether attempts of a shape carry a fact that is stated.
private struct CarriedFact: StatedFactVisitor {
  typealias Failure = Never

  let shape: AttemptShape
  var isCarried = false

  mutating func visit<Fact: StatedFact>(stated fact: Fact.Type) {
    isCarried = fact.isCarried(by: shape)
  }
}
