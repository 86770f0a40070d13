/// A hash table from names to numbers, looked up by bytes without allocating.
///
/// Flat: the bytes of all names stand one behind the other, so that a look-up counts no references.
package struct NameTable: Sendable {
  private var bytes: [UInt8] = []
  /// Where each name ends among the bytes.
  private var ends: [Int32] = []
  private var numbers: [Int32] = []
  /// For each place of the table the upper half of a name's hash and, below it, the name's index
  /// increased by one; zero where there is no name.
  private var slots: [UInt64] = [0, 0, 0, 0]
  private let foldsCase: Bool

  /// Creates an empty table; with case folding, ASCII letters compare as lower case.
  package init(foldsCase: Bool = false) {
    self.foldsCase = foldsCase
  }

  package var count: Int { ends.count }

  /// The names in the order in which they were added, each with its number; in lower case where
  /// case is folded.
  var entries: [(name: Name, number: Int)] {
    ends.indices.map { (Name(bytes: Array(bytes[range(of: $0)])), Int(numbers[$0])) }
  }

  private func range(of index: Int) -> Range<Int> {
    (index == 0 ? 0 : Int(ends[index - 1]))..<Int(ends[index])
  }

  /// Adds a name unless it is there; returns the number it had before, if it had one.
  @discardableResult
  package mutating func insert(_ name: Name, _ number: Int) -> Int? {
    if let known = self.number(of: name) {
      return known
    }
    if ends.count * 2 >= slots.count {
      slots = [UInt64](repeating: 0, count: slots.count * 4)
      for index in ends.indices {
        place(index)
      }
    }
    for byte in name.bytes {
      bytes.append(foldsCase ? Self.lowercased(byte) : byte)
    }
    ends.append(Int32(bytes.count))
    numbers.append(Int32(number))
    place(ends.count - 1)
    return nil
  }

  /// The number of the name that the bytes from an index on spell.
  package func number(of text: Span<UInt8>, from start: Int = 0) -> Int? {
    let hash = hash(text, start..<text.count)
    let slots = slots.span
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] != 0 {
      if slots[slot] >> 32 == hash >> 32 {
        let index = Int(truncatingIfNeeded: slots[slot] & 0xFFFF_FFFF) - 1
        if isEqual(index, text, start) {
          return Int(numbers.span[index])
        }
      }
      slot = (slot + 1) & mask
    }
    return nil
  }

  /// The number of a name.
  package func number(of name: Name) -> Int? {
    number(of: name.bytes.span)
  }

  /// The number of a string.
  package func number(of text: String) -> Int? {
    number(of: text.utf8Span.span)
  }

  private mutating func place(_ index: Int) {
    let hash = hash(bytes.span, range(of: index))
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot] != 0 {
      slot = (slot + 1) & (slots.count - 1)
    }
    slots[slot] = (hash >> 32) << 32 | UInt64(index + 1)
  }

  /// FNV-1a, the cheapest hash that is good enough for short names.
  private func hash(_ text: Span<UInt8>, _ range: Range<Int>) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    if foldsCase {
      for index in range {
        hash = (hash ^ UInt64(Self.lowercased(text[index]))) &* 0x0000_0100_0000_01B3
      }
    } else {
      for index in range {
        hash = (hash ^ UInt64(text[index])) &* 0x0000_0100_0000_01B3
      }
    }
    return hash ^ (hash >> 32)
  }

  private func isEqual(_ index: Int, _ text: Span<UInt8>, _ start: Int) -> Bool {
    let name = bytes.span.extracting(range(of: index))
    guard name.count == text.count - start else { return false }
    if foldsCase {
      for offset in name.indices where name[offset] != Self.lowercased(text[start + offset]) {
        return false
      }
    } else {
      for offset in name.indices where name[offset] != text[start + offset] {
        return false
      }
    }
    return true
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
  }
}
