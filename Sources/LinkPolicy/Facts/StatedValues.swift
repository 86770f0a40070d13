/// What is stated in one place, a byte for each fact.
package struct StatedValues: Sendable {
  private var bytes = InlineArray<32, UInt8>(repeating: 255)

  /// Nothing is stated.
  package init() {}

  package subscript(fact: EngineFact) -> Int? {
    get {
      let byte = bytes[fact.rawValue]
      return byte == 255 ? nil : Int(byte)
    }
    set { bytes[fact.rawValue] = newValue.map { UInt8(truncatingIfNeeded: $0) } ?? 255 }
  }

  /// The value of a fact; the one it has unset where none is stated.
  package subscript<Fact: StatedFact>(_ fact: Fact.Type) -> Fact.Value {
    get { self[Fact.fact].flatMap { Fact.Value(rawValue: $0) } ?? Fact.unset }
    set { self[Fact.fact] = newValue.rawValue }
  }

  /// Whether nothing is stated.
  package var isEmpty: Bool {
    for index in bytes.indices where bytes[index] != 255 {
      return false
    }
    return true
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
