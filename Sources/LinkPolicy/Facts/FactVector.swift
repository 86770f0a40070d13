/// The values of all facts for one attempt in one situation: small integers, stored in place.
///
/// A vector starts with every fact unset. Reading one that nothing has set is a fault of the reader
/// of facts, and stops a debug build.
package struct FactVector: Sendable {
  /// The most facts a vector holds.
  package static var capacity: Int { 64 }

  private static var unset: UInt16 { .max }

  private var values: InlineArray<64, UInt16>

  /// Creates a vector in which every fact is unset.
  package init() {
    values = InlineArray(repeating: Self.unset)
  }

  /// Creates a vector in which every fact has the value of one index, to be varied.
  package init(every value: Int) {
    values = InlineArray(repeating: UInt16(truncatingIfNeeded: value))
  }

  package subscript(fact: Int) -> Int {
    get {
      #if DEBUG
        precondition(values[fact] != Self.unset, "a fact is read before it is set")
      #endif
      return Int(values[fact])
    }
    set { values[fact] = UInt16(truncatingIfNeeded: newValue) }
  }

  package subscript(fact: EngineFact) -> Int {
    get { self[fact.rawValue] }
    set { self[fact.rawValue] = newValue }
  }

  /// Whether a fact has a value.
  package func isSet(_ fact: Int) -> Bool { values[fact] != Self.unset }

  /// Whether every fact has the same value in both, or none.
  package func isSame(as other: FactVector) -> Bool {
    for fact in values.indices where values[fact] != other.values[fact] {
      return false
    }
    return true
  }
}
