/// A JSON number as it was written.
///
/// There is no conversion to floating point: a policy has no use for one, and the text is exact.
package struct JSONNumber: Sendable, Equatable {
  // An integer that is spelled the only way it can be needs no allocation for its text.
  private enum Storage: Sendable, Equatable {
    case integer(Int)
    case literal([UInt8])
  }

  private let storage: Storage

  /// Creates the number of an integer.
  package init(_ value: Int) {
    storage = .integer(value)
  }

  /// Creates a number from text that is known to be in the JSON grammar and not a plain integer.
  package init(literal: [UInt8]) {
    storage = .literal(literal)
  }

  /// The value, if it was written without fraction and exponent and fits.
  package var int: Int? {
    switch storage {
    case .integer(let value): value
    case .literal(let text): text == [UInt8(ascii: "-"), UInt8(ascii: "0")] ? 0 : nil
    }
  }

  /// The exact text.
  package var text: [UInt8] {
    switch storage {
    case .integer(let value): Array(String(value).utf8)
    case .literal(let text): text
    }
  }
}
