public import LinkPolicy

extension SourceMap {
  /// The widest part of a line that an excerpt shows, in scalars.
  private static var excerptWidth: Int { 140 }

  /// Shows the line at a position with a caret under its column.
  ///
  /// A long line is cut around the column; control characters are shown as `·`, so that hostile
  /// input cannot drive the terminal. In a map that is `indexed()` the work depends on what is
  /// shown, and not on how long the file or the line is.
  ///
  /// - Parameter position: a place in a file of this map.
  /// - Returns: two lines, each with a line feed; empty where the bytes of the line are not known.
  public func excerpt(at position: SourcePosition) -> String {
    guard files.indices.contains(position.file) else { return "" }
    var steps = 0
    return excerpt(at: position, steps: &steps)
  }

  /// The same, counting the bytes that were looked at.
  func excerpt(at position: SourcePosition, steps: inout Int) -> String {
    let file = files[position.file]
    var column = position.column - 1
    // As much is read before the column as a window can begin earlier where the line ends soon.
    let first = max(0, column - Self.excerptWidth)
    let wanted = column - first + Self.excerptWidth / 2 + 1
    guard
      let part = file.lines.scalars(
        ofLine: position.line, from: first, count: max(wanted, Self.excerptWidth + 1),
        in: file.bytes, steps: &steps)
    else { return "" }
    var scalars = part.scalars
    column -= first
    if first > 0 || scalars.count > Self.excerptWidth {
      let last = scalars.count - Self.excerptWidth
      let middle = column - Self.excerptWidth / 2
      let start = max(0, part.isWhole ? min(middle, last) : middle)
      scalars = Array(scalars[start..<min(start + Self.excerptWidth, scalars.count)])
      column -= start
    }
    var text = String.UnicodeScalarView()
    for scalar in scalars {
      text.append(Self.isPrintable(scalar) ? scalar : "·")
    }
    let number = String(position.line)
    let margin = String(repeating: " ", count: number.utf8.count)
    let indent = String(repeating: " ", count: max(0, column))
    return " " + number + " | " + String(text) + "\n " + margin + " | " + indent + "^\n"
  }

  private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF: false
    default: true
    }
  }
}
