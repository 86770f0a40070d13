/// A cache of arrays and objects, keyed by the bytes of their JSON text.
///
/// The lines of a file repeat their parts: a hundred thousand expectations have a few hundred different
/// texts. A decoder of many lines stores its result for each part beside this cache. If a later part has the
/// same text, the decoder reuses the result. The result must not depend on the position of the part.
///
/// A new part replaces the one with the same hash, so the cache never grows. Memory is therefore bounded by the number
/// of slots, and forced hash collisions only slow the decoder down.
package struct JSONParts: Sendable {
  /// The slot of a part in the cache.
  package struct JSONSlot {
    package let index: Int
    /// Whether the slot holds a part with the same text.
    package let isKnown: Bool
  }

  private var parts: [[UInt8]]

  /// Creates a cache with two to the power of `bits` slots.
  package init(bits: Int) {
    parts = Array(repeating: [], count: 1 << bits)
  }

  /// The number of slots.
  package var count: Int { parts.count }

  /// Returns the slot of an array or object, or nil for any other value and for a value made in code.
  package func place(of value: JSONValue) -> JSONSlot? {
    guard let range = value.written else { return nil }
    let own = value.tape.bytes
    let bytes = own.span.extracting(range)
    let index = place(of: bytes)
    let kept = parts[index]
    return JSONSlot(index: index, isKnown: Self.isSame(kept.span, bytes))
  }

  /// Stores a part in its slot.
  package mutating func keep(_ value: JSONValue, at place: JSONSlot) {
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
    // Without an early exit, the compiler can compare several bytes at once.
    var difference: UInt8 = 0
    for index in a.indices {
      difference |= a[index] ^ b[index]
    }
    return difference == 0
  }
}

extension JSONValue {
  /// The range of an array or object in the bytes of its document; nil for a value made in code.
  fileprivate var written: Range<Int>? {
    let node = node
    guard node.close > 0 else { return nil }
    return offset..<(tape.base + Int(node.close) + 1)
  }
}
