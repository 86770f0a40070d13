/// A place as libyaml counts: everything from zero, in Unicode scalars.
///
/// Turned into a ``SourcePosition`` in one place only, ``TreeBuilder/position(_:)``.
struct Mark {
  var index: Int
  var line: Int
  var column: Int
}

/// One event of libyaml, copied out of its memory, without the text of scalars.
struct Event {
  enum Kind {
    case streamStart
    case streamEnd
    case documentStart(hasDirectives: Bool)
    case documentEnd(isExplicit: Bool)
    case alias
    /// Its text is the stream's; `length` tells its bytes, of which some may be left out there.
    case scalar(ScalarForm, length: Int)
    case listStart(isFlow: Bool)
    case listEnd
    case mapStart(isFlow: Bool)
    case mapEnd
  }

  enum ScalarForm {
    case plain
    case singleQuoted
    case doubleQuoted
    case block
  }

  var kind: Kind
  var start: Mark
  var end: Mark
  /// Whether an anchor or a tag stands before the value.
  var hasProperties = false
}

/// Why libyaml cannot go on.
struct EventFailure {
  /// What is wrong, in libyaml's words.
  var problem: String
  /// What it was doing, in its words; empty if it does not say.
  var context: String
  var mark: Mark
  var contextMark: Mark
}
