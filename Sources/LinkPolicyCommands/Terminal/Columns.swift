/// Words for terminals: columns, and counts of things.
enum Columns {
  /// The text with spaces behind it up to a width, in Unicode scalars as ``TerminalText`` shows them.
  static func pad(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.unicodeScalars.count))
  }
}
