internal import LinkPolicy
public import LinkPolicyDiagnostics

extension DiagnosticCode {
  /// Bytes that are not UTF-8.
  public static var yamlInvalidUTF8: Self { Self("yaml-invalid-utf8") }
  /// NUL, another C0 control, DEL or a C1 control, written or produced by an escape.
  public static var yamlControlCharacter: Self { Self("yaml-control-character") }
  /// A carriage return that no line feed follows.
  public static var yamlCarriageReturn: Self { Self("yaml-carriage-return") }
  /// A character that changes the direction of the text around it.
  public static var yamlBidiControl: Self { Self("yaml-bidi-control") }
  /// U+2028 or U+2029, which some programs take as a line break.
  public static var yamlLineSeparator: Self { Self("yaml-line-separator") }
  /// A code point that Unicode reserves for no character.
  public static var yamlNoncharacter: Self { Self("yaml-noncharacter") }
  /// A byte order mark after the start of the file.
  public static var yamlByteOrderMark: Self { Self("yaml-byte-order-mark") }

  /// A document without any value.
  public static var yamlEmpty: Self { Self("yaml-empty") }
  /// Text that is not YAML.
  public static var yamlSyntax: Self { Self("yaml-syntax") }
  /// A tab where indentation is expected.
  public static var yamlTabIndentation: Self { Self("yaml-tab-indentation") }
  /// A key that the same map has already.
  public static var yamlDuplicateKey: Self { Self("yaml-duplicate-key") }
  /// A key that is a list or a map, or is written with `?`.
  public static var yamlComplexKey: Self { Self("yaml-complex-key") }
  /// The key `<<`, by which YAML 1.1 copies entries of another map.
  public static var yamlMergeKey: Self { Self("yaml-merge-key") }
  /// A value marked by `&name` to be repeated elsewhere.
  public static var yamlAnchor: Self { Self("yaml-anchor") }
  /// A repetition, `*name`, of a value that stands elsewhere.
  public static var yamlAlias: Self { Self("yaml-alias") }
  /// A type written before a value, `!name`.
  public static var yamlTag: Self { Self("yaml-tag") }
  /// A line for the parser, `%NAME`, before the document.
  public static var yamlDirective: Self { Self("yaml-directive") }
  /// A second document in the file.
  public static var yamlSeveralDocuments: Self { Self("yaml-several-documents") }
  /// A scalar written with `|` or `>`.
  public static var yamlBlockScalar: Self { Self("yaml-block-scalar") }

  /// More bytes than a document may have.
  public static var yamlByteLimit: Self { Self("yaml-byte-limit") }
  /// Collections nested deeper than they may be.
  public static var yamlDepthLimit: Self { Self("yaml-depth-limit") }
  /// More values than a document may have.
  public static var yamlNodeLimit: Self { Self("yaml-node-limit") }
  /// A longer scalar than allowed.
  public static var yamlScalarLimit: Self { Self("yaml-scalar-limit") }
  /// A longer list than allowed.
  public static var yamlRowLimit: Self { Self("yaml-row-limit") }
  /// A note that further findings were left out.
  public static var yamlMoreProblems: Self { Self("yaml-more-problems") }
}
