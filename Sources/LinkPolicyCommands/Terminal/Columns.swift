/// Words for terminals: columns, and counts of things.
enum Columns {
  /// The text with spaces behind it up to a width.
  static func pad(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
