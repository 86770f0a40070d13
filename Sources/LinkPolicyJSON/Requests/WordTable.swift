/// A list of words, such as the keys of an object; the list finds the index of a word from the bytes of the word.
///
/// Words of at most 16 bytes are compared as two integers. The table is built once, and each search computes a hash.
/// With a `NameTable`, which hashes byte by byte, a line of `decide` would take 11 % more instructions. The type is a
/// class, so that a search holds only one reference.
final class WordTable: Sendable {
  /// The last 16 bytes of a word, as two integers.
  struct PackedWord: Sendable, Equatable {
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    /// Appends a byte; if there are already 16 bytes, the first of these bytes is lost.
    mutating func append(_ byte: UInt8) {
      high = high &<< 8 | low &>> 56
      low = low &<< 8 | UInt64(byte)
    }

    /// Returns the slot for the word: the upper bits of a product that depends on all bytes of the word.
    fileprivate func slot(of bits: UInt64) -> Int {
      let mixed = (low ^ (high &* 0x9E37_79B9_7F4A_7C15)) &* 0xD6E8_FEB8_6659_FD93
      return Int(truncatingIfNeeded: mixed &>> (64 &- bits))
    }
  }

  private struct TableSlot: Sendable {
    var word: PackedWord
    /// The length of the word, which distinguishes a word with leading zero bytes from a shorter word.
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
      var packed = PackedWord()
      for byte in bytes { packed.append(byte) }
      var slot = packed.slot(of: bits)
      while slots[slot].index >= 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = TableSlot(word: packed, length: bytes.count, index: index)
    }
    self.slots = slots
    self.longer = longer
  }

  /// Finds a word, which is given both packed and as a range of the text.
  ///
  /// - Parameters:
  ///   - word: the packed bytes of the word.
  ///   - range: the range of the same bytes in `bytes`.
  ///   - bytes: the text that contains the word.
  /// - Returns: the index of the word; nil if the list does not contain the word.
  func index(of word: PackedWord, _ range: Range<Int>, in bytes: Span<UInt8>) -> Int? {
    guard range.count <= Self.greatestLength else { return longIndex(of: range, in: bytes) }
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
