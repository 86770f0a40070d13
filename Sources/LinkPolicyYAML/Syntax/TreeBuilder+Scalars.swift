internal import LinkPolicy
internal import LinkPolicyDiagnostics

extension TreeBuilder {
  mutating func takeScalar(
    _ event: YAMLEvent, value: Name, form: YAMLEvent.ScalarForm, length: Int
  ) -> Bool {
    let start = position(event.start)
    guard count(at: start) else { return false }
    gaps.read(to: event.start, inFlow: isInFlow, into: &problems)
    check(event, value: value, form: form, length: length, at: start)
    let end = position(event.end)
    skip(event, form: form, to: end)
    let style: YAMLScalar.Style = form == .plain ? .plain : .quoted
    if expectsKey {
      takeKey(Located(value, at: start), style)
    } else {
      place(YAMLNode(.scalar(YAMLScalar(value, style)), at: start, end: end))
    }
    return true
  }

  /// Skips the text of a scalar in the innermost open collection.
  private mutating func skip(
    _ event: YAMLEvent, form: YAMLEvent.ScalarForm, to end: SourcePosition
  ) {
    switch form {
    case .plain:
      if isInFlow, event.start.index < event.end.index, gaps.isBareDash {
        problems.add(SyntaxProblem.bareDash(at: position(event.start)))
      }
      gaps.skip(to: event.end, end, into: &problems)
    case .singleQuoted, .doubleQuoted:
      // A key starts in the column of its map, and cannot span several lines.
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

  /// Rejects an alias; the tree keeps the alias text, such as `*name`, as a scalar.
  mutating func takeAlias(_ event: YAMLEvent) -> Bool {
    let start = position(event.start)
    guard count(at: start) else { return false }
    gaps.read(to: event.start, inFlow: isInFlow, into: &problems)
    let written = Name(bytes: Array(gaps.token(to: event.end).prefix(limits.scalarBytes)))
    problems.add(
      Diagnostic(
        .yamlAlias, .error, "the alias `\(written.text)` is not allowed", at: start,
        help: "write the value out, or put text that begins with `*` in double quotes"))
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
          .yamlDuplicateKey, .error, "the key `\(key.value.text)` is in this map twice",
          at: key.position,
          help: "remove or rename one of the two keys",
          related: [Diagnostic.Related("the key is first written here", at: first)]))
    } else {
      open[top].turn = .value(of: key, style)
    }
  }

  private mutating func check(
    _ event: YAMLEvent, value: Name, form: YAMLEvent.ScalarForm, length: Int,
    at start: SourcePosition
  ) {
    if length > limits.scalarBytes {
      problems.add(
        Diagnostic(
          .yamlScalarLimit, .error,
          "the text has \(length) bytes; expected at most \(limits.scalarBytes)",
          at: start, help: "shorten the text"))
    }
    switch form {
    case .plain, .singleQuoted:
      break
    case .doubleQuoted:
      let token = gaps.token(to: event.end)
      // Only an escape can put a forbidden character into a value, so most scalars need no scan.
      if token.contains(UInt8(ascii: "\\")) {
        EscapeReader(token: token).read(from: start, into: &problems)
      }
    case .block:
      problems.add(
        Diagnostic(
          .yamlBlockScalar, .error, "text written with `|` or `>` is not allowed", at: start,
          help: "write the text in one line, in double quotes if necessary"))
    }
  }
}

/// A cache of recently read names, so that repeated words share their bytes.
///
/// A policy repeats a small number of words many times. Without the cache, the reader would spend most of its time
/// allocating memory for these words. Each slot holds one name, so hostile text can make the cache useless but not
/// slow.
struct NameCache {
  private var slots = [Name](repeating: Name(bytes: []), count: 1024)
  private static var longest: Int { 40 }

  /// Returns a name with the given bytes, from the cache if the cache holds an equal name.
  mutating func name(_ bytes: Span<UInt8>) -> Name {
    guard bytes.count <= Self.longest else { return Self.copy(bytes) }
    // The hash of the bytes, computed by FNV-1a.
    var hash: UInt32 = 0x811C_9DC5
    for index in bytes.indices {
      hash = (hash ^ UInt32(bytes[index])) &* 0x0100_0193
    }
    let slot = Int((hash ^ (hash >> 15)) % 1024)
    if Self.isEqual(slots[slot], bytes) { return slots[slot] }
    let name = Self.copy(bytes)
    slots[slot] = name
    return name
  }

  private static func copy(_ bytes: Span<UInt8>) -> Name {
    unsafe Name(bytes: bytes.withUnsafeBufferPointer { unsafe Array($0) })
  }

  private static func isEqual(_ name: Name, _ bytes: Span<UInt8>) -> Bool {
    guard name.bytes.count == bytes.count else { return false }
    for index in bytes.indices where name.bytes[index] != bytes[index] {
      return false
    }
    return true
  }
}

extension Name {
  /// Returns whether the name is a word of the format, such as `rows`.
  ///
  /// The words of the format are static literals. The direct comparison creates no `Name` for each lookup of a key.
  func isSpelled(_ word: StaticString) -> Bool {
    let count = word.utf8CodeUnitCount
    guard bytes.count == count else { return false }
    let start = unsafe word.utf8Start
    for index in 0..<count where unsafe bytes[index] != start[index] {
      return false
    }
    return true
  }
}
