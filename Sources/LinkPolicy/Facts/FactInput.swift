/// The input that a found fact describes, such as the caller's session.
package enum FactInput: Int, Sendable, CaseIterable {
  /// The attempt itself, which is always present.
  case attempt
  /// The out-of-band code.
  case code
  /// The caller's session.
  case session
  /// The ticket of the attempt.
  case ticket
  /// The password of an attempt whose action checks passwords.
  case password
  /// The account to which the attempt points.
  case account
}

/// The facts that the engine reads after the lookup, grouped by the input that they describe.
struct ReadFacts: Sendable {
  // One element for each `FactInput`, with one bit for each fact.
  private var masks = InlineArray<6, UInt32>(repeating: 0)

  /// The facts of an input, with one bit for each fact.
  subscript(input: FactInput) -> UInt32 { masks[input.rawValue] }

  /// The facts of all inputs, with one bit for each fact.
  var all: UInt32 {
    var facts: UInt32 = 0
    for input in FactInput.allCases {
      facts |= self[input]
    }
    return facts
  }

  /// Adds a fact to the facts of an input.
  mutating func insert(_ fact: EngineFact, of input: FactInput) {
    // A mask has 32 bits, so the engine would never read a fact with a number above 31.
    precondition(fact.rawValue < UInt32.bitWidth, "too many engine facts for a mask")
    masks[input.rawValue] |= 1 << UInt32(fact.rawValue)
  }
}
