/// What is stated in one place, a byte for each fact.
package struct StatedValues: Sendable {
  /// A bit for each fact that is stated.
  private var stated: UInt32 = 0
  private var bytes = InlineArray<32, UInt8>(repeating: 0)

  /// Nothing is stated.
  package init() {}

  package subscript(fact: EngineFact) -> Int? {
    get { stated >> UInt32(fact.rawValue) & 1 == 1 ? Int(bytes[fact.rawValue]) : nil }
    set {
      let bit: UInt32 = 1 << UInt32(fact.rawValue)
      stated = newValue == nil ? stated & ~bit : stated | bit
      bytes[fact.rawValue] = UInt8(truncatingIfNeeded: newValue ?? 0)
    }
  }

  /// The value of a fact; the one it has unset where none is stated.
  package subscript<Fact: StatedFact>(_ fact: Fact.Type) -> Fact.Value {
    get { self[Fact.fact].flatMap { Fact.Value(rawValue: $0) } ?? Fact.unset }
    set { self[Fact.fact] = newValue.rawValue }
  }

  /// Whether nothing is stated.
  package var isEmpty: Bool { stated == 0 }

  /// Hands the declarations of the facts on that are stated here or in one of two other places, in order.
  func acceptStated<Visitor: FactVisitor>(
    or second: StatedValues, or third: StatedValues, _ visitor: inout Visitor
  ) throws(Visitor.Failure) {
    var left = stated | second.stated | third.stated
    while left != 0 {
      if let fact = EngineFact(rawValue: left.trailingZeroBitCount) {
        try fact.accept(&visitor)
      }
      left &= left - 1
    }
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
