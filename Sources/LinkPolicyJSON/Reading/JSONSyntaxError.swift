internal import LinkPolicy

/// The first place at which a document leaves the grammar or the limits.
///
/// Carries offsets only; the message is made from the bytes when the error leaves this module.
struct JSONSyntaxError: Error {
  enum Problem {
    case empty
    case byteOrderMark
    case invalidUTF8
    case unexpectedEnd
    case unterminatedString
    case expectedValue
    case expectedKey
    case expectedColon
    case expectedCommaOrBracket
    case expectedCommaOrBrace
    case trailingComma
    case trailingText
    case comment
    case singleQuote
    case controlCharacter
    case invalidEscape
    case invalidUnicodeEscape
    case loneSurrogate
    case leadingZero
    case leadingPlus
    case missingIntegerDigits
    case missingFractionDigits
    case missingExponentDigits
    case duplicateKey
    case tooDeep
    case tooLong
  }

  let problem: Problem
  let offset: Int
  // Where the key stood first, or where the unterminated thing was opened.
  let related: Int?
  let key: Name?

  init(_ problem: Problem, at offset: Int, related: Int? = nil, key: Name? = nil) {
    self.problem = problem
    self.offset = offset
    self.related = related
    self.key = key
  }
}
