internal import LinkPolicy
internal import LinkPolicyDiagnostics

/// Findings for errors of libyaml, and for invalid YAML that libyaml accepts.
enum SyntaxProblem {
  /// The note of every finding that ends the reading.
  static let nothingFollows = "nothing after this place was read"

  /// Returns the finding about a failure of libyaml; `byte` is the byte at the failure's position.
  static func diagnostic(
    _ failure: EventFailure, byte: UInt8?, afterEnd: Bool, at position: SourcePosition,
    context: SourcePosition
  ) -> Diagnostic {
    let problem = failure.problem
    if byte == UInt8(ascii: "\t") && problem.hasPrefix("found character that cannot start")
      || problem.hasPrefix("found a tab character")
    {
      return last(tab(at: position))
    }
    if failure.context.hasPart("directive") {
      return last(directive(at: context))
    }
    if afterEnd, problem.hasPart("<document start>") {
      return severalDocuments(at: position)
    }
    if byte == UInt8(ascii: "@") || byte == UInt8(ascii: "`") || byte == UInt8(ascii: "%"),
      problem.hasPrefix("found character that cannot start")
    {
      return Diagnostic(
        .yamlSyntax, .error, "a plain value cannot begin with this character", at: position,
        help: "put the value in double quotes; " + nothingFollows)
    }
    let related =
      failure.context.isEmpty || context == position
      ? [] : [Diagnostic.Related("\(thing(failure.context)) begins here", at: context)]
    return Diagnostic(
      .yamlSyntax, .error, "this is not YAML: " + quoted(problem), at: position,
      help: (advice(problem).map { $0 + "; " } ?? "") + nothingFollows, related: related)
  }

  /// Returns the finding with the note that nothing after its position was read.
  private static func last(_ found: Diagnostic) -> Diagnostic {
    var found = found
    found.help = (found.help.map { $0 + "; " } ?? "") + nothingFollows
    return found
  }

  static func tab(at position: SourcePosition) -> Diagnostic {
    Diagnostic(
      .yamlTabIndentation, .error, "a tab is not allowed as indentation", at: position,
      help: "indent with spaces, two for each level")
  }

  /// Returns the finding about a comment that directly follows text, because YAML requires a space before a comment.
  static func closeComment(at position: SourcePosition) -> Diagnostic {
    Diagnostic(
      .yamlSyntax, .error, "this is not YAML: a comment needs a space before its `#`", at: position,
      help: "put a space before the `#`, or put the text in double quotes")
  }

  /// Returns the finding about a `:` that has no key and directly precedes text, which libyaml reads as an empty key.
  static func closeColon(at position: SourcePosition) -> Diagnostic {
    Diagnostic(
      .yamlSyntax, .error, "a value cannot begin with `:` within brackets", at: position,
      help: "put the value in double quotes, or write `key: value`")
  }

  /// Returns the finding about a `-` within brackets that no text directly follows, as in `[-]`.
  static func bareDash(at position: SourcePosition) -> Diagnostic {
    Diagnostic(
      .yamlSyntax, .error, "this is not YAML: a single `-` is not a value within brackets",
      at: position, help: "put the `-` in double quotes")
  }

  /// Returns the finding about a further line of a flow collection or quoted text that is not indented deeper than the
  /// enclosing block collection.
  static func shallow(at position: SourcePosition, least column: Int) -> Diagnostic {
    Diagnostic(
      .yamlSyntax, .error, "this is not YAML: the line is not indented enough",
      at: position, help: "begin the line in column \(column) or further right")
  }

  static func directive(at position: SourcePosition) -> Diagnostic {
    Diagnostic(
      .yamlDirective, .error, "a directive is not allowed", at: position,
      help: "remove the line that begins with `%`")
  }

  static func severalDocuments(at position: SourcePosition) -> Diagnostic {
    Diagnostic(
      .yamlSeveralDocuments, .error,
      "a second document begins here; expected one document in a file",
      at: position, help: "put the second document in a separate file; " + nothingFollows)
  }

