internal import LinkPolicy
public import LinkPolicyDiagnostics

/// The findings of the JSON reader.
extension DiagnosticCode {
  /// The document has no value.
  public static var jsonEmpty: Self { Self("json-empty") }
  /// A byte stands where the grammar does not allow it.
  public static var jsonSyntax: Self { Self("json-syntax") }
  /// The document ends too early.
  public static var jsonUnexpectedEnd: Self { Self("json-unexpected-end") }
  /// The document starts with a byte order mark.
  public static var jsonByteOrderMark: Self { Self("json-byte-order-mark") }
  /// The bytes are not UTF-8.
  public static var jsonInvalidUTF8: Self { Self("json-invalid-utf8") }
  /// A comma has nothing after it.
  public static var jsonTrailingComma: Self { Self("json-trailing-comma") }
  /// There is text after the value of the document.
  public static var jsonTrailingText: Self { Self("json-trailing-text") }
  /// The document has a comment.
  public static var jsonComment: Self { Self("json-comment") }
  /// A control character stands in a string without an escape.
  public static var jsonControlCharacter: Self { Self("json-control-character") }
  /// A backslash is followed by something that JSON does not define.
  public static var jsonInvalidEscape: Self { Self("json-invalid-escape") }
  /// An escape is one half of a surrogate pair.
  public static var jsonLoneSurrogate: Self { Self("json-lone-surrogate") }
  /// A number is not in the grammar of JSON.
  public static var jsonInvalidNumber: Self { Self("json-invalid-number") }
  /// An object has a key twice.
  public static var jsonDuplicateKey: Self { Self("json-duplicate-key") }
  /// Arrays and objects are nested more deeply than the limits allow.
  public static var jsonTooDeep: Self { Self("json-too-deep") }
  /// The document has more bytes than the limits allow.
  public static var jsonTooLong: Self { Self("json-too-long") }
}

/// The findings about the shape of a well-formed document.
extension DiagnosticCode {
  /// An object lacks a key.
  public static var jsonMissingKey: Self { Self("json-missing-key") }
  /// An object has a key that means nothing.
  public static var jsonUnknownKey: Self { Self("json-unknown-key") }
  /// A value is of another type than expected.
  public static var jsonWrongType: Self { Self("json-wrong-type") }
  /// A string is none of those that are possible here.
  public static var jsonUnknownValue: Self { Self("json-unknown-value") }
  /// There were more findings than are listed.
  public static var jsonMoreFindings: Self { Self("json-more-findings") }
  /// Two things of one list have the same id.
  public static var jsonDuplicateID: Self { Self("json-duplicate-id") }
  /// An id is used that nothing in the document has.
  public static var jsonUnknownID: Self { Self("json-unknown-id") }
  /// A key stands beside one that it cannot, or without one that it needs.
  public static var jsonConflict: Self { Self("json-conflict") }
}
