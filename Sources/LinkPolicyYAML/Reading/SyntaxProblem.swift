internal import LinkPolicy
internal import LinkPolicyDiagnostics

/// Turns libyaml's complaints into findings of this package.
enum SyntaxProblem {
  /// Said wherever reading ends early.
  static let nothingFollows = "nothing after this place was read"

  /// The finding about a failure; `byte` is what stands at its place.
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
    if failure.context.contains("directive") {
      return last(directive(at: context))
    }
    if afterEnd, problem.contains("<document start>") {
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

  /// The finding, saying that it ends the reading.
  private static func last(_ found: Diagnostic) -> Diagnostic {
    var found = found
    found.help = [found.help, nothingFollows].compactMap(\.self).joined(separator: "; ")
    return found
  }

  static func tab(at position: SourcePosition) -> Diagnostic {
    Diagnostic(
      .yamlTabIndentation, .error, "a tab is not allowed as indentation", at: position,
      help: "indent with spaces, two for each level")
  }

  /// A comment that begins where text has just ended: YAML has it only behind a blank.
  static func closeComment(at position: SourcePosition) -> Diagnostic {
    Diagnostic(
      .yamlSyntax, .error, "this is not YAML: a comment needs a space before its `#`", at: position,
      help: "put a space before it, or the text in double quotes")
  }

  /// A colon with text close behind it and no key before it, which libyaml takes for an empty key.
  static func closeColon(at position: SourcePosition) -> Diagnostic {
    Diagnostic(
      .yamlSyntax, .error, "a value cannot begin with `:` within brackets", at: position,
      help: "put the value in double quotes, or write `key: value`")
  }

  /// A dash within brackets that nothing goes on from.
  static func bareDash(at position: SourcePosition) -> Diagnostic {
    Diagnostic(
      .yamlSyntax, .error, "this is not YAML: a `-` by itself is no value within brackets",
      at: position, help: "put it in double quotes")
  }

  /// A line of brackets or quotes that begins no further than the collection that it is in.
  static func shallow(at position: SourcePosition, least column: Int) -> Diagnostic {
    Diagnostic(
      .yamlSyntax, .error, "this is not YAML: the line is indented too little for what it is in",
      at: position, help: "begin it in column \(column) or further right")
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
      at: position, help: "put it in a file of its own; " + nothingFollows)
  }

  /// libyaml puts single quotes and angle brackets around what this package puts in backticks.
  private static func quoted(_ problem: String) -> String {
    String(problem.map { "'<>".contains($0) ? "`" : $0 })
  }

  /// What libyaml was reading, in the words of this package.
  private static func thing(_ context: String) -> String {
    let table = [
      ("flow sequence", "the list"), ("flow mapping", "the map"), ("block mapping", "the map"),
      ("block collection", "the list"), ("quoted scalar", "the quoted text"),
      ("plain scalar", "the value"), ("simple key", "the key"),
    ]
    return table.first { context.hasSuffix($0.0) }?.1 ?? "what is being read"
  }

  private static func advice(_ problem: String) -> String? {
    let table = [
      ("could not find expected ':'", "a key needs a colon and a space behind it"),
      (
        "mapping values are not allowed",
        "put text that holds a colon in double quotes, or align the key with those above"
      ),
      ("did not find expected key", "begin the keys of one map in the same column"),
      ("did not find expected '-'", "begin the items of one list in the same column"),
      ("did not find expected ',' or ']'", "close the list with `]`"),
      ("did not find expected ',' or '}'", "close the map with `}`"),
      ("found unexpected end of stream", "close the quotes"),
      ("did not find expected <document start>", "expected one map, and nothing after it"),
      ("found unknown escape character", "write a backslash as two, or use single quotes"),
    ]
    return table.first { problem.hasPrefix($0.0) }?.1
  }
}
