/// A hash table from names to numbers; a search allocates no memory.
///
/// One array contains the bytes of all names, so that a search changes no reference counts.
package struct NameTable: Sendable {
  private var bytes: [UInt8] = []
  /// For each name, the offset in ``bytes`` at which the name ends.
  private var ends: [Int32] = []
  private var numbers: [Int32] = []
  /// The slots of the hash table; an empty slot is zero.
  ///
  /// The upper half of a slot is the upper half of a name's hash. The lower half of a slot is the name's index plus
  /// one.
  private var slots: [UInt64] = [0, 0, 0, 0]
  private let foldsCase: Bool

  /// Creates an empty table.
  ///
  /// If `foldsCase` is true, the table treats ASCII capital letters as small letters.
  package init(foldsCase: Bool = false) {
    self.foldsCase = foldsCase
  }

  package var count: Int { ends.count }

  /// The names with their numbers, in the order of insertion; a table that folds case stores names in lower case.
  var entries: [(name: Name, number: Int)] {
    ends.indices.map { (Name(bytes: Array(bytes[range(of: $0)])), Int(numbers[$0])) }
  }

  private func range(of index: Int) -> Range<Int> {
    (index == 0 ? 0 : Int(ends[index - 1]))..<Int(ends[index])
  }

  /// Inserts a name; if the table already contains the name, changes nothing and returns the existing number.
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

  /// Returns the number of the name that the bytes from `start` to the end spell; nil for an unknown name.
  package func number(of text: Span<UInt8>, from start: Int = 0) -> Int? {
    let text = text.extracting(start..<text.count)
    let hash = hash(text)
    let slots = slots.span
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] != 0 {
      if slots[slot] >> 32 == hash >> 32 {
        let index = Int(truncatingIfNeeded: slots[slot] & 0xFFFF_FFFF) - 1
        if isEqual(index, text) {
          return Int(numbers.span[index])
        }
      }
      slot = (slot + 1) & mask
    }
    return nil
  }

  /// Returns the number of a name; nil for an unknown name.
  package func number(of name: Name) -> Int? {
    number(of: name.bytes.span)
  }

  /// Returns the number of a name, given as a string; nil for an unknown name.
  package func number(of text: String) -> Int? {
    number(of: text.utf8Span.span)
  }

  private mutating func place(_ index: Int) {
    let hash = hash(bytes.span.extracting(range(of: index)))
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot] != 0 {
      slot = (slot + 1) & (slots.count - 1)
    }
    slots[slot] = (hash >> 32) << 32 | UInt64(index + 1)
  }

  /// Computes the FNV-1a hash, which is fast and sufficient for short names.
  private func hash(_ text: Span<UInt8>) -> UInt64 {
    // The bit in which small and capital letters differ does not count in a table that folds case.
    let ignored: UInt64 = foldsCase ? 0x20 : 0
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for index in text.indices {
      hash = (hash ^ (UInt64(text[index]) | ignored)) &* 0x0000_0100_0000_01B3
    }
    return hash ^ (hash >> 32)
  }

  private func isEqual(_ index: Int, _ text: Span<UInt8>) -> Bool {
    let name = bytes.span.extracting(range(of: index))
    return foldsCase ? Self.isLowercase(name, of: text) : UTF8Text.areEqual(name, text)
  }

  @inline(never)
  private static func isLowercase(_ name: Span<UInt8>, of text: Span<UInt8>) -> Bool {
    let count = name.count
    guard count == text.count else { return false }
    var difference: UInt8 = 0
    for offset in 0..<count {
      difference |= name[offset] ^ lowercased(text[offset])
    }
    return difference == 0
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
  }
}

/// A table that finds the domain set of an address by the address's domain.
package struct DomainTable: Sendable {
  /// The number of declared domain sets.
  ///
  /// The fact `domain` has one value for each domain set, followed by the values `other` and `absent`.
  package let setCount: Int
  /// The indices of the domain sets for relay addresses, which hide a user's real address.
  package let relays: ValueSet
  private var exact = NameTable(foldsCase: true)
  /// The patterns, such as `*.example.com`, without the prefix `*.`.
  private var below = NameTable(foldsCase: true)

  package var other: Int { setCount }
  package var absent: Int { setCount + 1 }

  package init(setCount: Int, relays: ValueSet) {
    self.setCount = setCount
    self.relays = relays
  }

  /// Adds a domain or a pattern, such as `*.example.com`, to a domain set.
  ///
  /// If a domain set already contains the domain or pattern, the function changes nothing and returns the index of that
  /// set.
  package mutating func insert(_ domain: Name, into set: Int) -> Int? {
    if Self.isPattern(domain) {
      return below.insert(Name(bytes: Array(domain.bytes.dropFirst(2))), set)
    }
    return exact.insert(domain, set)
  }

  /// The domains that are not patterns, each with the index of the domain set.
  package var exactEntries: [(name: Name, number: Int)] { exact.entries }

  /// The patterns, such as `*.example.com`, each with the index of the domain set.
  package var patternEntries: [(name: Name, number: Int)] {
    below.entries.map { (Name(bytes: Array("*.".utf8) + $0.name.bytes), $0.number) }
  }

  package static func isPattern(_ domain: Name) -> Bool {
    domain.bytes.count > 2 && domain.bytes[0] == UInt8(ascii: "*")
      && domain.bytes[1] == UInt8(ascii: ".")
  }

  /// Returns the value of the fact `domain` for an address whose domain begins at an index.
  ///
  /// A domain set that lists the domain itself takes precedence over a pattern, and a longer pattern over a shorter
  /// pattern. If no domain set matches, the value is `other`.
  package func value(of address: Span<UInt8>, from start: Int) -> Int {
    if let set = exact.number(of: address, from: start) {
      return set
    }
    guard below.count > 0 else { return other }
    for index in start..<address.count where address[index] == UInt8(ascii: ".") {
      if let set = below.number(of: address, from: index + 1) {
        return set
      }
    }
    return other
  }
}
