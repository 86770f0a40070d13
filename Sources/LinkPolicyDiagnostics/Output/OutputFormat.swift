/// A kind of output, and how text that came from input is written there so that it is only text.
///
/// Each report names its kind in its type, ``OutputText``, and the compiler sees to it that nothing
/// gets into it unescaped.
package protocol OutputFormat: Sendable {
  /// The text as it must stand in this kind of output, whatever it holds.
  ///
  /// It never ends a line, a cell, an element or whatever else it stands in.
  static func escaped(_ text: String) -> String

  /// Puts a piece behind what is there, both of them already fit for this kind of output.
  static func append(_ piece: String, to text: inout String)

  /// The whole, before it is written.
  static func finished(_ text: String) -> String
}

extension OutputFormat {
  package static func append(_ piece: String, to text: inout String) {
    text += piece
  }

  package static func finished(_ text: String) -> String { text }
}
