internal import LinkPolicy
internal import LinkPolicyDiagnostics

extension TreeBuilder {
  mutating func takeScalar(
    _ event: Event, _ value: Name, _ form: Event.ScalarForm, length: Int
  ) -> Bool {
    let start = position(event.start)
    guard count(at: start) else { return false }
    gaps.read(to: event.start, inFlow: isInFlow, into: &problems)
    check(event, value, form, length: length, at: start)
    let end = position(event.end)
    skip(event, form, end)
    let style: YAMLScalar.Style = form == .plain ? .plain : .quoted
    if expectsKey {
      takeKey(Located(value, at: start), style)
    } else {
      place(YAMLNode(.scalar(YAMLScalar(value, style)), at: start, end: end))
    }
    return true
  }

  /// Goes over the text of a scalar, as a key or value of whatever is open.
  private mutating func skip(_ event: Event, _ form: Event.ScalarForm, _ end: SourcePosition) {
    switch form {
    case .plain:
      if isInFlow, event.start.index < event.end.index, gaps.isBareDash {
        problems.add(SyntaxProblem.bareDash(at: position(event.start)))
      }
      gaps.skip(to: event.end, end, into: &problems)
    case .singleQuoted, .doubleQuoted:
      // A key begins where its map does, and cannot go on over a line's end.
      let isValue = !isInFlow && !expectsKey
      if isValue {
        gaps.indentLines(behind: blockColumn)
      }
      gaps.skip(to: event.end, end, .json, into: &problems)
      if isValue {
        gaps.indentLines(behind: nil)
      }
    case .block:
      gaps.skip(to: event.end, end, into: &problems)
    }
  }

  /// An alias stays in the tree as the text it was written with.
  mutating func takeAlias(_ event: Event) -> Bool {
    let start = position(event.start)
    guard count(at: start) else { return false }
    gaps.read(to: event.start, inFlow: isInFlow, into: &problems)
    let written = Name(bytes: Array(gaps.token(to: event.end).prefix(limits.scalarBytes)))
    problems.add(
      Diagnostic(
        .yamlAlias, .error, "the alias `\(written)` is not allowed", at: start,
        help: "write the value out; for text that begins with `*`, put it in double quotes"))
    let end = position(event.end)
    gaps.skip(to: event.end, end, into: &problems)
    if expectsKey {
      open[open.count - 1].turn = .orphan
    } else {
      place(YAMLNode(.scalar(YAMLScalar(written)), at: start, end: end))
    }
    return true
  }

  private mutating func takeKey(_ key: Located<Name>, _ style: YAMLScalar.Style) {
    let top = open.count - 1
    open[top].turn = .orphan
    if style == .plain, key.value.isSpelled("<<") {
      problems.add(
        Diagnostic(
          .yamlMergeKey, .error, "the merge key `<<` is not allowed", at: key.position,
          help: "write the entries out, or use `extends` and `given`"))
    } else if let first = open[top].earlier(key.value) {
      problems.add(
        Diagnostic(
          .yamlDuplicateKey, .error, "the key `\(key.value)` is in this map twice",
          at: key.position,
          help: "remove one of the two, or rename it",
          related: [Diagnostic.Related("it is first written here", at: first)]))
    } else {
      open[top].turn = .value(of: key, style)
    }
  }

  private mutating func check(
    _ event: Event, _ value: Name, _ form: Event.ScalarForm, length: Int, at start: SourcePosition
  ) {
    if length > limits.scalarBytes {
      problems.add(
        Diagnostic(
          .yamlScalarLimit, .error,
          "the text has \(length) bytes; expected at most \(limits.scalarBytes)",
          at: start, help: "shorten it"))
    }
    switch form {
    case .plain, .singleQuoted:
      break
    case .doubleQuoted:
      let token = gaps.token(to: event.end)
      // Only escapes bring such characters into a value, so most scalars are not gone through.
      if token.contains(UInt8(ascii: "\\")) {
        EscapeReader(token: token).read(from: start, into: &problems)
      }
    case .block:
      problems.add(
        Diagnostic(
          .yamlBlockScalar, .error, "text written with `|` or `>` is not allowed", at: start,
          help: "write it in one line, in double quotes where needed"))
    }
  }
}
