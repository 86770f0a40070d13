/// An e-mail address in canonical form, the form in which a policy compares addresses.
///
/// The type accepts a subset of RFC 5321: a local part that is an ASCII dot-atom, one `@`, and a domain. The domain has
/// at least two labels of letters, digits and hyphens. The type refuses quoted local parts, address literals, comments,
/// display names and non-ASCII characters, because mail systems interpret addresses of these forms differently. The
/// type accepts an internationalized domain only in the `xn--` form, and neither decodes the domain nor checks it under
/// IDNA.
package struct EmailAddress: Sendable, Hashable {
  /// The ASCII bytes of the canonical form.
  package let bytes: [UInt8]
  /// The index of the `@` in the canonical bytes.
  package let atIndex: Int

  /// Validates a text as an e-mail address, and canonicalizes the address.
  ///
  /// Canonicalization is idempotent: a canonical address stays the same.
  package init(_ text: String, folding: AddressFolding) throws(EmailAddressProblem) {
    try self.init(utf8: text.utf8Span.span, folding: folding)
  }

  /// Validates and canonicalizes an address, given as bytes.
  package init(utf8: Span<UInt8>, folding: AddressFolding) throws(EmailAddressProblem) {
    try self.init(wellFormed: utf8, at: Self.validate(utf8), folding: folding)
  }

  /// Canonicalizes an address that is already validated.
  ///
  /// - Parameters:
  ///   - utf8: the address.
  ///   - at: the index of the address's `@`, as ``validate(_:)`` returns it.
  ///   - folding: the rules for folding the address's local part.
  /// - Throws: `foldedAway` if folding leaves no valid local part.
  init(wellFormed utf8: Span<UInt8>, at: Int, folding: AddressFolding) throws(EmailAddressProblem) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(utf8.count)
    var index = 0
    while index < at {
      let byte = utf8[index]
      if byte == UInt8(ascii: "+"), folding.dropsPlusTag { break }
      if byte != UInt8(ascii: ".") || !folding.dropsDots {
        bytes.append(folding.foldsLocalCase ? Self.lowercased(byte) : byte)
      }
      index += 1
    }
    // After a dot, as in `a.+b`, dropping the tag would leave an invalid address.
    guard let last = bytes.last, last != UInt8(ascii: ".") else {
      throw EmailAddressProblem.foldedAway
    }
    atIndex = bytes.count
    index = at
    while index < utf8.count {
      bytes.append(Self.lowercased(utf8[index]))
      index += 1
    }
    self.bytes = bytes
  }

  /// Returns whether a validated address is already canonical.
  ///
  /// The function allocates no memory.
  static func isCanonical(_ text: String, at: Int, under folding: AddressFolding) -> Bool {
    let utf8 = text.utf8Span.span
    for index in utf8.indices {
      let byte = utf8[index]
      // Most bytes are lowercase letters, which stay the same under every folding.
      if UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte { continue }
      let isFolded: Bool =
        if byte == UInt8(ascii: ".") {
          index < at && folding.dropsDots
        } else if byte == UInt8(ascii: "+") {
          index < at && folding.dropsPlusTag
        } else {
          lowercased(byte) != byte && (index > at || folding.foldsLocalCase)
        }
      if isFolded {
        return false
      }
    }
    return true
  }

  /// The local part of the address, before the `@`.
  package var localPart: ArraySlice<UInt8> {
    bytes[..<atIndex]
  }

  /// The domain of the address, after the `@`, in lowercase.
  package var domain: ArraySlice<UInt8> {
    bytes[(atIndex + 1)...]
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
  }
}

/// The rules that decide whether two local parts, such as `Ada` and `ada`, name one mailbox.
///
/// Mail providers treat local parts differently, so each policy declares its rules. The domain part is always folded
/// to lowercase.
package struct AddressFolding: Sendable, Hashable {
  /// Whether to fold ASCII letters of the local part to lowercase, so that `Ada` becomes `ada`.
  package var foldsLocalCase: Bool
  /// Whether to drop dots in the local part, so that `a.da` becomes `ada`.
  package var dropsDots: Bool
  /// Whether to drop a tag in the local part, so that `ada+shop` becomes `ada`.
  package var dropsPlusTag: Bool

  /// Creates the rules of a folding; the default rules fold only case.
  package init(foldsLocalCase: Bool = true, dropsDots: Bool = false, dropsPlusTag: Bool = false) {
    self.foldsLocalCase = foldsLocalCase
    self.dropsDots = dropsDots
    self.dropsPlusTag = dropsPlusTag
  }
}

