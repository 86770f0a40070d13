/// Words for terminals: columns, and counts of things.
enum Columns {
  /// The text with spaces behind it up to a width.
  static func pad(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  /// A number and what it counts, such as `1 row` or `2 rows`.
  static func count(_ number: Int, _ thing: String) -> String {
    String(number) + " " + thing + (number == 1 ? "" : "s")
  }
}
