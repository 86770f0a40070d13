package import LinkPolicy

/// Text of one kind of output, in which what came from input can only be text.
///
/// It is made of literals, which are ours: they are `StaticString`s, so that no text made at run time
/// can pass for one. Everything interpolated is escaped, unless it is such text already:
///
///     var line: TerminalText = "wrote `\(path)`: "
///     line += "\(count) lines\n"
///
/// Further ways in, each named and few, are ``init(ownLines:)`` and ``init(word:)``.
package struct OutputText<Format: OutputFormat>: Sendable {
  /// The text so far, of which every part is fit for its kind.
  private var parts: String

  private init(safe text: String) {
    parts = text
  }

  /// No text.
  package init() {
    self.init(safe: "")
  }

  /// Text from input, or anything else that is not known to be harmless.
  package init(_ text: String) {
    self.init(safe: Format.escaped(text))
  }

  /// A word of a closed list of this package.
  package init<Word: RawRepresentable & CaseIterable>(word: Word) where Word.RawValue == String {
    self.init(safe: word.rawValue)
  }

  /// A number and what it counts, such as `1 row` or `2 rows`.
  package init(_ count: Int, of thing: StaticString) {
    self.init(safe: String(count) + " " + thing.description + (count == 1 ? "" : "s"))
  }

  /// Text that this format's own code has made of escaped parts.
  ///
  /// For the few files that define a format; the gate `raw-text` names them.
  package init(trusted text: String) {
    self.init(safe: text)
  }

  /// The text, to be written or to be put into output of another kind, which escapes it again.
  package var text: String { Format.finished(parts) }

  /// Whether there is none.
  package var isEmpty: Bool { parts.utf8.count == 0 }

  /// Puts more text behind it.
  package static func += (text: inout OutputText, more: OutputText) {
    Format.append(more.parts, to: &text.parts)
  }

  /// Two texts, one behind the other.
  package static func + (a: OutputText, b: OutputText) -> OutputText {
    var text = a
    text += b
    return text
  }

  /// How many bytes it takes.
  package var byteCount: Int { parts.utf8.count }

  /// The text as UTF-8.
  package var bytes: [UInt8] { Array(text.utf8) }
}

extension OutputText: ExpressibleByStringInterpolation {
  /// A literal, which is ours.
  package init(stringLiteral text: StaticString) {
    self.init(safe: text.description)
  }

  /// Literals and what stands between them.
  package init(stringInterpolation pieces: Interpolation) {
    self = pieces.text
  }

  /// Collects literals as they are, and everything else escaped.
  package struct Interpolation: StringInterpolationProtocol {
    fileprivate var text = OutputText()

    package init(literalCapacity: Int, interpolationCount: Int) {}

    package mutating func appendLiteral(_ text: StaticString) {
      self.text += OutputText(safe: text.description)
    }

    package mutating func appendInterpolation(_ text: OutputText) {
      self.text += text
    }

    package mutating func appendInterpolation(_ text: String) {
      self.text += OutputText(text)
    }

    package mutating func appendInterpolation(_ name: Name) {
      text += OutputText(name.text)
    }

    package mutating func appendInterpolation(_ number: Int) {
      text += OutputText(safe: String(number))
    }

    package mutating func appendInterpolation<Word: RawRepresentable & CaseIterable>(word: Word)
    where Word.RawValue == String {
      text += OutputText(word: word)
    }

    package mutating func appendInterpolation(_ count: Int, of thing: StaticString) {
      text += OutputText(count, of: thing)
    }
  }
}

extension Sequence {
  /// The texts in a row, with a literal between them.
  package func joined<Format: OutputFormat>(
    by separator: StaticString
  ) -> OutputText<Format> where Element == OutputText<Format> {
    var all = OutputText<Format>()
    var isFirst = true
    for text in self {
      if !isFirst {
        all += OutputText(stringLiteral: separator)
      }
      isFirst = false
      all += text
    }
    return all
  }

  /// Texts from input in a row, each escaped by itself, with a literal between them.
  package func joined<Format: OutputFormat>(
    by separator: StaticString
  ) -> OutputText<Format> where Element == String {
    map { OutputText<Format>($0) }.joined(by: separator)
  }
}
