/// Whether bytes are UTF-8, said without the tables of Unicode.
enum UTF8Text {
  /// Whether a range of bytes is well-formed UTF-8: nothing overlong, no surrogate, nothing beyond the
  /// last scalar.
  static func isValid(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    var place = range.lowerBound
    while place < range.upperBound {
      guard let next = next(bytes, place, range.upperBound) else { return false }
      place = next
    }
    return true
  }

  /// The place behind the scalar that begins at a place; nil where none does.
  private static func next(_ bytes: [UInt8], _ place: Int, _ end: Int) -> Int? {
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