  /// Replaces libyaml's single quotes and angle brackets with the backticks of this package.
  private static func quoted(_ problem: String) -> String {
    String(problem.map { "'<>".contains($0) ? "`" : $0 })
  }

  /// Returns the construct that libyaml was reading, in the words of this package.
  private static func thing(_ context: String) -> String {
    let table = [
      ("flow sequence", "the list"), ("flow mapping", "the map"), ("block mapping", "the map"),
      ("block collection", "the list"), ("quoted scalar", "the quoted text"),
      ("plain scalar", "the value"), ("simple key", "the key"),
    ]
    return table.first { context.hasSuffix($0.0) }?.1 ?? "the text"
  }

  private static func advice(_ problem: String) -> String? {
    let table = [
      ("could not find expected ':'", "a key must be followed by a colon and a space"),
      (
        "mapping values are not allowed",
        "put text that holds a colon in double quotes, or align the key with the keys above"
      ),
      ("did not find expected key", "begin the keys of one map in the same column"),
      ("did not find expected '-'", "begin the items of one list in the same column"),
      ("did not find expected ',' or ']'", "close the list with `]`"),
      ("did not find expected ',' or '}'", "close the map with `}`"),
      ("found unexpected end of stream", "close the quotes"),
      ("did not find expected <document start>", "expected one map, and nothing after it"),
      ("found unknown escape character", "write two backslashes, or use single quotes"),
    ]
    return table.first { problem.hasPrefix($0.0) }?.1
  }
}

/// A kind of character that a policy must not contain, either directly or as an escape.
enum Forbidden {
  case control
  case carriageReturn
  case bidi
  case lineSeparator
  case noncharacter
  case byteOrderMark

  /// Returns the kind of a character; nil if a policy may contain the character.
  ///
  /// A carriage return is accepted here, because its validity depends on the next character.
  init?(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D, 0x20..<0x7F: return nil
    case 0..<0x20, 0x7F..<0xA0: self = .control
    case 0x2028, 0x2029: self = .lineSeparator
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: self = .bidi
    case 0xFEFF: self = .byteOrderMark
    case 0xFDD0...0xFDEF: self = .noncharacter
    case let value where value & 0xFFFE == 0xFFFE: self = .noncharacter
    default: return nil
    }
  }

  /// Returns the finding about a character of this kind; `origin` describes how the character is written.
  func problem(
    _ scalar: Unicode.Scalar, _ origin: String = "", at position: SourcePosition
  ) -> Diagnostic {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    let name = "U+" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
    return Diagnostic(
      code, .error, "\(noun) \(name)\(origin) is not allowed", at: position, help: help)
  }

  private var code: DiagnosticCode {
    switch self {
    case .control: .yamlControlCharacter
    case .carriageReturn: .yamlCarriageReturn
    case .bidi: .yamlBidiControl
    case .lineSeparator: .yamlLineSeparator
    case .noncharacter: .yamlNoncharacter
    case .byteOrderMark: .yamlByteOrderMark
    }
  }

  private var noun: String {
    switch self {
    case .control: "control character"
    case .carriageReturn: "a lone carriage return"
    case .bidi: "bidirectional control"
    case .lineSeparator: "line separator"
    case .noncharacter: "noncharacter"
    case .byteOrderMark: "byte order mark"
    }
  }

  private var help: String {
    switch self {
    case .control: "remove the character; write only printable characters, spaces and line feeds"
    case .carriageReturn: "end lines with a line feed, or a carriage return and a line feed"
    case .bidi: "remove the character, which changes the visible order of text"
    case .lineSeparator: "use a line feed"
    case .noncharacter: "remove the character, which has no meaning in Unicode"
    case .byteOrderMark: "remove the byte order mark; a file can only begin with a byte order mark"
    }
  }
}

extension String {
  /// Returns whether the text contains another text; compares bytes.
  ///
  /// `contains(_:)` with a string would link the library for regular expressions into every program that reads
  /// policies.
  func hasPart(_ part: String) -> Bool {
    var rest = utf8[...]
    while !rest.isEmpty {
      if rest.starts(with: part.utf8) {
        return true
      }
      rest = rest.dropFirst()
    }
    return false
  }
}
