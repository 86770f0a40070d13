internal import LinkPolicy
internal import LinkPolicyJSON

/// A cache of decoded parts of lines, such as steps, keyed by their bytes.
///
/// Many lines repeat a part of an earlier line: of a hundred thousand steps, eight in ten have the same text as an
/// earlier step. A new part replaces the part in its slot, and the cache keeps no long part, so the number of slots
/// bounds the memory. An attacker who forces hash collisions can only slow down the decoder.
struct PartCache<Part> {
  /// A decoded part with its number.
  struct KnownPart {
    var part: Part
    /// The number of the part; nil for a part that the cache does not keep.
    ///
    /// Parts with equal numbers have equal texts.
    var number: Int?
  }

  private struct Slot {
    var text: [UInt8]
    var known: KnownPart
  }

  /// The maximum length in bytes of a part that the cache keeps: ten times the length of a usual step.
  static var longestText: Int { 4096 }

  private var slots: [Slot?]
  private var count = 0

  /// Creates a cache with two to the power of `bits` slots, such as 8192 slots for 13 bits.
  init(bits: Int) {
    slots = Array(repeating: nil, count: 1 << bits)
  }

  /// Returns the part with the same text as a part of a line; nil if the cache has no such part.
  func known(_ written: VectorLine.LinePart, in bytes: Span<UInt8>) -> KnownPart? {
    guard let slot = slots[place(of: written)],
      Self.isSame(slot.text.span, bytes.extracting(written.range))
    else { return nil }
    return slot.known
  }

  /// Keeps a decoded part, and returns its number; returns nil if the part is too long.
  @discardableResult
  mutating func keep(_ part: Part, of written: VectorLine.LinePart, in bytes: [UInt8]) -> Int? {
    guard written.range.count <= Self.longestText else { return nil }
    count += 1
    slots[place(of: written)] = Slot(
      text: Array(bytes[written.range]), known: KnownPart(part: part, number: count))
    return count
  }

  private func place(of written: VectorLine.LinePart) -> Int {
    // The high bits of the hash depend on every byte, so they help to choose the slot.
    Int(truncatingIfNeeded: written.hash ^ written.hash >> 32) & (slots.count - 1)
  }

  private static func isSame(_ a: Span<UInt8>, _ b: Span<UInt8>) -> Bool {
    guard a.count == b.count else { return false }
    // The comparison loop has no early exit, so that the compiler can compare several bytes at once.
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

  /// Finds the text of a value; returns nil if the value is not an array or object, or was made in code.
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
  /// Returns the part with the same text; nil if the cache has no such part.
  func known(_ written: WrittenPart) -> KnownPart? {
    known(written.place, in: written.bytes.span)
  }

  /// Adds a decoded part to the cache, unless the part is too long.
  mutating func keep(_ part: Part, of written: WrittenPart) {
    keep(part, of: written.place, in: written.bytes)
  }
}

/// The caches of decoded parts: at most 8192 steps, and fewer parts of every other type, in a few megabytes.
final class DecodedParts {
  var steps = PartCache<VectorStep>(bits: 13)
  /// The attempts, cached separately, because steps with equal attempts can differ in their session or expectation.
  var attempts = PartCache<Attempt>(bits: 12)
  var expectations = PartCache<Expectation>(bits: 10)
  var accounts = PartCache<ExpectedAccount>(bits: 12)
  var settings = PartCache<Settings>(bits: 6)
  var givens = PartCache<VectorGiven>(bits: 8)
}