/// The reason why the engine does not accept a text as an e-mail address.
package enum EmailAddressProblem: UInt8, Error, Sendable, CaseIterable {
  case empty
  case tooLong
  case notASCII
  case controlOrSpace
  case quotedLocalPart
  case comment
  case angleBracket
  case missingAt
  case severalAts
  case emptyLocalPart
  case localPartTooLong
  case misplacedDot
  case localPartCharacter
  case emptyDomain
  case domainTooLong
  case addressLiteral
  case trailingDot
  case emptyLabel
  case labelTooLong
  case labelHyphen
  case reservedLabel
  case domainCharacter
  case singleLabel
  case foldedAway

  /// The problem as a clause for error messages, such as `the address is empty`.
  package var message: String {
    switch self {
    case .empty: "the address is empty"
    case .tooLong: "the address is longer than 254 bytes"
    case .notASCII: "the address has a character outside of ASCII"
    case .controlOrSpace: "the address has a space or control character"
    case .quotedLocalPart: "the address has a quoted part before the `@`"
    case .comment: "the address has a comment in parentheses"
    case .angleBracket: "the address has angle brackets, as after a display name"
    case .missingAt: "the address has no `@`"
    case .severalAts: "the address has more than one `@`"
    case .emptyLocalPart: "the part before the `@` is empty"
    case .localPartTooLong: "the part before the `@` is longer than 64 bytes"
    case .misplacedDot: "the part before the `@` starts or ends with a dot or has two in a row"
    case .localPartCharacter: "the part before the `@` has a character that is not allowed"
    case .emptyDomain: "the domain after the `@` is empty"
    case .domainTooLong: "the domain is longer than 253 bytes"
    case .addressLiteral: "the domain is an IP address"
    case .trailingDot: "the domain ends with a dot"
    case .emptyLabel: "the domain starts with a dot or has two in a row"
    case .labelTooLong: "a label of the domain is longer than 63 bytes"
    case .labelHyphen: "a label of the domain starts or ends with a hyphen"
    case .reservedLabel: "a label of the domain has `--` in third place but is not `xn--`"
    case .domainCharacter: "the domain has a character that is not a letter, digit, hyphen or dot"
    case .singleLabel: "the domain has no dot"
    case .foldedAway: "dropping dots or the plus tag leaves no valid part before the `@`"
    }
  }
}

extension EmailAddress {
  private static var longestLocalPart: Int { 64 }
  private static var longestDomain: Int { 253 }
  private static var longestLabel: Int { 63 }
  private static var longestAddress: Int { 254 }

  /// Returns the index of the `@` of a plain address; nil for every other text.
  ///
  /// A plain address, such as `ada.lovelace@example.com`, is valid and has only lowercase letters, digits, the `@`, and
  /// single dots and hyphens between letters or digits. Nearly every address is plain, and a single pass over the bytes
  /// is enough to recognize a plain address. Of all rules for canonical forms, only the rule that drops dots can change
  /// the local part of a plain address.
  static func plainAt(_ utf8: Span<UInt8>) -> Int? {
    // An address that is no longer than one domain label cannot exceed any length limit.
    guard utf8.count <= longestLabel else { return nil }
    var at = -1
    var hasDot = false
    // The index of the last byte that is no letter and no digit.
    var separator = -1
    var index = 0
    while true {
      // Most bytes are letters, so a separate loop skips letters without any other work.
      while index < utf8.count, isLowercase(utf8[index]) {
        index += 1
      }
      guard index < utf8.count else { break }
      let byte = utf8[index]
      if !isDigit(byte) {
        guard separator < index - 1 else { return nil }
        separator = index
        switch byte {
        case UInt8(ascii: "."): hasDot = true
        case UInt8(ascii: "-"): break
        case UInt8(ascii: "@") where at < 0:
          at = index
          hasDot = false
        default: return nil
        }
      }
      index += 1
    }
    // A domain that ends with a letter is not an IPv4 address.
    guard at >= 0, hasDot, isLowercase(utf8[utf8.count - 1]) else { return nil }
    return at
  }

