internal import LinkPolicy
internal import LinkPolicyJSON

/// A cache of decoded parts of lines, such as steps, keyed by their bytes.
///
/// The lines of a file repeat their parts: of a hundred thousand steps, eight in ten have the same text as an earlier one. A new part replaces
/// the one in its slot, and a long part is not kept, so memory is bounded by the number of slots. Forced hash collisions only slow the
/// decoder down.
struct PartCache<Part> {
  /// A part that was decoded before.
  struct KnownPart {
    var part: Part
    /// The number of the part; nil for a part that is not kept.
    ///
    /// Equal numbers mean equal texts.
    var number: Int?
  }

  private struct Slot {
    var text: [UInt8]
    var known: KnownPart
  }

  /// The greatest length of a part that is kept, in bytes: ten times that of a usual step.
  static var longestText: Int { 4096 }

  private var slots: [Slot?]
  private var count = 0

  /// Creates a cache with two to the power of `bits` slots.
  init(bits: Int) {
    slots = Array(repeating: nil, count: 1 << bits)
  }

  /// Returns the part with the same text as a part of a line; nil if there is none.
  func known(_ written: VectorLine.LinePart, in bytes: Span<UInt8>) -> KnownPart? {
    guard let slot = slots[place(of: written)],
      Self.isSame(slot.text.span, bytes.extracting(written.range))
    else { return nil }
    return slot.known
  }

  /// Keeps a decoded part, and returns its number; nil for a part that is too long.
  @discardableResult
  mutating func keep(_ part: Part, of written: VectorLine.LinePart, in bytes: [UInt8]) -> Int? {
    guard written.range.count <= Self.longestText else { return nil }
    count += 1
    slots[place(of: written)] = Slot(
      text: Array(bytes[written.range]), known: KnownPart(part: part, number: count))
    return count
  }

  private func place(of written: VectorLine.LinePart) -> Int {
    // The high bits of the hash depend on every byte.
    Int(truncatingIfNeeded: written.hash ^ written.hash >> 32) & (slots.count - 1)
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

/// An array or object in the text of a parsed document.
struct WrittenPart {
  let bytes: [UInt8]
  let place: VectorLine.LinePart

  /// Finds the text of a value; returns nil if it is no array or object, or was made in code.
  init?(_ value: JSONValue) {
    guard let (bytes, range) = value.written else { return nil }
    let text = bytes.span.extracting(range)
    var hash = VectorLine.LinePart.noHash
    for index in text.indices {
      hash = VectorLine.LinePart.hash(hash, text[index])
    }
    self.bytes = bytes
    place = VectorLine.LinePart(range: range, hash: hash)
  }
}

extension PartCache {
  /// Returns the part with the same text; nil if there is none.
  func known(_ written: WrittenPart) -> KnownPart? {
    known(written.place, in: written.bytes.span)
  }

  /// Keeps a decoded part.
  mutating func keep(_ part: Part, of written: WrittenPart) {
    keep(part, of: written.place, in: written.bytes)
  }
}

/// The attempts and expectations that a decoder of many lines has decoded.
///
/// Steps with the same attempt can differ in their session or expectation.
final class DecodedParts {
  var attempts = PartCache<Attempt>(bits: 12)
  var expectations = PartCache<Expectation>(bits: 10)
}
