/// Arrays and objects that were read before, found again by the bytes they were written with.
///
/// The lines of a file repeat their parts: of a hundred thousand expectations a few hundred differ.
/// Whoever decodes many lines keeps beside this what it made of a part, as long as nothing in it
/// depends on where the part stands, and decodes one that is written the same no more.
///
/// A part takes the place of another one whose bytes have the same hash, so memory is bounded by the
/// number of places, and whoever makes hashes meet only makes reading slower.
package struct JSONParts: Sendable {
  /// Where a part is kept, or would be.
  package struct Place {
    package let index: Int
    /// Whether the part that is kept there was written the same.
    package let isKnown: Bool
  }

  private var parts: [[UInt8]]

  /// Room for as many parts as two to a power.
  package init(bits: Int) {
    parts = Array(repeating: [], count: 1 << bits)
  }

  /// How many parts there is room for.
  package var count: Int { parts.count }

  /// The place of an array or object; nil for one made in code, and for any other value.
  package func place(of value: JSONValue) -> Place? {
    guard let range = value.written else { return nil }
    let own = value.tape.bytes
    let bytes = own.span.extracting(range)
    let index = place(of: bytes)
    let kept = parts[index]
    return Place(index: index, isKnown: Self.isSame(kept.span, bytes))
  }

  /// Keeps a part at its place.
  package mutating func keep(_ value: JSONValue, at place: Place) {
    guard let range = value.written else { return }
    parts[place.index] = Array(value.tape.bytes[range])
  }

  private func place(of bytes: Span<UInt8>) -> Int {
    var hash = UInt64(truncatingIfNeeded: bytes.count)
    var index = 0
    while index + 8 <= bytes.count {
      var word: UInt64 = 0
      for place in 0..<8 {
        word |= UInt64(bytes[index + place]) << UInt64(8 * place)
      }
      hash = Self.mixed(hash, word)
      index += 8
    }
    while index < bytes.count {
      hash = Self.mixed(hash, UInt64(bytes[index]))
      index += 1
    }
    return Int(truncatingIfNeeded: hash & UInt64(parts.count - 1))
  }

  private static func mixed(_ hash: UInt64, _ word: UInt64) -> UInt64 {
    let product = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
    return product ^ product >> 32
  }

  private static func isSame(_ a: Span<UInt8>, _ b: Span<UInt8>) -> Bool {
    guard a.count == b.count else { return false }
    // Without a way out of the loop, several bytes are compared at once.
    var difference: UInt8 = 0
    for index in a.indices {
      difference |= a[index] ^ b[index]
    }
    return difference == 0
  }
}

extension JSONValue {
  /// Where an array or object stands in the bytes it was read from.
  fileprivate var written: Range<Int>? {
    let node = node
    guard node.close > 0 else { return nil }
    return offset..<(tape.base + Int(node.close) + 1)
  }
}
