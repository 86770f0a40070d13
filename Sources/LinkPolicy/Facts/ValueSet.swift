/// A set of small integers, such as the values of a fact.
///
/// Most facts have few values, and the check of a policy creates hundreds of thousands of sets. A set stores the first
/// 64 values inline, so that most sets need no allocation.
package struct ValueSet: Sendable, Hashable, Sequence {
  /// The values below 64, one bit for each value.
  @usableFromInline var first: UInt64
  /// The values from 64 on, 64 in each word.
  ///
  /// The last word is never zero, so that equal sets have equal storage.
  @usableFromInline var rest: [UInt64]

  @inlinable package init() {
    first = 0
    rest = []
  }

  package init(_ values: some Sequence<Int>) {
    self.init()
    for value in values {
      insert(value)
    }
  }

  /// Creates a set of values of an engine fact.
  ///
  /// Other modules create many sets, so this initializer is inlinable and specialized for each type of value.
  @inlinable package init<Value: RawRepresentable>(of values: Value...)
  where Value.RawValue == Int {
    self.init()
    for value in values {
      insert(value.rawValue)
    }
  }

  /// Returns the set of the numbers from zero up to, but not including, a count.
  package static func all(_ count: Int) -> ValueSet {
    var set = ValueSet()
    set.first = word(below: count)
    var left = count - 64
    while left > 0 {
      set.rest.append(word(below: left))
      left -= 64
    }
    return set
  }

  private static func word(below count: Int) -> UInt64 {
    count >= 64 ? ~0 : (1 << UInt64(Swift.max(count, 0))) - 1
  }

  /// Creates a set of values below 64 from the bits of a word, the lowest bit first.
  package init(word: UInt64) {
    first = word
    rest = []
  }

  /// The members below 64, one bit for each member; the lowest bit represents zero.
  package var firstWord: UInt64 { first }

  /// Whether all members of the set are below 64.
  package var isOneWord: Bool { rest.isEmpty }

  package var isEmpty: Bool { first == 0 && rest.isEmpty }

  package var count: Int {
    var total = first.nonzeroBitCount
    for word in rest {
      total += word.nonzeroBitCount
    }
    return total
  }

  /// Visits the members of the set in ascending order.
  package struct Iterator: IteratorProtocol {
    /// The members of the current word that are still to visit.
    @usableFromInline var left: UInt64
    /// The words after the first word.
    @usableFromInline let rest: [UInt64]
    /// The number of words in `rest` that the iterator has reached.
    @usableFromInline var reached = 0

    @inlinable init(_ set: ValueSet) {
      left = set.first
      rest = set.rest
    }

    @inlinable package mutating func next() -> Int? {
      while left == 0 {
        guard reached < rest.count else { return nil }
        left = rest[reached]
        reached += 1
      }
      defer { left &= left - 1 }
      return reached * 64 + left.trailingZeroBitCount
    }
  }

  @inlinable package func makeIterator() -> Iterator { Iterator(self) }

  /// The members of the set, in ascending order.
  package var values: [Int] {
    var result: [Int] = []
    result.reserveCapacity(count)
    for value in self {
      result.append(value)
    }
    return result
  }

  @inlinable package func contains(_ value: Int) -> Bool {
    let bit: UInt64 = 1 << UInt64(value & 63)
    let index = value >> 6
    if index == 0 {
      return first & bit != 0
    }
    return index <= rest.count && rest[index - 1] & bit != 0
  }

  package mutating func insert(_ value: Int) {
    let bit: UInt64 = 1 << UInt64(value & 63)
    let index = value >> 6
    guard index > 0 else {
      first |= bit
      return
    }
    while rest.count < index {
      rest.append(0)
    }
    rest[index - 1] |= bit
  }

  package mutating func remove(_ value: Int) {
    let bit: UInt64 = 1 << UInt64(value & 63)
    let index = value >> 6
    guard index > 0 else {
      first &= ~bit
      return
    }
    guard index <= rest.count else { return }
    rest[index - 1] &= ~bit
    trim()
  }

  package func union(_ other: ValueSet) -> ValueSet {
    var result = rest.count >= other.rest.count ? self : other
    result.first = first | other.first
    let shorter = rest.count >= other.rest.count ? other : self
    for index in shorter.rest.indices {
      result.rest[index] |= shorter.rest[index]
    }
    return result
  }

  package func intersection(_ other: ValueSet) -> ValueSet {
    var result = self
    result.first &= other.first
    guard !rest.isEmpty else { return result }
    result.rest.removeLast(Swift.max(0, rest.count - other.rest.count))
    for index in result.rest.indices {
      result.rest[index] &= other.rest[index]
    }
    result.trim()
    return result
  }

  package func subtracting(_ other: ValueSet) -> ValueSet {
    var result = self
    result.first &= ~other.first
    guard !rest.isEmpty else { return result }
    for index in 0..<Swift.min(rest.count, other.rest.count) {
      result.rest[index] &= ~other.rest[index]
    }
    result.trim()
    return result
  }

  package func isSubset(of other: ValueSet) -> Bool {
    subtracting(other).isEmpty
  }

  package func intersects(_ other: ValueSet) -> Bool {
    if first & other.first != 0 {
      return true
    }
    for index in 0..<Swift.min(rest.count, other.rest.count)
    where rest[index] & other.rest[index] != 0 {
      return true
    }
    return false
  }

  private mutating func trim() {
    while rest.last == 0 {
      rest.removeLast()
    }
  }
}
