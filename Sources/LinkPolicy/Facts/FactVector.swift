/// The values of all facts for one attempt in one situation: small integers, stored in place.
package struct FactVector: Sendable {
  /// The most facts a vector holds.
  package static var capacity: Int { 64 }

  private var values: InlineArray<64, UInt16>

  /// Creates a vector in which every fact has its first value.
  package init() {
    values = InlineArray(repeating: 0)
  }

  package subscript(fact: Int) -> Int {
    get { Int(values[fact]) }
    set { values[fact] = UInt16(truncatingIfNeeded: newValue) }
  }

  package subscript(fact: EngineFact) -> Int {
    get { Int(values[fact.rawValue]) }
    set { values[fact.rawValue] = UInt16(truncatingIfNeeded: newValue) }
  }
}
