package import LinkPolicy
public import LinkPolicyDiagnostics

/// The codes of the findings of the JSON parser.
extension DiagnosticCode {
  /// The document contains no value, only white space or nothing.
  public static var jsonEmpty: Self { Self("json-empty") }
  /// The JSON grammar does not allow a byte at its position, such as a `}` in place of a value.
  public static var jsonSyntax: Self { Self("json-syntax") }
  /// The document ends too early, for example inside a string.
  public static var jsonUnexpectedEnd: Self { Self("json-unexpected-end") }
  /// The document starts with a byte order mark.
  public static var jsonByteOrderMark: Self { Self("json-byte-order-mark") }
  /// The bytes are not UTF-8.
  public static var jsonInvalidUTF8: Self { Self("json-invalid-utf8") }
  /// A comma is not followed by an element or member, as in `[1,]`.
  public static var jsonTrailingComma: Self { Self("json-trailing-comma") }
  /// The document has text after the end of its value.
  public static var jsonTrailingText: Self { Self("json-trailing-text") }
  /// The document has a comment, which JSON does not allow.
  public static var jsonComment: Self { Self("json-comment") }
  /// A string contains an unescaped control character.
  public static var jsonControlCharacter: Self { Self("json-control-character") }
  /// A string has an invalid escape, such as `\x`, or a `\u` without four hexadecimal digits.
  public static var jsonInvalidEscape: Self { Self("json-invalid-escape") }
  /// An escape is one half of a surrogate pair, such as `\ud800` alone.
  public static var jsonLoneSurrogate: Self { Self("json-lone-surrogate") }
  /// A number does not match the JSON grammar, such as `01` or `+1`.
  public static var jsonInvalidNumber: Self { Self("json-invalid-number") }
  /// An object has the same key twice, so readers could disagree about the value of the key.
  public static var jsonDuplicateKey: Self { Self("json-duplicate-key") }
  /// Arrays and objects are nested more deeply than the limits allow.
  public static var jsonTooDeep: Self { Self("json-too-deep") }
  /// The document has more bytes than the limits allow.
  public static var jsonTooLong: Self { Self("json-too-long") }
}

/// The codes of the findings about the structure of a well-formed document.
extension DiagnosticCode {
  /// An object lacks a required key.
  public static var jsonMissingKey: Self { Self("json-missing-key") }
  /// An object has a key that the reader does not know.
  public static var jsonUnknownKey: Self { Self("json-unknown-key") }
  /// A value does not have the expected type, or an integer is out of range.
  public static var jsonWrongType: Self { Self("json-wrong-type") }
  /// A value has the expected type, but is not one of the possible values, such as an unknown word.
  public static var jsonUnknownValue: Self { Self("json-unknown-value") }
  /// The list of findings is full, so further findings of the document are omitted.
  public static var jsonMoreFindings: Self { Self("json-more-findings") }
  /// Two items of one list have the same id.
  public static var jsonDuplicateID: Self { Self("json-duplicate-id") }
  /// An id refers to nothing in the document.
  public static var jsonUnknownID: Self { Self("json-unknown-id") }
  /// A key contradicts another key, or requires a missing key.
  public static var jsonConflict: Self { Self("json-conflict") }
}

extension Name {
  private static var quotedLength: Int { 60 }

  /// The name in backticks, for a message.
  ///
  /// A long name is cut after 60 characters. A mark replaces each hidden character, because such a character could
  /// control a terminal.
  package var quoted: String {
    var text = "`"
    var count = 0
    for scalar in String(decoding: bytes.prefix(4 * Self.quotedLength), as: UTF8.self)
      .unicodeScalars
    {
      if count == Self.quotedLength { break }
      text.unicodeScalars.append(HarmlessText.isHidden(scalar) ? HarmlessText.mark : scalar)
      count += 1
    }
    return text + (bytes.count > 4 * Self.quotedLength || count == Self.quotedLength ? "…`" : "`")
  }
}
