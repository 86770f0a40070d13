package import LinkPolicy
package import LinkPolicyDiagnostics

/// The findings of a decoder about one document, collected so that one run reports all problems.
///
/// Findings beyond a limit are only counted, so that a hostile document cannot cause unbounded
/// output.
package struct JSONFindings: Sendable {
  /// The stored findings, in the order in which they were reported.
  package private(set) var diagnostics: [Diagnostic] = []
  /// The number of findings beyond the limit.
  package private(set) var omitted = 0
  /// The number of all findings, both stored and omitted.
  package var count: Int { diagnostics.count + omitted }
  /// Whether any error was found, even beyond the limit of stored findings.
  package private(set) var hasErrors = false
  /// The locator for the positions of the document's values.
  package let locator: JSONLocator

  /// Whether readers record the requested keys; if so, a finding about an unknown key or word can suggest a known one.
  ///
  /// Recording the keys takes more time than decoding the document. A decoder may disable the recording, and decode the
  /// document a second time if the first pass has findings.
  package let suggestsKeys: Bool

  /// Whether the list has reached its limit; if so, a finding is only counted, and needs no text.
  package var isFull: Bool { diagnostics.count >= limit }

  private let limit: Int

  /// Creates an empty collection for a document.
  package init(_ document: JSONDocument, limit: Int = 100) {
    self.init(document.locator, limit: limit)
  }

  /// Creates an empty collection with the locator for the positions of its findings.
  package init(_ locator: JSONLocator, suggestsKeys: Bool = true, limit: Int = 100) {
    self.locator = locator
    self.suggestsKeys = suggestsKeys
    self.limit = limit
  }

  /// Adds a finding; if the list is full, only counts the finding.
  package mutating func report(_ diagnostic: Diagnostic) {
    if diagnostic.level == .error { hasErrors = true }
    if isFull {
      omitted += 1
    } else {
      diagnostics.append(diagnostic)
    }
  }

  /// Counts an error without its text, because the list is full.
  mutating func countError() {
    hasErrors = true
    omitted += 1
  }

  /// Adds an error with the position of a value; if the list is full, only counts the error.
  package mutating func report(
    _ code: DiagnosticCode, _ message: String, at value: JSONValue, help: String? = nil
  ) {
    guard !isFull else { return countError() }
    report(
      Diagnostic(code, .error, message, at: locator.position(of: value), help: help))
  }

  /// Throws the findings, sorted by position, if one of them is an error.
  package func check(in sources: SourceMap) throws(InvalidInput) {
    guard hasErrors else { return }
    var sorted = diagnostics
    sorted.sort { a, b in
      guard let a = a.position, let b = b.position else {
        return a.position == nil && b.position != nil
      }
      return (a.file, a.line, a.column) < (b.file, b.line, b.column)
    }
    if omitted > 0 {
      sorted.append(
        Diagnostic(
          .jsonMoreFindings, .note, String(omitted) + " more findings are not listed", at: nil))
    }
    throw InvalidInput(sorted, in: sources)
  }
}

/// Methods that read a value of an expected type, such as a string or an integer.
///
/// If a value has another type, the method reports a finding and returns nil.
///
/// Messages contain the key; for an array element, pass the key of the array.
extension JSONFindings {
  /// Reads a string as a `Name`.
  package mutating func string(_ value: JSONValue, in key: String?) -> Name? {
    if let string = value.string { return string }
    return wrongType(value, expected: "a string", in: key)
  }

  /// Reads a string as a `String`.
  package mutating func text(_ value: JSONValue, in key: String?) -> String? {
    if let text = value.text { return text }
    return wrongType(value, expected: "a string", in: key)
  }

  /// Reads an integer in a range; the integer must be written without fraction or exponent.
  package mutating func int(
    _ value: JSONValue, in key: String?, range: ClosedRange<LongInteger> = .min ... .max
  ) -> LongInteger? {
    guard let number = value.number else {
      return wrongType(value, expected: "an integer", in: key)
    }
    guard let int = number.int, range.contains(int) else {
      let bounds = String(range.lowerBound) + " to " + String(range.upperBound)
      report(
        .jsonWrongType,
        "expected an integer" + Self.place(key) + ", found " + Name(bytes: number.text).quoted,
        at: value, help: "write an integer from " + bounds)
      return nil
    }
    return int
  }

  /// Reads `true` or `false`.
  package mutating func bool(_ value: JSONValue, in key: String?) -> Bool? {
    if let bool = value.bool { return bool }
    return wrongType(value, expected: "`true` or `false`", in: key)
  }

  /// Reads the elements of an array.
  package mutating func elements(_ value: JSONValue, in key: String?) -> [JSONValue]? {
    if let elements = value.elements { return elements }
    return wrongType(value, expected: "an array", in: key)
  }

  /// Returns whether a value is an object.
  ///
  /// For any other type, the method reports a finding.
  mutating func isObject(_ value: JSONValue, in key: String?) -> Bool {
    if value.isObject { return true }
    let none: Never? = wrongType(value, expected: "an object", in: key)
    return none != nil
  }

  /// Reads the members of an object.
  package mutating func members(_ value: JSONValue, in key: String?) -> [JSONMember]? {
    if let members = value.members { return members }
    return wrongType(value, expected: "an object", in: key)
  }

  /// Reads the elements of an array, as a sequence that allocates no list.
  package mutating func list(_ value: JSONValue, in key: String?) -> JSONElements? {
    if value.isArray { return JSONElements(value) }
    return wrongType(value, expected: "an array", in: key)
  }

  /// Reads a string that must be one of the choices, and returns its index among the choices.
  package mutating func choice(
    _ value: JSONValue, of choices: [String], in key: String?
  ) -> Int? {
    guard value.isString else { return wrongType(value, expected: "a string", in: key) }
    if let choice = value.tape.choice(value.index, of: choices) {
      return choice
    }
    let name = value.string ?? ""
    report(
      .jsonUnknownValue, "unknown value " + name.quoted + Self.place(key), at: value,
      help: suggestion(
        for: name, among: choices.map { Name($0) }, called: "possible values"))
    return nil
  }

  /// Returns help text with the nearest possible name, or with the first 20 possible names if none is near; nil if
  /// there are no names.
  ///
  /// The function also returns nil if the list of findings is full or the decoder disabled suggestions, because a
  /// search for each of many unknown names takes too long.
  func suggestion(
    for name: Name, among candidates: @autoclosure () -> [Name], called title: String
  ) -> String? {
    guard suggestsKeys, !isFull else { return nil }
    let names = candidates()
    if let nearest = Name.nearest(name, to: names) {
      return "did you mean " + nearest.quoted + "?"
    }
    var text = ""
    for name in names.prefix(20) {
      text += (text.isEmpty ? title + ": " : ", ") + name.quoted
    }
    return text.isEmpty ? nil : text + (names.count > 20 ? ", …" : "")
  }

  private mutating func wrongType<Value>(
    _ value: JSONValue, expected: String, in key: String?
  ) -> Value? {
    report(
      .jsonWrongType, "expected " + expected + Self.place(key) + ", found " + value.kind,
      at: value)
    return nil
  }

  private static func place(_ key: String?) -> String {
    guard let key else { return "" }
    return " in " + Name(key).quoted
  }
}
