/// A set of small integers: values of a fact, or classes of an axis.
package struct ValueSet: Sendable, Hashable {
  /// Sixty-four values a word; trailing zero words are dropped, so that equal sets are equal.
  private var words: [UInt64]

  package init() {
    words = []
  }

  package init(_ values: some Sequence<Int>) {
    words = []
    for value in values {
      insert(value)
    }
  }

  /// The values of an engine fact by their words.
  package init<Value: RawRepresentable>(of values: Value...) where Value.RawValue == Int {
    self.init(values.map { $0.rawValue })
  }

  /// The values from zero up to a count.
  package static func all(_ count: Int) -> ValueSet {
    ValueSet(0..<count)
  }

  package var isEmpty: Bool { words.isEmpty }

  package var count: Int {
    var total = 0
    for word in words {
      total += word.nonzeroBitCount
    }
    return total
  }

  /// The members, ascending.
  package var values: [Int] {
    var result: [Int] = []
    for (index, word) in words.enumerated() {
      var rest = word
      while rest != 0 {
        result.append(index * 64 + rest.trailingZeroBitCount)
        rest &= rest - 1
      }
    }
    return result
  }

  package func contains(_ value: Int) -> Bool {
    let index = value >> 6
    return index < words.count && words[index] & (1 << UInt64(value & 63)) != 0
  }

  package mutating func insert(_ value: Int) {
    let index = value >> 6
    while words.count <= index {
      words.append(0)
    }
    words[index] |= 1 << UInt64(value & 63)
  }

  package mutating func remove(_ value: Int) {
    let index = value >> 6
    guard index < words.count else { return }
    words[index] &= ~(1 << UInt64(value & 63))
    trim()
  }

  package func union(_ other: ValueSet) -> ValueSet {
    var result = words.count >= other.words.count ? self : other
    let shorter = words.count >= other.words.count ? other : self
    for index in shorter.words.indices {
      result.words[index] |= shorter.words[index]
    }
    return result
  }

  package func intersection(_ other: ValueSet) -> ValueSet {
    var result = self
    result.words.removeLast(max(0, words.count - other.words.count))
    for index in result.words.indices {
      result.words[index] &= other.words[index]
    }
    result.trim()
    return result
  }

  package func subtracting(_ other: ValueSet) -> ValueSet {
    var result = self
    for index in 0..<min(words.count, other.words.count) {
      result.words[index] &= ~other.words[index]
    }
    result.trim()
    return result
  }

  package func isSubset(of other: ValueSet) -> Bool {
    subtracting(other).isEmpty
  }

  package func intersects(_ other: ValueSet) -> Bool {
    for index in 0..<min(words.count, other.words.count)
    where words[index] & other.words[index] != 0 {
      return true
    }
    return false
  }

  private mutating func trim() {
    while words.last == 0 {
      words.removeLast()
    }
  }
}
