/// A list of words, such as the keys of an object, which finds the index of a word from the word's bytes.
///
/// Words of at most 16 bytes are compared as two integers. The table is built once, and each search computes a hash.
/// With a `NameTable`, which hashes byte by byte, a line of `decide` would take 11 % more instructions. The type is a
/// class, so that a search holds only one reference.
final class WordTable: Sendable {
  /// The bytes of a word of at most 16 bytes, as two integers.
  private struct PackedWord: Sendable, Equatable {
    var low: UInt64 = 0
    var high: UInt64 = 0

    init() {}

    /// Packs the bytes in a range of at most 16 bytes.
    init(_ bytes: Span<UInt8>, _ range: Range<Int>) {
      var shift: UInt64 = 0
      var place = range.lowerBound
      let middle = min(range.upperBound, place + 8)
      while place < middle {
        low |= UInt64(bytes[place]) &<< shift
        shift &+= 8
        place += 1
      }
      shift = 0
      while place < range.upperBound {
        high |= UInt64(bytes[place]) &<< shift
        shift &+= 8
        place += 1
      }
    }

    /// Returns the slot for the word; all bytes affect the upper bits of the product, which select the slot.
    func slot(of bits: UInt64) -> Int {
      let mixed = (low ^ (high &* 0x9E37_79B9_7F4A_7C15)) &* 0xD6E8_FEB8_6659_FD93
      return Int(truncatingIfNeeded: mixed &>> (64 &- bits))
    }
  }

  private struct TableSlot: Sendable {
    var word: PackedWord
    /// The length of the word, which distinguishes a word with trailing zero bytes from a shorter word.
    var length: Int
    /// The index of the word; -1 if the slot is free.
    var index: Int
  }

  private static var greatestLength: Int { 16 }

  private let slots: [TableSlot]
  private let bits: UInt64
  /// The words of more than 16 bytes, which are compared one after the other.
  private let longer: [(word: [UInt8], index: Int)]

  /// Builds the table of the given words, all of which must differ.
  init(_ words: [String]) {
    var bits: UInt64 = 2
    while 1 << bits < 2 * words.count { bits += 1 }
    self.bits = bits
    let free = TableSlot(word: PackedWord(), length: 0, index: -1)
    var slots = Array(repeating: free, count: 1 << bits)
    var longer: [(word: [UInt8], index: Int)] = []
    for (index, word) in words.enumerated() {
      let bytes = Array(word.utf8)
      guard bytes.count <= Self.greatestLength else {
        longer.append((bytes, index))
        continue
      }
      let packed = PackedWord(bytes.span, 0..<bytes.count)
      var slot = packed.slot(of: bits)
      while slots[slot].index >= 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = TableSlot(word: packed, length: bytes.count, index: index)
    }
    self.slots = slots
    self.longer = longer
  }

  /// Returns the index of the word in a range of bytes; nil if the list does not contain the word.
  func index(of range: Range<Int>, in bytes: Span<UInt8>) -> Int? {
    guard range.count <= Self.greatestLength else { return longIndex(of: range, in: bytes) }
    let word = PackedWord(bytes, range)
    var slot = word.slot(of: bits)
    while slots[slot].index >= 0 {
      if slots[slot].word == word, slots[slot].length == range.count { return slots[slot].index }
      slot = (slot &+ 1) & (slots.count &- 1)
    }
    return nil
  }

  private func longIndex(of range: Range<Int>, in bytes: Span<UInt8>) -> Int? {
    for entry in longer where entry.word.count == range.count {
      var isSame = true
      for place in range.indices where bytes[place] != entry.word[place - range.lowerBound] {
        isSame = false
      }
      if isSame { return entry.index }
    }
    return nil
  }
}
