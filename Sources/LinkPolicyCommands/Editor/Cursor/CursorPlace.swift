internal import LinkPolicy

/// What stands at a place in a text, told from the lines before it, so that the text need not be YAML as a whole.
struct CursorPlace: Equatable {
  /// What can be written there.
  enum Part: Equatable {
    /// A key of a map that is there, beside these.
    case key(beside: [Name])
    /// A value that begins on a line of its own, as a scalar or with the first key of a map.
    case start
    /// A value behind its key on the same line.
    case value
    /// An item of a list in brackets, which may be a map of one entry without braces.
    case item
  }

  /// Where it is: for a key the way to its map, for all else the way to the value.
  var path: TextPath
  /// What it is.
  var part: Part
  /// The bytes of what is written there already, quotes included.
  var range: Range<Int>
  /// What is written there, as it would be read.
  var text: Name
  /// Whether it is a key already: a colon stands behind it.
  var hasColon: Bool
  /// Whether it stands close behind a colon or dash, which needs a space first.
  var needsSpace: Bool
  /// Whether it stands in brackets or braces.
  var isInFlow: Bool

  /// The way to what is written there: for a key, to its value.
  var fullPath: TextPath { isKey ? path + [.key(text)] : path }

  /// Whether what is written there is a key.
  var isKey: Bool {
    switch part {
    case .key: true
    case .start, .item: hasColon
    case .value: false
    }
  }
}
