/// The validation of UTF-8 bytes, which needs no Unicode tables.
enum UTF8Text {
  /// Returns whether a range of bytes is well-formed UTF-8, without overlong forms, surrogates or code points
  /// above U+10FFFF.
  static func isValid(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    var place = range.lowerBound
    while place < range.upperBound {
      guard let next = next(in: bytes, from: place, to: range.upperBound) else { return false }
      place = next
    }
    return true
  }

  /// Returns the index after the scalar that begins at `place`; nil if no valid scalar begins there.
  private static func next(in bytes: [UInt8], from place: Int, to end: Int) -> Int? {
    let second: ClosedRange<UInt8>
    let count: Int
    switch bytes[place] {
    case 0x00...0x7F: return place + 1
    case 0xC2...0xDF: (second, count) = (0x80...0xBF, 2)
    case 0xE0: (second, count) = (0xA0...0xBF, 3)
    case 0xED: (second, count) = (0x80...0x9F, 3)
    case 0xE1...0xEF: (second, count) = (0x80...0xBF, 3)
    case 0xF0: (second, count) = (0x90...0xBF, 4)
    case 0xF1...0xF3: (second, count) = (0x80...0xBF, 4)
    case 0xF4: (second, count) = (0x80...0x8F, 4)
    default: return nil
    }
    guard place + count <= end, second.contains(bytes[place + 1]) else { return nil }
    for index in 2..<max(2, count) where !(0x80...0xBF).contains(bytes[place + index]) {
      return nil
    }
    return place + count
  }
}

extension UTF8Text {
  /// Returns whether two spans have the same bytes.
  ///
  /// Most compared texts are equal. A loop without an early exit compares many bytes with one instruction.
  @inline(never)
  static func areEqual(_ a: Span<UInt8>, _ b: Span<UInt8>) -> Bool {
    let count = a.count
    guard count == b.count else { return false }
    var difference: UInt8 = 0
    for index in 0..<count {
      difference |= a[index] ^ b[index]
    }
    return difference == 0
  }
}

extension String {
  /// Returns whether two strings have the same UTF-8 bytes.
  ///
  /// The operator `==` compares by Unicode equivalence. The function does not use Unicode equivalence, which is wrong
  /// for identifiers and unavailable in an embedded build.
  package func hasSameBytes(as other: String) -> Bool {
    let a = self.utf8Span.span
    let b = other.utf8Span.span
    return UTF8Text.areEqual(a, b)
  }

  /// Returns whether the string has the same bytes as a name.
  package func hasSameBytes(as name: Name) -> Bool {
    UTF8Text.areEqual(utf8Span.span, name.bytes.span)
  }
}

extension Optional<String> {
  /// Returns whether both strings are nil, or both strings have the same bytes.
  package func hasSameBytes(as other: String?) -> Bool {
    switch (self, other) {
    case (nil, nil): true
    case (let a?, let b?): a.hasSameBytes(as: b)
    default: false
    }
  }
}

extension String {
  /// The text with the letters `A` to `Z` in lower case; other letters keep their case.
  package var inLowerCaseASCII: String {
    let bytes = utf8Span.span
    var isLower = true
    for index in bytes.indices where 0x41...0x5A ~= bytes[index] {
      isLower = false
    }
    guard !isLower else { return self }
    return String(decoding: utf8.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }, as: UTF8.self)
  }
}

extension String {
  /// Returns the text, with the middle replaced by `…` if the text has more bytes than a limit.
  ///
  /// Messages use this function, so as not to repeat long hostile input.
  ///
  /// - Parameter limit: the maximum number of bytes, at least 64.
  /// - Returns: the unchanged text, or the start and the end of the text with `…` between them.
  package func shortened(to limit: Int) -> String {
    guard utf8.count > limit else { return self }
    let bytes = Array(utf8)
    var end = limit * 2 / 3
    var start = bytes.count - (limit - end - "…".utf8.count)
    // The function cuts only between two scalars, so that the start and the end are valid UTF-8.
    while end > 0, bytes[end] & 0xC0 == 0x80 {
      end -= 1
    }
    while start < bytes.count, bytes[start] & 0xC0 == 0x80 {
      start += 1
    }
    return String(decoding: bytes[..<end], as: UTF8.self) + "…"
      + String(decoding: bytes[start...], as: UTF8.self)
  }
}

/// A comparison of lists of names with values, such as the labels of an account or the settings of a ticket.
enum NamedValues {
  /// Returns whether two lists have the same names with the same values, in any order.
  ///
  /// Each list must have each name at most once.
  static func areSame(
    _ a: [(name: String, value: String)], _ b: [(name: String, value: String)]
  ) -> Bool {
    a.count == b.count
      && !a.contains { entry in
        !b.contains {
          $0.name.hasSameBytes(as: entry.name) && $0.value.hasSameBytes(as: entry.value)
        }
      }
  }
}
