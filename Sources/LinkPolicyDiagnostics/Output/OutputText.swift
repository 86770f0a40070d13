package import LinkPolicy

/// Text in one output format, in which text from input is always escaped.
///
/// Literals are trusted because they are `StaticString`s, which cannot be created at run time. Every interpolated value
/// is escaped, unless the value is text of the same format:
///
/// ```
/// var line: TerminalText = "wrote `\(path)`: "
/// line += "\(count) lines\n"
/// ```
///
/// Two further initializers create text: ``init(ownLines:)`` and ``init(word:)``.
package struct OutputText<Format: OutputFormat>: Sendable {
  /// The text so far, in which every part is valid for the format.
  private var parts: String

  private init(safe text: String) {
    parts = text
  }

  /// Creates an empty text.
  package init() {
    self.init(safe: "")
  }

  /// Creates text from input, or from any other untrusted string.
  package init(_ text: String) {
    self.init(safe: Format.escaped(text))
  }

  /// Creates text from the raw value of an enumeration's case; the text is trusted, because only source code defines
  /// raw values.
  package init<Word: RawRepresentable & CaseIterable>(word: Word) where Word.RawValue == String {
    self.init(safe: word.rawValue)
  }

  /// Creates a number with the noun that it counts, such as `1 row` or `2 rows`.
  package init(_ count: Int, of thing: StaticString) {
    self.init(safe: String(count) + " " + thing.description + (count == 1 ? "" : "s"))
  }

  /// Creates text that the code of this format has composed from escaped parts.
  ///
  /// Only the files that define a format may use this initializer; the gate `raw-text` lists these files and rejects
  /// any other use.
  package init(trusted text: String) {
    self.init(safe: text)
  }

  /// The text, for writing or for insertion into output of another format; the other format escapes the text again.
  package var text: String { Format.finished(parts) }

  /// Whether the text is empty.
  package var isEmpty: Bool { parts.utf8.count == 0 }

  /// Appends text.
  package static func += (text: inout OutputText, more: OutputText) {
    Format.append(more.parts, to: &text.parts)
  }

  /// Returns the concatenation of two texts.
  package static func + (a: OutputText, b: OutputText) -> OutputText {
    var text = a
    text += b
    return text
  }

  /// The number of bytes of the text in UTF-8.
  package var byteCount: Int { parts.utf8.count }

  /// The text as UTF-8.
  package var bytes: [UInt8] { Array(text.utf8) }
}

extension OutputText: ExpressibleByStringInterpolation {
  /// Creates text from a literal of this package.
  package init(stringLiteral text: StaticString) {
    self.init(safe: text.description)
  }

  /// Creates text from literals and interpolated values.
  package init(stringInterpolation pieces: Interpolation) {
    self = pieces.text
  }

  /// A collector that keeps literals and escapes everything else.
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

    package mutating func appendInterpolation(fixed text: StaticString) {
      self.text += OutputText(safe: text.description)
    }

    package mutating func appendInterpolation(_ count: Int, of thing: StaticString) {
      text += OutputText(count, of: thing)
    }
  }
}

extension Sequence {
  /// Returns the concatenation of the texts, with a literal between them.
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

  /// Returns the concatenation of texts from input, each of them escaped, with a literal between them.
  package func joined<Format: OutputFormat>(
    by separator: StaticString
  ) -> OutputText<Format> where Element == String {
    map { OutputText<Format>($0) }.joined(by: separator)
  }
}

/// An output format; each format defines how text from input is escaped.
///
/// The type of each report is an ``OutputText`` that names its format, so the compiler ensures that all text from input
/// is escaped.
package protocol OutputFormat: Sendable {
  /// Returns text escaped for this format.
  ///
  /// The result never ends a line, a cell, an element or any other surrounding structure.
  static func escaped(_ text: String) -> String

  /// Appends a piece to a text; both must already be valid in this format.
  static func append(_ piece: String, to text: inout String)

  /// Returns the complete text in its final form.
  static func finished(_ text: String) -> String
}

extension OutputFormat {
  package static func append(_ piece: String, to text: inout String) {
    text += piece
  }

  package static func finished(_ text: String) -> String { text }
}
