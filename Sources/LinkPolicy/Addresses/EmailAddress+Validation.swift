extension EmailAddress {
  private static var longestLocalPart: Int { 64 }
  private static var longestDomain: Int { 253 }
  private static var longestLabel: Int { 63 }
  private static var longestAddress: Int { 254 }

  /// Checks an address without allocating and returns the index of its `@`.
  package static func validate(_ utf8: Span<UInt8>) throws(EmailAddressProblem) -> Int {
    guard utf8.count > 0 else { throw .empty }
    // Beyond this no part needs a look; below it the more telling problem comes first.
    guard utf8.count <= longestLocalPart + 1 + longestDomain else { throw .tooLong }
    let at = try findAt(utf8)
    try validateLocalPart(utf8, end: at)
    try validateDomain(utf8, start: at + 1)
    guard utf8.count <= longestAddress else { throw .tooLong }
    return at
  }

  private static func findAt(_ utf8: Span<UInt8>) throws(EmailAddressProblem) -> Int {
    var at = -1
    var index = 0
    while index < utf8.count {
      switch utf8[index] {
      case 0x80...: throw .notASCII
      case 0...0x20, 0x7F: throw .controlOrSpace
      case UInt8(ascii: "\""): throw .quotedLocalPart
      case UInt8(ascii: "("), UInt8(ascii: ")"): throw .comment
      case UInt8(ascii: "<"), UInt8(ascii: ">"): throw .angleBracket
      case UInt8(ascii: "@"):
        guard at < 0 else { throw .severalAts }
        at = index
      default: break
      }
      index += 1
    }
    guard at >= 0 else { throw .missingAt }
    return at
  }

  private static func validateLocalPart(
    _ utf8: Span<UInt8>, end: Int
  ) throws(EmailAddressProblem) {
    guard end > 0 else { throw .emptyLocalPart }
    guard end <= longestLocalPart else { throw .localPartTooLong }
    var wasDot = true
    var index = 0
    while index < end {
      let isDot = utf8[index] == UInt8(ascii: ".")
      if isDot, wasDot { throw .misplacedDot }
      if !isDot, !isAtomText(utf8[index]) { throw .localPartCharacter }
      wasDot = isDot
      index += 1
    }
    if wasDot { throw .misplacedDot }
  }

  private static func validateDomain(
    _ utf8: Span<UInt8>, start: Int
  ) throws(EmailAddressProblem) {
    let end = utf8.count
    guard start < end else { throw .emptyDomain }
    guard utf8[start] != UInt8(ascii: "[") else { throw .addressLiteral }
    guard end - start <= longestDomain else { throw .domainTooLong }
    guard utf8[end - 1] != UInt8(ascii: ".") else { throw .trailingDot }
    var labels = 0
    var labelStart = start
    var isNumeric = false
    while labelStart <= end {
      var labelEnd = labelStart
      isNumeric = true
      while labelEnd < end, utf8[labelEnd] != UInt8(ascii: ".") {
        guard isLetterDigitHyphen(utf8[labelEnd]) else { throw .domainCharacter }
        if !isDigit(utf8[labelEnd]) { isNumeric = false }
        labelEnd += 1
      }
      try validateLabel(utf8, labelStart, labelEnd)
      labels += 1
      labelStart = labelEnd + 1
    }
    guard labels > 1 else { throw .singleLabel }
    // No top-level domain is a number, so this can only be meant as an IPv4 address.
    if isNumeric { throw .addressLiteral }
  }

  private static func validateLabel(
    _ utf8: Span<UInt8>, _ start: Int, _ end: Int
  ) throws(EmailAddressProblem) {
    let hyphen = UInt8(ascii: "-")
    guard start < end else { throw .emptyLabel }
    guard end - start <= longestLabel else { throw .labelTooLong }
    guard utf8[start] != hyphen, utf8[end - 1] != hyphen else { throw .labelHyphen }
    guard end - start >= 4, utf8[start + 2] == hyphen, utf8[start + 3] == hyphen else { return }
    guard utf8[start] | 0x20 == UInt8(ascii: "x"), utf8[start + 1] | 0x20 == UInt8(ascii: "n")
    else { throw .reservedLabel }
  }

  private static func isAtomText(_ byte: UInt8) -> Bool {
    if isLetter(byte) || isDigit(byte) { return true }
    switch byte {
    case UInt8(ascii: "!"), UInt8(ascii: "#"), UInt8(ascii: "$"), UInt8(ascii: "%"),
      UInt8(ascii: "&"), UInt8(ascii: "'"), UInt8(ascii: "*"), UInt8(ascii: "+"),
      UInt8(ascii: "-"), UInt8(ascii: "/"), UInt8(ascii: "="), UInt8(ascii: "?"),
      UInt8(ascii: "^"), UInt8(ascii: "_"), UInt8(ascii: "`"), UInt8(ascii: "{"),
      UInt8(ascii: "|"), UInt8(ascii: "}"), UInt8(ascii: "~"):
      return true
    default:
      return false
    }
  }

  private static func isLetterDigitHyphen(_ byte: UInt8) -> Bool {
    isLetter(byte) || isDigit(byte) || byte == UInt8(ascii: "-")
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }
}
