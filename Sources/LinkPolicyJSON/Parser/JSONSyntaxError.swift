internal import LinkPolicy

/// The first violation of the grammar or the limits in a document.
///
/// The error contains only offsets; ``diagnostic(_:_:)`` builds the message from the bytes.
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
  // The offset of the first use of a duplicate key, or of the opening quote of an unterminated string.
  let related: Int?
  let key: Name?

  init(_ problem: Problem, at offset: Int, related: Int? = nil, key: Name? = nil) {
    self.problem = problem
    self.offset = offset
    self.related = related
    self.key = key
  }
}

extension JSONSyntaxError {
  func diagnostic(_ locator: JSONLocator, _ limits: JSONLimits) -> Diagnostic {
    let wording = wording(locator.bytes, limits)
    var related: [Diagnostic.Related] = []
    if let place = self.related {
      let message = problem == .duplicateKey ? "first used here" : "opened here"
      related.append(Diagnostic.Related(message, at: locator.position(at: place)))
    }
    return Diagnostic(
      code, .error, wording.message, at: locator.position(at: offset), help: wording.help,
      related: related)
  }

  private var code: DiagnosticCode {
    switch problem {
    case .empty: .jsonEmpty
    case .byteOrderMark: .jsonByteOrderMark
    case .invalidUTF8: .jsonInvalidUTF8
    case .unexpectedEnd, .unterminatedString: .jsonUnexpectedEnd
    case .expectedValue, .expectedKey, .expectedColon, .expectedCommaOrBracket,
      .expectedCommaOrBrace, .singleQuote:
      .jsonSyntax
    case .trailingComma: .jsonTrailingComma
    case .trailingText: .jsonTrailingText
    case .comment: .jsonComment
    case .controlCharacter: .jsonControlCharacter
    case .invalidEscape, .invalidUnicodeEscape: .jsonInvalidEscape
    case .loneSurrogate: .jsonLoneSurrogate
    case .leadingZero, .leadingPlus, .missingIntegerDigits, .missingFractionDigits,
      .missingExponentDigits:
      .jsonInvalidNumber
    case .duplicateKey: .jsonDuplicateKey
    case .tooDeep: .jsonTooDeep
    case .tooLong: .jsonTooLong
    }
  }

  private func wording(
    _ bytes: [UInt8], _ limits: JSONLimits
  ) -> (message: String, help: String?) {
    switch problem {
    case .empty: ("the document is empty", "write one JSON value")
    case .byteOrderMark:
      (
        "the document starts with a byte order mark",
        "save the document as UTF-8 without a byte order mark"
      )
    case .invalidUTF8: ("this byte is not valid UTF-8", "save the file as UTF-8")
    case .unexpectedEnd: ("the JSON ends before its value is complete", nil)
    case .unterminatedString: ("the document ends inside a string", "close the string with `\"`")
    case .expectedValue: ("expected a value, found " + found(bytes), help(bytes))
    case .expectedKey:
      ("expected a key, found " + found(bytes), "keys are strings in double quotes")
    case .expectedColon: ("expected `:` after the key, found " + found(bytes), nil)
    case .expectedCommaOrBracket: ("expected `,` or `]`, found " + found(bytes), nil)
    case .expectedCommaOrBrace: ("expected `,` or `}`, found " + found(bytes), nil)
    case .trailingComma: ("this comma has nothing after it", "remove the comma")
    case .trailingText:
      ("unexpected " + found(bytes) + " after the value", "a document is exactly one value")
    case .comment: ("JSON has no comments", "remove the comment")
    case .singleQuote: ("JSON has no single quotes", "use double quotes")
    case .controlCharacter:
      ("control character in a string", "write the character as an escape, such as `\\n`")
    case .invalidEscape:
      ("unknown escape in a string", "the escapes are \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX")
    case .invalidUnicodeEscape:
      ("a `\\u` escape lacks its four hexadecimal digits", nil)
    case .loneSurrogate:
      ("half of a surrogate pair is not a character", "write both halves, high half first")
    case .leadingZero: ("a number starts with a needless zero", "remove the zero")
    case .leadingPlus: ("a number starts with a plus sign", "remove the sign")
    case .missingIntegerDigits: ("a number lacks its digits before the point", nil)
    case .missingFractionDigits: ("a number lacks its digits after the point", nil)
    case .missingExponentDigits: ("a number lacks the digits of its exponent", nil)
    case .duplicateKey:
      (
        "the key " + (key?.quoted ?? "") + " is used twice in one object",
        "remove one of the two keys"
      )
    case .tooDeep:
      ("more than " + String(limits.depth) + " nested arrays and objects", nil)
    case .tooLong:
      ("the document is longer than " + String(limits.documentBytes) + " bytes", nil)
    }
  }

  /// Returns the word or character at the offset, in backticks.
  private func found(_ bytes: [UInt8]) -> String {
    Name(bytes: word(bytes)).quoted
  }

  private func help(_ bytes: [UInt8]) -> String? {
    switch Name(bytes: word(bytes)) {
    case "True", "TRUE": "write `true`"
    case "False", "FALSE": "write `false`"
    case "None", "NULL", "Null", "nil", "undefined": "write `null`"
    case "NaN", "Infinity": "JSON has no such number"
    default: nil
    }
  }

  private func word(_ bytes: [UInt8]) -> [UInt8] {
    var end = offset
    while end < bytes.count, end - offset < 20, isLetter(bytes[end]) {
      end += 1
    }
    if end == offset, end < bytes.count {
      end += max(1, UTF8Sequence.length(bytes.span, at: offset, end: bytes.count))
    }
    return Array(bytes[offset..<end])
  }

  private func isLetter(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
  }
}
