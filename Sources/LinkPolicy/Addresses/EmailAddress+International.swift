extension EmailAddress {
  /// Whether a text is a well-formed internationalised address: one that would be an address if
  /// its characters outside of ASCII were letters (RFC 6531, RFC 6532; for domains RFC 5890).
  ///
  /// Such characters may stand wherever a letter may. Separators, spaces, controls, invisible
  /// characters and forms that stand for an ASCII character are no letters, so that a full-width
  /// `@` or dot makes a text malformed rather than international. Whether the labels of a domain
  /// are valid under IDNA is not decided here: an international address is never compared.
  ///
  /// - Parameter text: the address as it was given.
  /// - Returns: false for an address in ASCII, whether it is well formed or not.
  package static func isInternational(_ text: String) -> Bool {
    // Longer than an address can be; the rest would only cost time.
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

  /// Nearly every address is, which is seen without an allocation.
  private static func isASCII(_ text: String) -> Bool {
    let bytes = text.utf8Span.span
    var bits: UInt8 = 0
    for index in bytes.indices {
      bits |= bytes[index]
    }
    return bits < 0x80
  }

  // 64 characters before the `@` and 253 after it, of four bytes each.
  private static var longestInternational: Int { 4 * (64 + 1 + 253) }

  /// Whether a scalar outside of ASCII can be part of a name.
  ///
  /// The ranges are blocks of the Unicode standard, not properties: the tables of properties are
  /// larger than the rest of the core.
  private static func isLetterLike(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x80...0xA0, 0xAD: false  // C1 controls, the no-break space, the soft hyphen
    case 0x115F...0x1160, 0x1680, 0x17B4...0x17B5, 0x180B...0x180F: false  // blanks and fillers
    case 0x2000...0x206F: false  // general punctuation: spaces, invisible and bidi controls
    case 0x2FF0...0x2FFF, 0x3000...0x3003, 0x3164: false  // description characters, blanks, 。
    case 0xD800...0xF8FF: false  // surrogates and private use
    case 0xFDD0...0xFDEF: false  // noncharacters
    case 0xFE00...0xFE6F: false  // variation selectors, small and vertical forms
    case 0xFEFF...0xFF65, 0xFFA0, 0xFFE0...0xFFFF: false  // full-width forms, specials
    case 0x1D173...0x1D17A: false  // invisible musical controls
    case 0x1D400...0x1D7FF, 0x1F100...0x1F1FF: false  // letters and digits in another dress
    case 0xE0000...: false  // tags, selectors, private use
    default: scalar & 0xFFFE != 0xFFFE  // the last two of each plane are noncharacters
    }
  }
}
