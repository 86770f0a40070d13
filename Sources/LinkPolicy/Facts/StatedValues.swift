/// What is stated in one place, a byte for each fact.
package struct StatedValues: Sendable {
  /// The facts that are stated, a bit for each.
  private(set) var mask: UInt32 = 0
  private var bytes = InlineArray<32, UInt8>(repeating: 0)

  /// Nothing is stated.
  package init() {}

  package subscript(fact: EngineFact) -> Int? {
    get { mask >> UInt32(fact.rawValue) & 1 == 1 ? Int(bytes[fact.rawValue]) : nil }
    set {
      let bit: UInt32 = 1 << UInt32(fact.rawValue)
      mask = newValue == nil ? mask & ~bit : mask | bit
      bytes[fact.rawValue] = UInt8(truncatingIfNeeded: newValue ?? 0)
    }
  }

  /// Whether nothing is stated.
  package var isEmpty: Bool { mask == 0 }
}
