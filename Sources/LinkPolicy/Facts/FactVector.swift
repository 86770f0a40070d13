/// The values of all facts for one attempt in one situation, stored inline as small integers.
///
/// In a new vector, every fact is unset. A debug build stops if you read an unset fact.
package struct FactVector: Sendable {
  /// The maximum number of facts in a vector.
  package static var capacity: Int { 64 }

  private static var unset: UInt16 { .max }

  private var values: InlineArray<64, UInt16>

  /// Creates a vector in which every fact is unset.
  package init() {
    values = InlineArray(repeating: Self.unset)
  }

  /// Creates a vector in which every fact has the same value, for callers that then change single
  /// facts.
  package init(every value: Int) {
    values = InlineArray(repeating: UInt16(truncatingIfNeeded: value))
  }

  package subscript(fact: Int) -> Int {
    get {
      #if DEBUG
        precondition(values[fact] != Self.unset, "a fact is read before it is set")
      #endif
      // A read without the span copies all values to the stack.
      return Int(values.span[fact])
    }
    set {
      var span = values.mutableSpan
      span[fact] = UInt16(truncatingIfNeeded: newValue)
    }
  }

  package subscript(fact: EngineFact) -> Int {
    get { self[fact.rawValue] }
    set { self[fact.rawValue] = newValue }
  }

  /// Returns the position of the values of some facts among all combinations of the values of these facts.
  ///
  /// The values are like the digits of a number: from one position to the next, the value of the last fact changes
  /// first.
  ///
  /// - Parameters:
  ///   - facts: a list of facts.
  ///   - range: the range of the facts in the list.
  /// - Returns: the position, which is 0 if every fact has its first value.
  package func combination(of facts: [CountedFact], in range: Range<Int>) -> Int {
    let values = values.span
    var combination = 0
    for position in range {
      let fact = facts[position]
      combination = combination &* fact.count &+ Int(values[fact.fact])
    }
    return combination
  }

  /// Returns whether a fact has a value.
  package func isSet(_ fact: Int) -> Bool { values[fact] != Self.unset }

  /// Returns whether two vectors have the same value, or no value, for every fact.
  package func isSame(as other: FactVector) -> Bool {
    for fact in values.indices where values[fact] != other.values[fact] {
      return false
    }
    return true
  }
}

/// A fact with the number of its values.
package struct CountedFact: Sendable {
  /// The number of the fact.
  package let fact: Int
  /// The number of the fact's values.
  package let count: Int

  package init(_ fact: Int, count: Int) {
    self.fact = fact
    self.count = count
  }
}

/// A set of fact vectors: each fact that is not derived has a set of possible values, and the vectors are all
/// combinations of these values.
package struct FactBox: Sendable, Hashable {
  /// The possible values of each fact, except of derived facts.
  package var values: [ValueSet]

  package init(values: [ValueSet]) {
    self.values = values
  }

  package subscript(fact: EngineFact) -> ValueSet {
    get { values[fact.rawValue] }
    set { values[fact.rawValue] = newValue }
  }

  /// Returns whether the box contains a vector.
  package func contains(_ facts: FactVector) -> Bool {
    for (fact, allowed) in values.enumerated() where !allowed.contains(facts[fact]) {
      return false
    }
    return true
  }
}
