/// The number grammar of RFC 8259, section 6.
enum JSONNumberGrammar {
  /// Whether the bytes are a JSON number.
  static func matches(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    if rest.first == UInt8(ascii: "-") {
      rest = rest.dropFirst()
    }
    let whole = digits(&rest)
    guard whole == 1 || (whole > 1 && leading(bytes) != UInt8(ascii: "0")) else { return false }
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst()
      guard digits(&rest) > 0 else { return false }
    }
    if rest.first.map({ $0 | 0x20 }) == UInt8(ascii: "e") {
      rest = rest.dropFirst()
      if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") {
        rest = rest.dropFirst()
      }
      guard digits(&rest) > 0 else { return false }
    }
    return rest.isEmpty
  }

  private static func leading(_ bytes: [UInt8]) -> UInt8? {
    bytes.first == UInt8(ascii: "-") ? bytes.dropFirst().first : bytes.first
  }

  private static func digits(_ rest: inout ArraySlice<UInt8>) -> Int {
    var count = 0
    while let byte = rest.first, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") {
      rest = rest.dropFirst()
      count += 1
    }
    return count
  }
}
