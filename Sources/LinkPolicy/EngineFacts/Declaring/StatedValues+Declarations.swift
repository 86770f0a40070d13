extension StatedValues {
  /// The value of a fact; the one it has unset where none is stated.
  package subscript<Fact: StatedFact>(_ fact: Fact.Type) -> Fact.Value {
    get { self[Fact.fact].flatMap { Fact.Value(rawValue: $0) } ?? Fact.unset }
    set { self[Fact.fact] = newValue.rawValue }
  }
}

extension StatedValues {
  /// How the story of an attempt tells what is stated in one place, in the order of the facts.
  package func phrases(_ carrier: StatedCarrier) -> [Name] {
    var phrases = StatedPhrases(values: self, carrier: carrier)
    EngineFact.acceptAll(&phrases)
    return phrases.found
  }
}

/// Collects phrases.
private struct StatedPhrases: StatedFactVisitor {
  let values: StatedValues
  let carrier: StatedCarrier
  var found: [Name] = []

  init(values: StatedValues, carrier: StatedCarrier) {
    self.values = values
    self.carrier = carrier
  }

  mutating func visit<Fact: StatedFact>(stated fact: Fact.Type) {
    if fact.carrier == carrier, let phrase = fact.phrase(of: values[fact]) {
      found.append(phrase)
    }
  }
}