  private static func isLowercase(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
  }

  /// Validates an address without allocating memory, and returns the index of the address's `@`.
  package static func validate(_ utf8: Span<UInt8>) throws(EmailAddressProblem) -> Int {
    if let at = plainAt(utf8) {
      return at
    }
    guard utf8.count > 0 else { throw .empty }
    // An address above this limit is always too long. A shorter address can have a more specific problem.
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
      try validateLabel(in: utf8, from: labelStart, to: labelEnd)
      labels += 1
      labelStart = labelEnd + 1
    }
    guard labels > 1 else { throw .singleLabel }
    // No top-level domain is numeric, so a domain with a numeric last label is an IPv4 address.
    if isNumeric { throw .addressLiteral }
  }

  private static func validateLabel(
    in utf8: Span<UInt8>, from start: Int, to end: Int
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

extension EmailAddress {
  /// Returns whether a text is a well-formed internationalized address (RFC 6531 and RFC 6532; RFC 5890 for domains).
  ///
  /// A non-ASCII character may replace an ASCII letter, as in `jürgen@exämple.com`. Separators, spaces, controls,
  /// invisible characters and compatibility forms of ASCII characters are not allowed. A text with a full-width `@` or
  /// dot is therefore malformed, not internationalized. The function does not validate domain labels under IDNA,
  /// because the engine never compares internationalized addresses.
  ///
  /// - Parameter text: the address, as the provider sent it.
  /// - Returns: true for a well-formed internationalized address; false for every other text, such as an ASCII
  ///   address.
  package static func isInternational(_ text: String) -> Bool {
    // A longer text cannot be an address, so a scan of the text would only waste time.
    guard text.utf8.count <= longestInternational, !isASCII(text) else { return false }
    var plain: [UInt8] = []
    plain.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      guard scalar.value >= 0x80 else {
        plain.append(UInt8(truncatingIfNeeded: scalar.value))
        continue
      }
      guard isLetterLike(scalar.value) else { return false }
      plain.append(UInt8(ascii: "a"))
    }
    do {
      _ = try validate(plain.span)
      return true
    } catch {
      return false
    }
  }

  /// Returns whether a text has only ASCII characters, as most addresses do.
  ///
  /// The function allocates no memory.
  private static func isASCII(_ text: String) -> Bool {
    let bytes = text.utf8Span.span
    var bits: UInt8 = 0
    for index in bytes.indices {
      bits |= bytes[index]
    }
    return bits < 0x80
  }

  // The maximum length of an address in bytes. Each character has at most four bytes; the address has at most 64
  // characters before the `@` and 253 characters after the `@`.
  private static var longestInternational: Int { 4 * (64 + 1 + 253) }

  /// Returns whether a non-ASCII scalar can replace an ASCII letter in an internationalized address.
  ///
  /// The function excludes whole ranges of the Unicode standard, because full tables of Unicode properties would be
  /// larger than the rest of the engine.
  private static func isLetterLike(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x80...0xA0, 0xAD: false  // C1 controls, the no-break space, the soft hyphen
    case 0x115F...0x1160, 0x1680, 0x17B4...0x17B5, 0x180B...0x180F: false  // blanks and fillers
    case 0x2000...0x206F: false  // general punctuation: spaces, invisible and bidi controls
    case 0x2FF0...0x2FFF, 0x3000...0x3003, 0x3164: false  // ideographic blanks and marks
    case 0xD800...0xF8FF: false  // surrogates and private use
    case 0xFDD0...0xFDEF: false  // noncharacters
    case 0xFE00...0xFE6F: false  // variation selectors, small and vertical forms
    case 0xFEFF...0xFF65, 0xFFA0, 0xFFE0...0xFFFF: false  // full-width forms, specials
    case 0x1D173...0x1D17A: false  // invisible musical controls
    case 0x1D400...0x1D7FF, 0x1F100...0x1F1FF: false  // mathematical, enclosed letters
    case 0xE0000...: false  // tags, selectors, private use
    default: scalar & 0xFFFE != 0xFFFE  // the last two of each plane are noncharacters
    }
  }
}
