/// A hash table from names to numbers, looked up by bytes without allocating.
package struct NameTable: Sendable {
  private var names: [Name] = []
  private var numbers: [Int32] = []
  private var slots: [Int32] = [-1, -1, -1, -1]
  private let foldsCase: Bool

  /// Creates an empty table; with case folding, ASCII letters compare as lower case.
  package init(foldsCase: Bool = false) {
    self.foldsCase = foldsCase
  }

  package var count: Int { names.count }

  /// The names in the order in which they were added, each with its number; in lower case where
  /// case is folded.
  var entries: [(name: Name, number: Int)] {
    names.indices.map { (names[$0], Int(numbers[$0])) }
  }

  /// Adds a name unless it is there; returns the number it had before, if it had one.
  @discardableResult
  package mutating func insert(_ name: Name, _ number: Int) -> Int? {
    let key = foldsCase ? Name(bytes: name.bytes.map(Self.lowercased)) : name
    if let known = self.number(of: key) {
      return known
    }
    if names.count * 2 >= slots.count {
      slots = [Int32](repeating: -1, count: slots.count * 4)
      for index in names.indices {
        place(index)
      }
    }
    names.append(key)
    numbers.append(Int32(number))
    place(names.count - 1)
    return nil
  }

  /// The number of the name that the bytes from an index on spell.
  package func number(of bytes: Span<UInt8>, from start: Int = 0) -> Int? {
    var slot = hash(bytes, start) & (slots.count - 1)
    while slots[slot] >= 0 {
      let index = Int(slots[slot])
      if isEqual(names[index].bytes, bytes, start) {
        return Int(numbers[index])
      }
      slot = (slot + 1) & (slots.count - 1)
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
    let name = names[index]
    var slot = hash(name.bytes.span, 0) & (slots.count - 1)
    while slots[slot] >= 0 {
      slot = (slot + 1) & (slots.count - 1)
    }
    slots[slot] = Int32(index)
  }

  /// FNV-1a, the cheapest hash that is good enough for short names.
  private func hash(_ bytes: Span<UInt8>, _ start: Int) -> Int {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for index in start..<bytes.count {
      let byte = foldsCase ? Self.lowercased(bytes[index]) : bytes[index]
      hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
    }
    return Int(truncatingIfNeeded: (hash ^ (hash >> 32)) >> 1)
  }

  private func isEqual(_ name: [UInt8], _ bytes: Span<UInt8>, _ start: Int) -> Bool {
    guard name.count == bytes.count - start else { return false }
    for index in name.indices {
      let byte = foldsCase ? Self.lowercased(bytes[start + index]) : bytes[start + index]
      if name[index] != byte {
        return false
      }
    }
    return true
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
  }
}
